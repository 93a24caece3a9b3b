"""What of a tournament has been reported to federations, what has not, and what was corrected since."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import F

from tournaments.models import PUBLIC_STATES, Attendance, Tournament
from tournaments.pairing.types.snapshot import Colour, PlayerId, Result

AT_THE_BOARD = frozenset({Result.WHITE_WINS.value, Result.DRAW.value, Result.BLACK_WINS.value})
"""What is rated: of forfeits and byes nothing has to be reported."""


class Recipient(StrEnum):
    """Each is told on its own."""

    TRF = "trf"
    KNSB = "knsb"


@dataclass(frozen=True, kw_only=True, slots=True)
class GameToReport:
    """`white` and `black` are start numbers. `result` as it stands now, `reported` as it was told last; None: never."""

    key: int
    round: int
    board: int
    white: PlayerId
    black: PlayerId
    result: str
    reported: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SentReport:
    """`games`: by key the result that stood in it. `by` is the key of a user, None where nobody was logged in."""

    to: Recipient
    file: str
    at: datetime.datetime
    by: int | None
    games: Mapping[int, str]

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> SentReport:
        return cls(
            to=Recipient(saved["to"]),
            file=saved["file"],
            at=datetime.datetime.fromisoformat(saved["at"]),
            by=saved["by"],
            games={int(key): result for key, result in saved["games"].items()},
        )

    def to_json(self) -> dict[str, object]:
        return {
            "to": self.to.value,
            "file": self.file,
            "at": self.at.isoformat(),
            "by": self.by,
            "games": {str(key): result for key, result in self.games.items()},
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class ToReport:
    """For one recipient. `rest` was played and never told; `corrected` stands otherwise now than it was told, or is
    no game at the board any more."""

    to: Recipient
    rest: tuple[GameToReport, ...]
    corrected: tuple[GameToReport, ...]
    is_told: bool
    """Something has been reported there."""

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({game.round for game in self.rest}))


def sent_of(tournament: Tournament) -> tuple[SentReport, ...]:
    return tuple(SentReport.of(each) for each in tournament.reported)


def to_report(tournament: Tournament) -> Mapping[Recipient, ToReport]:
    """One query, whatever was sent."""
    games = _games(tournament)
    sent = sent_of(tournament)
    return {recipient: _to_report(recipient, games, sent) for recipient in Recipient}


def _to_report(to: Recipient, games: Mapping[int, GameToReport], sent: tuple[SentReport, ...]) -> ToReport:
    told: dict[int, str] = {}
    for each in sent:
        if each.to is to:
            told |= each.games
    return ToReport(
        to=to,
        rest=tuple(game for key, game in games.items() if key not in told and game.result in AT_THE_BOARD),
        corrected=tuple(
            GameToReport(
                key=key,
                round=game.round,
                board=game.board,
                white=game.white,
                black=game.black,
                result=game.result,
                reported=told[key],
            )
            for key, game in games.items()
            if key in told and told[key] != game.result
        ),
        is_told=bool(told),
    )


def _games(tournament: Tournament) -> dict[int, GameToReport]:
    """By key, of the published rounds, by round and board."""
    rows = (
        Attendance.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES, game__isnull=False)
        .order_by("round__number", "game__board", "game")
        .values("game", "colour", number=F("entry__number"), of=F("round__number"))
        .annotate(board=F("game__board"), result=F("game__result"))
    )
    sides: dict[int, dict[str, Any]] = {}
    for row in rows:
        side = sides.setdefault(row["game"], {"round": row["of"], "board": row["board"], "result": row["result"]})
        side[row["colour"]] = row["number"]
    return {
        key: GameToReport(
            key=key,
            round=side["round"],
            board=side["board"],
            white=side[Colour.WHITE.value],
            black=side[Colour.BLACK.value],
            result=side["result"],
        )
        for key, side in sides.items()
        if side.get(Colour.WHITE.value) and side.get(Colour.BLACK.value)
    }
