"""How much fits on A4: the size of the letters out of the number of rows, and long things in even parts."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")


class Size(StrEnum):
    """Class names of paper.css: what can be read across the hall, from a step away, from the hand."""

    LARGE = "large"
    MEDIUM = "medium"
    SMALL = "small"


def portrait_size(rows: int) -> Size:
    """As large as one page allows; what takes several is set small."""
    return _size(rows, large=18, medium=28)


def landscape_size(rows: int) -> Size:
    return _size(rows, large=14, medium=20)


_LETTERS = range(8, 21)
"""In points; paper.css has a class for each."""
_LEAST_ON_A_WALL = 9
_ROOM_MM, _WIDTH_MM = 245.0, 186.0
"""Of A4 within its margins, below the heading and above the legend."""
_LINE, _LETTER, _POINT_MM = 1.62, 0.56, 0.3528
"""A row with its gaps and a letter's width, by the size of the letters; a point in millimetres."""
_GAP_MM = 2.4


def letters_filling(rows: int, *, letters: int, columns: int) -> int:
    """As large as the page allows, in height and in width, whose widest row has so many `letters` in its columns.

    What does not fit one page in letters that can be read on a wall fills as few as it needs.
    """
    most = int(_ROOM_MM / (_LEAST_ON_A_WALL * _POINT_MM * _LINE)) - 1
    pages = max(-(-rows // most), 1)
    by_height = _ROOM_MM / ((-(-rows // pages) + 1) * _LINE * _POINT_MM)
    by_width = (_WIDTH_MM - columns * _GAP_MM) / (max(letters, 1) * _LETTER * _POINT_MM)
    return max(min(int(min(by_height, by_width)), _LETTERS.stop - 1), _LETTERS.start)


def _size(rows: int, *, large: int, medium: int) -> Size:
    if rows <= large:
        return Size.LARGE
    return Size.MEDIUM if rows <= medium else Size.SMALL


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
