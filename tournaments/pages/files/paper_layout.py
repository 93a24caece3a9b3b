"""How much fits on A4: the size of the letters out of what stands in the rows, and long things in even parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from textwrap import wrap
from typing import TypeVar

T = TypeVar("T")


class Size(StrEnum):
    """Class names of paper.css: what can be read across the hall, from a step away, from the hand."""

    LARGE = "large"
    MEDIUM = "medium"
    SMALL = "small"


ON_A_WALL, IN_HAND = 9, 7
"""The smallest letters that can be read, in points."""
_LINE, _LETTER, _BOLD, _POINT_MM = 1.25, 0.56, 0.64, 0.3528
"""A line and a letter's width, by the size of the letters; a point in millimetres."""
_RULE_MM = 0.2
"""The line between two rows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperRoom:
    """Of A4 within its margins, below the heading and above the legend, in millimetres; `beside` what is in a column.

    `gap`: above and below what stands in a row, by the size of the letters, of which `letters` are to choose from.
    paper.css has a class for each.
    """

    width: float
    height: float
    beside: float = 2.4
    gap: float = 0.32
    letters: range = range(IN_HAND, 21)
    least: int = ON_A_WALL


PORTRAIT = PaperRoom(width=186, height=246)
WITH_TILES = replace(PORTRAIT, gap=0.48)
"""The tile of a colour is higher than a line."""
LANDSCAPE = PaperRoom(width=277, height=169, beside=1.8, gap=0.2, letters=range(IN_HAND, 14), least=IN_HAND)


def letters_filling(rows: Sequence[int], *, letters: float, columns: int, room: PaperRoom = PORTRAIT) -> int:
    """As large as the page allows, in height and in width, for `rows` of so many lines each, the widest of which has so
    many `letters` in its columns."""
    by_width = letters_in_width(letters, room.width - columns * room.beside, room)
    return min(letters_by_height(lambda _points: rows, room), by_width)


def letters_in_width(letters: float, width: float, room: PaperRoom = PORTRAIT) -> int:
    """As large as so many of them fit in so many millimetres."""
    wanted = int(width / (max(letters, 1) * _LETTER * _POINT_MM))
    return min(max(wanted, room.letters.start), room.letters.stop - 1)


def letters_by_height(rows_in: Callable[[int], Sequence[int]], room: PaperRoom = PORTRAIT) -> int:
    """As large as the page allows. `rows_in` says of letters of so many points how many lines each row then has.

    What does not fit one page in the smallest letters fills as few as it needs.
    """
    pages = _pages(rows_in(room.least), room.least, room)
    return max(points for points in room.letters if _pages(rows_in(points), points, room) <= pages)


def columns_across(letters: float, *, besides: float, points: int, room: PaperRoom) -> int:
    """How many columns of so many letters fit beside others that have so many in all."""
    a_letter = _LETTER * points * _POINT_MM
    return max(int((room.width - besides * a_letter) / (letters * a_letter + room.beside)), 1)


def bold(letters: int) -> float:
    """As many usual letters are as wide."""
    return letters * _BOLD / _LETTER


def lines_of(text: str, width: float, points: int, *, is_bold: bool = False) -> int:
    """How many lines the text takes in so many millimetres."""
    return len(wrap(text, max(int(width / (points * _POINT_MM * (_BOLD if is_bold else _LETTER))), 1))) or 1


def _pages(rows: Sequence[int], points: int, room: PaperRoom) -> int:
    """With the row of what the columns are called on each; no row is split."""
    heights = [(lines * _LINE + room.gap) * points * _POINT_MM + _RULE_MM for lines in (1, *rows)]
    pages, left = 1, room.height - heights[0]
    for height in heights[1:]:
        if height > left:
            pages, left = pages + 1, room.height - heights[0]
        left -= height
    return pages


def evenly(items: Sequence[T], at_most: int) -> list[Sequence[T]]:
    """In order, in as few parts as possible, none more than one longer than another: 37 by 18 are 13, 12, 12."""
    parts = -(-len(items) // at_most)
    if not parts:
        return []
    least, longer = divmod(len(items), parts)
    ends = [least * part + min(part, longer) for part in range(parts + 1)]
    return [items[start:end] for start, end in pairwise(ends)]


def in_pages(items: Sequence[T], to_a_page: int) -> tuple[tuple[T, ...], ...]:
    """Each page full before the next one begins."""
    return tuple(tuple(items[start : start + to_a_page]) for start in range(0, len(items), to_a_page))
