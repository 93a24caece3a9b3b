"""What comes out of ranking: a table of cells that open up to what they are the sum of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from tournaments.pairing.paired_round import Reason
from tournaments.pairing.snapshot import PlayerId


class ColumnKind(StrEnum):
    POINTS = "points"  # a rational, shown with ½
    NUMBER = "number"  # a whole number
    PLAYER = "player"  # a player's number, shown as the name
    MARK = "mark"  # a short code


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """One column as data. Names and legend are marked message texts; `code` is the key in files and cells."""

    code: str
    short: str
    name: str
    legend: str
    kind: ColumnKind = ColumnKind.POINTS
    priority: int = 2
    """1 stays on a phone, 2 unfolds, 3 only where there is room."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One summand of a cell: what it is for, and how much."""

    reason: Reason
    amount: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A value and, worked out when asked, the terms it is the sum of (none: it does not open up)."""

    value: Fraction | int | str | None
    explain: Callable[[], tuple[Term, ...]] = field(default=tuple, compare=False, repr=False)

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.explain()


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    rank: int
    player: PlayerId
    cells: Mapping[str, Cell]
    withdrawn: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """Rows best first; shared places have the same rank. `after_round` 0 is the table before any round."""

    after_round: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Reason, ...] = ()
