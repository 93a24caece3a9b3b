"""What comes out of ranking: a table of cells that open up to what they are the sum of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeAlias

from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import PlayerId


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
    orders_next: bool = False
    """A number: the place in the order from which the next round is paired. Players' cards show it above each round."""
    lower_is_better: bool = False

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"kind": self.kind.value}

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Column:
        return cls(**{**saved, "kind": ColumnKind(saved["kind"])})


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One summand of a cell: what it is for, and how much."""

    reason: Reason
    amount: Fraction


CellValue: TypeAlias = Fraction | int | str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A value and, worked out when asked, the terms it is the sum of (none: it does not open up)."""

    value: CellValue
    ranked_by: CellValue = field(default=None, compare=False, repr=False)
    """Among those tied, where the value alone does not say who is ahead; None: the value itself."""
    explain: Callable[[], tuple[Term, ...]] = field(default=tuple, compare=False, repr=False)

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.explain()

    @property
    def key(self) -> CellValue:
        """What ranks: equal ones are level."""
        return self.value if self.ranked_by is None else self.ranked_by


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    rank: int
    player: PlayerId
    cells: Mapping[str, Cell]
    withdrawn: bool = False
    unplaced_above: int | None = 0
    """How many above take no place; None for whoever takes none."""

    @property
    def place(self) -> int | None:
        """The rank among those who take a place: what is shown. Everything that is reckoned goes by `rank`."""
        return None if self.unplaced_above is None else self.rank - self.unplaced_above

    def to_json(self) -> dict[str, object]:
        cells = {code: _value_to_json(cell.value) for code, cell in self.cells.items()}
        row = {"rank": self.rank, "player": self.player, "cells": cells, "withdrawn": self.withdrawn}
        return row if self.unplaced_above == 0 else row | {"unplaced_above": self.unplaced_above}

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Row:
        cells = {code: Cell(value=_value_from_json(value)) for code, value in saved["cells"].items()}
        return cls(
            rank=saved["rank"],
            player=saved["player"],
            cells=cells,
            withdrawn=saved["withdrawn"],
            unplaced_above=saved.get("unplaced_above", 0),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """Rows best first; shared places have the same rank. `after_round` 0 is the table before any round."""

    after_round: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[Reason, ...] = ()
    ranked_by: str = "points"
    """The code of the column by which the rows lie first."""
    categories: Mapping[PlayerId, str] = field(default_factory=dict)
    """Who is in which, where there are any. No place depends on it."""

    def in_categories(self, category_of: Mapping[PlayerId, str]) -> Table:
        """The same rows in the same places; whoever is in a category has one in it, too."""
        inside = {row.player: category_of[row.player] for row in self.rows if row.player in category_of}
        return replace(self, categories=inside) if inside or self.categories else self

    @property
    def places_in_categories(self) -> Mapping[PlayerId, int]:
        """Of those who are in one, and take places."""
        rows: dict[str, list[Row]] = {}
        for row in self.rows:
            if row.player in self.categories:
                rows.setdefault(self.categories[row.player], []).append(row)
        return {player: place for members in rows.values() for player, place in places_among(members).items()}

    def without_places(self, players: AbstractSet[PlayerId]) -> Table:
        """The same rows with the same numbers; these players take no place, the others as if they were not there.
        Whoever takes none already stays so."""
        if players:
            players = players | {row.player for row in self.rows if row.place is None}
        ranks = sorted(row.rank for row in self.rows if row.player in players)
        if not ranks:
            return self
        rows = (
            replace(row, unplaced_above=None if row.player in players else bisect_left(ranks, row.rank))
            for row in self.rows
        )
        return replace(self, rows=tuple(rows))

    def to_json(self) -> dict[str, object]:
        """As published, every number exact; what its cells are the sum of is left out."""
        return {
            "after_round": self.after_round,
            "columns": [column.to_json() for column in self.columns],
            "rows": [row.to_json() for row in self.rows],
            "notes": [note.to_json() for note in self.notes],
            "ranked_by": self.ranked_by,
        } | ({"categories": {str(player): name for player, name in self.categories.items()}} if self.categories else {})

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Table:
        return cls(
            after_round=saved["after_round"],
            columns=tuple(map(Column.from_json, saved["columns"])),
            rows=tuple(map(Row.from_json, saved["rows"])),
            notes=tuple(map(Reason.from_json, saved["notes"])),
            ranked_by=saved.get("ranked_by", "points"),
            categories={int(player): name for player, name in saved.get("categories", {}).items()},
        )


def places_among(rows: Iterable[Row]) -> dict[PlayerId, int]:
    """The places that some of a table's rows take among themselves; who shares one there shares it here: 1, 2, 2, 4."""
    places: dict[PlayerId, int] = {}
    by_rank: dict[int, int] = {}
    for row in rows:
        if row.place is not None:
            places[row.player] = by_rank.setdefault(row.rank, len(places) + 1)
    return places


def _value_to_json(value: CellValue) -> object:
    """A rational is told from a text by standing in an object."""
    return {"points": str(value)} if isinstance(value, Fraction) else value


def _value_from_json(saved: Any) -> CellValue:
    match saved:
        case {"points": str(points)}:
            return Fraction(points)
        case int() | str() | None:
            return saved
    raise ValueError(f"not a value of a cell: {saved!r}")
