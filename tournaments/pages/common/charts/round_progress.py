"""How far a tournament has come: its rounds as a rank of squares, and the pawn on the present one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

SIDE = 10
"""Of a square, in units of the drawing; the pawn stands above it."""
HEIGHT = 26


@dataclass(frozen=True, kw_only=True, slots=True)
class March:
    """Each path is in the language of SVG, for the squares of one colour; `pawn` is where the pawn stands from left."""

    done: str
    done_dark: str
    to_come: str
    to_come_dark: str
    pawn: int
    width: int
    words: str
    height: int = HEIGHT


def march(round_number: int, planned: int | None) -> March | None:
    """`round_number` is the present one, from 1; `planned` None where the number of rounds is open. No round: None."""
    if round_number < 1:
        return None
    total = max(round_number, planned or 0)
    return March(
        done=_squares(range(0, round_number, 2)),
        done_dark=_squares(range(1, round_number, 2)),
        to_come=_squares(each for each in range(round_number, total) if each % 2 == 0),
        to_come_dark=_squares(each for each in range(round_number, total) if each % 2 == 1),
        pawn=(round_number - 1) * SIDE,
        width=total * SIDE,
        words=(
            _("Round {round} of {rounds}").format(round=round_number, rounds=total)
            if planned
            else _("Round {round}").format(round=round_number)
        ),
    )


def _squares(places: Iterable[int]) -> str:
    top = HEIGHT - SIDE
    return "".join(f"M{place * SIDE} {top}h{SIDE}v{SIDE}h-{SIDE}z" for place in places)
