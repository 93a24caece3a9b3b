"""Results as the players report them: which reports count, and what they say together. Nothing is paired or counted by
them."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, Q, QuerySet

from tournaments.models import MayReport, ResultReport, Round, RoundState
from tournaments.pairing.types.snapshot import Colour, Result


class Ended(StrEnum):
    """A game as one of the two tells it."""

    WON = "won"
    DRAW = "draw"
    LOST = "lost"


_WHITES = {Ended.WON: Result.WHITE_WINS, Ended.DRAW: Result.DRAW, Ended.LOST: Result.BLACK_WINS}
_BLACKS = {Ended.WON: Result.BLACK_WINS, Ended.DRAW: Result.DRAW, Ended.LOST: Result.WHITE_WINS}


def result_of(ended: Ended, colour: str) -> Result:
    return (_WHITES if colour == Colour.WHITE else _BLACKS)[ended]


def ended_for(result: Result, colour: str) -> Ended:
    """The same, told from that side of the board."""
    told = _WHITES if colour == Colour.WHITE else _BLACKS
    return next(ended for ended, meant in told.items() if meant is result)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerReport:
    """Of a match, as a captain tells it, with the signs of its boards."""

    result: Result
    at: datetime.datetime
    boards: str = ""

    @property
    def told(self) -> tuple[Result, str]:
        """What the other must say too."""
        return self.result, self.boards


@dataclass(frozen=True, kw_only=True, slots=True)
class Reported:
    """What the two at a board have said of it, at least one of them."""

    white: PlayerReport | None = None
    black: PlayerReport | None = None

    @property
    def result(self) -> Result | None:
        """None where they contradict each other."""
        return self._one[0] if self._one else None

    @property
    def boards(self) -> str:
        """Of a match; empty where they contradict each other."""
        return self._one[1] if self._one else ""

    @property
    def _one(self) -> tuple[Result, str] | None:
        said = {each.told for each in (self.white, self.black) if each is not None}
        return said.pop() if len(said) == 1 else None

    @property
    def is_agreed(self) -> bool:
        return self.white is not None and self.black is not None and self.result is not None

    @property
    def is_contradicted(self) -> bool:
        return self.result is None

    def by(self, colour: str) -> PlayerReport | None:
        return self.white if colour == Colour.WHITE else self.black


def reported(round: Round) -> Mapping[int, Reported]:
    """By the key of the game, of those still open. None once the round is over, nor where players report nothing."""
    if round.state != RoundState.PUBLISHED or round.tournament.may_report == MayReport.OFF:
        return {}
    return together(counting().filter(attendance__round=round))


def together(found: QuerySet[ResultReport]) -> dict[int, Reported]:
    """By the key of the game. One query."""
    said: dict[int, dict[str, PlayerReport]] = defaultdict(dict)
    rows = found.values_list("attendance__game", "colour", "result", "reported_at", "boards")
    for game, colour, result, at, boards in rows:
        said[game][colour] = PlayerReport(result=Result(result), at=at, boards=boards)
    return {
        game: Reported(white=sides.get(Colour.WHITE), black=sides.get(Colour.BLACK)) for game, sides in said.items()
    }


def counting() -> QuerySet[ResultReport]:
    """Those that stand: of an open game in a round in play, as long as these two have the same board and colours. Of a
    match nothing is entered yet."""
    return ResultReport.objects.filter(
        attendance__round__state=RoundState.PUBLISHED,
        attendance__game__result=Result.OPEN.value,
        attendance__game__boards="",
        attendance__game__is_postponed=False,
        attendance__game__sides__entry=F("opponent"),
        attendance__colour=F("colour"),
    ).exclude(attendance__round__tournament__may_report=MayReport.OFF)


def contradictions() -> QuerySet[ResultReport]:
    """White's reports of games of which Black says something else."""
    other = "attendance__game__sides"
    return ResultReport.objects.filter(
        Q(**{f"{other}__report__result__gt": F("result")})
        | Q(**{f"{other}__report__result__lt": F("result")})
        | Q(**{f"{other}__report__boards__gt": F("boards")})
        | Q(**{f"{other}__report__boards__lt": F("boards")}),
        attendance__round__state=RoundState.PUBLISHED,
        attendance__game__result=Result.OPEN.value,
        attendance__game__boards="",
        attendance__game__is_postponed=False,
        attendance__colour=F("colour"),
        colour=Colour.WHITE.value,
        **{
            f"{other}__entry": F("opponent"),
            f"{other}__colour": F(f"{other}__report__colour"),
            f"{other}__report__opponent": F("attendance__entry"),
        },
    ).exclude(attendance__round__tournament__may_report=MayReport.OFF)


class WrongReport(StrEnum):
    """What somebody says is wrong about a round of theirs."""

    RESULT = "result"
    COLOUR = "colour"
    WAS_HERE = "was_here"
    WAS_AWAY = "was_away"
    NAME = "name"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> WrongReport:
        """Another version knows more of them: it stands in the inbox, which both read."""
        return cls.OTHER
