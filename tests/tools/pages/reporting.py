"""Players of an evening who report their results by card."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from tests.tools.casts.factories import Evening
from tournaments.models import Action, Attendance, MayReport, Player, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended, Reported, reported, result_of
from tournaments.services.rounds import result_reports


def a_round_to_report(players: int = 4, *, may_report: MayReport = MayReport.CONFIRM) -> Evening:
    """Published, with all boards open."""
    evening = Evening.of(players, may_report=may_report)
    evening.draft()
    evening.publish()
    return evening


@dataclass(frozen=True, kw_only=True)
class Phone:
    """Of one player, with what it shows: the opponent whom it named when the page was loaded."""

    evening: Evening
    number: int
    opponent: int

    @classmethod
    def of(cls, evening: Evening, number: int) -> Phone:
        row = evening.slot(number)
        others = Attendance.objects.filter(game=row.game_id, game__isnull=False).exclude(pk=row.pk)
        return cls(evening=evening, number=number, opponent=others.values_list("entry", flat=True).first() or 0)

    @property
    def row(self) -> Attendance:
        rows = Attendance.objects.select_related("round__tournament__club", "entry__player")
        return rows.get(round=self.evening.round, entry=self.evening.entry(self.number))

    @property
    def player(self) -> Player:
        return self.row.entry.player

    def says(self, ended: Ended, *, receipt: uuid.UUID | None = None) -> Action | None:
        row = self.row
        return result_reports.report_result(
            row,
            result_of(ended, row.colour),
            seen_opponent=self.opponent,
            by_card=row.entry.player,
            receipt=receipt,
        )

    def confirms(self, result: Result, *, receipt: uuid.UUID | None = None) -> Action | None:
        row = self.row
        return result_reports.confirm_report(row, seen=result, by_card=row.entry.player, receipt=receipt)

    def takes_back(self, result: Result, *, receipt: uuid.UUID | None = None) -> Action | None:
        row = self.row
        return result_reports.take_back_report(row, seen=result, by_card=row.entry.player, receipt=receipt)


def phones(evening: Evening, board: int = 1) -> tuple[Phone, Phone]:
    """White's and Black's."""
    white, black = evening.boards()[board - 1]
    return Phone.of(evening, white), Phone.of(evening, black)


def said(evening: Evening, board: int = 1) -> Reported | None:
    return reported(evening.round).get(evening.game(board).pk)


def let_report(tournament: Tournament, may_report: MayReport) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(may_report=may_report)
