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
