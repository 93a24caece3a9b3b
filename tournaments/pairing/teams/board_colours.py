"""Which team has White where: the boards of a match in one place (rulebook, teams, B2)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from tournaments.pairing.types.snapshot import Colour

Pattern = str
"""A BoardColours, or letters from board 1 on, such as WBBW: the colours of the first-named team."""


class BoardColours(StrEnum):
    """Of the first-named team, which always has White on board 1."""

    ALTERNATE = "alternate"  # White on odd boards
    ENDS = "ends"  # W B B W, as in German cups; beyond four boards the same again
    ALL = "all"


_REPEATED: Final = {BoardColours.ALTERNATE: "WB", BoardColours.ENDS: "WBBW", BoardColours.ALL: "W"}
_LETTERS: Final = re.compile("W[WB]*")


def is_pattern(given: str, boards: int) -> bool:
    """Whether it tells the colours of so many boards."""
    return given in {*BoardColours} or (len(given) == boards and _LETTERS.fullmatch(given) is not None)


def colour_of_first(pattern: Pattern, board: int) -> Colour:
    """Of the first-named team on that board, from 1."""
    letters = _REPEATED[BoardColours(pattern)] if pattern in {*BoardColours} else pattern
    return Colour.WHITE if letters[(board - 1) % len(letters)] == "W" else Colour.BLACK


def letters_of(pattern: Pattern, boards: int) -> str:
    colours = (colour_of_first(pattern, board) for board in range(1, boards + 1))
    return "".join("W" if colour is Colour.WHITE else "B" for colour in colours)


def pattern_of(letters: str) -> Pattern:
    """By its name where it has one."""
    return next((each.value for each in BoardColours if letters_of(each, len(letters)) == letters), letters)
