"""Koya (KS): the points against those who have at least half of what could be had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.record import Record, RoundEntry, RoundOutcome
from tournaments.pairing.history.unplayed_rounds import is_game
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.options import fine_print, integer
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

REACHED = Rule("koya/reached", _("Round {round}: {opponent} has {total} and so at least {limit}"))
BELOW = Rule("koya/below", _("Round {round}: {opponent} has {total}, less than {limit}: not counted"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Koya:
    """C.07, 9.2 (rulebook, tie_breaks). What could be had: a win in each game of whoever has most of them, so that a
    free round of an odd field does not raise the limit."""

    limit: int = fine_print(
        integer(
            0,
            label=_("Limit above half of all points, in half points"),
            help=_("1: half a point more is needed (FIDE: L+1); −1: half a point less."),
        )
    )

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Koya"),
            short=f"KS/L{self.limit:+d}" if self.limit else "KS",
            summary=_(
                "The player who scored more against the upper half is placed higher: against those with at "
                "least half of all points (KS)."
            ),
            legend=_("The points against those who have at least half of all possible points"),
            family=Family.OPPONENTS,
            schedule=Schedule.FIXED,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        least = self._least(record)
        cells = {}
        for player in tied:
            games = [entry for entry in record.entries[player] if is_game(entry, record)]
            counted = [record.units_of(entry) for entry in games if _reached(record, entry, least)]
            cells[player] = Cell(
                value=Fraction(sum(counted), record.unit), explain=partial(_terms, record, games, least)
            )
        return cells

    def _least(self, record: Record) -> Fraction:
        """So many points an opponent needs."""
        most = len(record.snapshot.rounds)
        if record.forfeits_are_meetings:
            most = max((_games(record, entries) for entries in record.entries.values()), default=0)
        return record.scoring.win * most / 2 + Fraction(self.limit, 2)


def _games(record: Record, entries: Sequence[RoundEntry]) -> int:
    """Those that count, and those still to be played."""
    return sum(is_game(entry, record) or entry.outcome is RoundOutcome.OPEN for entry in entries)


def _reached(record: Record, entry: RoundEntry, least: Fraction) -> bool:
    return entry.opponent is not None and record.points[entry.opponent] >= least


def _terms(record: Record, games: list[RoundEntry], least: Fraction) -> tuple[Term, ...]:
    terms = []
    for entry in games:
        if entry.opponent is None:
            continue
        is_counted = _reached(record, entry, least)
        reason = (REACHED if is_counted else BELOW).reason(
            round=entry.round_number, opponent=Player(entry.opponent), total=record.points[entry.opponent], limit=least
        )
        terms.append(Term(reason=reason, amount=entry.points if is_counted else Fraction(0)))
    return tuple(terms)
