"""The lists for the wall, as values: the round by board and by name, standings, the crosstable in parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pages.crosstable import CrosstableCell, CrosstablePage, CrosstableRow
from tournaments.pages.papers.layout import Size, evenly, landscape_size, portrait_size
from tournaments.pages.round import Board, Place, RoundPage, WithoutBoard
from tournaments.pages.standings import StandingsPage
from tournaments.pages.wording import Mark

_ROUNDS_ACROSS = {Size.LARGE: 12, Size.MEDIUM: 14, Size.SMALL: 18}
_COLUMNS_OF_LARGE_LETTERS = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardsSheet:
    """`without`: each who has no board, after the boards, with the word for it."""

    size: Size
    boards: tuple[Board, ...]
    without: tuple[WithoutBoard, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NamesSheet:
    size: Size
    places: tuple[Place, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsSheet:
    size: Size
    table: StandingsPage

    @property
    def width(self) -> int:
        """Columns, with place, move and name."""
        return len(self.table.columns) + 3


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableSheetRow:
    row: CrosstableRow
    cells: tuple[CrosstableCell, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableSheet:
    """Some rounds of everybody: a whole season does not fit the width of a page."""

    size: Size
    after_round: int
    rounds: tuple[int, ...]
    is_whole: bool
    rows: tuple[CrosstableSheetRow, ...]
    legend: tuple[Mark, ...]
    about_guests: str

    @property
    def width(self) -> int:
        """Columns, with place, number, name and points."""
        return len(self.rounds) + 4


def boards_sheet(round_: RoundPage) -> BoardsSheet:
    without = (*round_.byes, *(player for group in round_.away for player in group.players))
    return BoardsSheet(
        size=portrait_size(len(round_.boards) + len(without)),
        boards=round_.boards,
        without=without,
        notes=round_.notes,
    )


def names_sheet(round_: RoundPage) -> NamesSheet:
    return NamesSheet(size=portrait_size(len(round_.by_name)), places=round_.by_name)


def standings_sheet(standings: StandingsPage) -> StandingsSheet:
    """Many columns leave no room for large letters."""
    size = portrait_size(len(standings.rows))
    if size is Size.LARGE and len(standings.columns) > _COLUMNS_OF_LARGE_LETTERS:
        size = Size.MEDIUM
    return StandingsSheet(size=size, table=standings)


def crosstable_sheets(crosstable: CrosstablePage) -> tuple[CrosstableSheet, ...]:
    size = landscape_size(len(crosstable.rows))
    numbers = [number for number, _url in crosstable.rounds]
    parts: Sequence[Sequence[int]] = evenly(numbers, _ROUNDS_ACROSS[size])
    return tuple(
        CrosstableSheet(
            size=size,
            after_round=len(numbers),
            rounds=tuple(part),
            is_whole=len(parts) == 1,
            rows=tuple(CrosstableSheetRow(row=row, cells=row.cells[part[0] - 1 : part[-1]]) for row in crosstable.rows),
            legend=crosstable.legend,
            about_guests=crosstable.about_guests,
        )
        for part in parts
    )
