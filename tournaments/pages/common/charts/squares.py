"""A round of somebody as a small square: full, halved, framed or dotted, so that it can be told without its colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.pages.common.wording import mark_of
from tournaments.pairing.history.record import ABSENCES, RoundOutcome

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_SIGNS: Mapping[RoundOutcome, str] = {  # not all: ABSENCES bring the rest
    RoundOutcome.WIN: "win",
    RoundOutcome.DRAW: "draw",
    RoundOutcome.LOSS: "loss",
    RoundOutcome.OPEN: "open",
    RoundOutcome.OPEN_AS_DRAW: "open",
    RoundOutcome.FORFEIT_WIN: "win",
    RoundOutcome.FORFEIT_LOSS: "loss",
    RoundOutcome.BOTH_FORFEIT: "loss",
    RoundOutcome.ANNULLED: "away",
    RoundOutcome.BYE: "bye",
    RoundOutcome.FULL_BYE: "bye",
    RoundOutcome.HALF_BYE: "bye",
    RoundOutcome.ZERO_BYE: "bye",
    RoundOutcome.UNPAID_BYE: "bye",
    RoundOutcome.NO_OPPONENT: "bye",
    **dict.fromkeys(ABSENCES, "away"),
    RoundOutcome.WITHDRAWN: "away",
    RoundOutcome.BEFORE_JOINING: "before",
    RoundOutcome.ELIMINATED: "away",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Square:
    """`sign` is what the sheet knows it by, `words` what it says."""

    sign: str
    words: str | StrPromise


def square_of(outcome: RoundOutcome) -> Square:
    return Square(sign=_SIGNS[outcome], words=mark_of(outcome).words)


def spoken(squares: Iterable[Square]) -> str:
    """A strip of squares for whoever does not see it, the oldest first: "Win; Draw; Away"."""
    return "; ".join(str(each.words) for each in squares)
