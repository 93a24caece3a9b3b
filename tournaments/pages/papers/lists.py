"""The lists for the wall, as values: the round by board and by name, standings, the crosstable in parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.pages.crosstable import CrosstableCell, CrosstablePage, CrosstableRow
from tournaments.pages.papers.layout import Size, evenly, landscape_size, letters_filling, portrait_size
from tournaments.pages.parts.form import last_rounds
from tournaments.pages.parts.squares import Square, spoken
from tournaments.pages.round import Board, Place, RoundPage, WithoutBoard
from tournaments.pages.sorting import sorted_by_name
from tournaments.pages.standings import StandingsPage, StandingsRow
from tournaments.pages.wording import Mark, mark_of
from tournaments.pairing.facts.record import Record, RoundOutcome

_ROUNDS_ACROSS = {Size.LARGE: 12, Size.MEDIUM: 14, Size.SMALL: 18}
_LETTERS_A_LINE = 90
_LONGEST_LINE = 38
_MOST_SQUARES, _FEW_SQUARES, _FEW_LETTERS = 10, 5, 40
"""So many of the last rounds stand in a row of the standings where names and numbers have few letters, else so many."""
_LETTERS_A_SQUARE = 1.8
_AWAY = tuple(mark_of(what) for what in (RoundOutcome.EXCUSED, RoundOutcome.UNEXCUSED, RoundOutcome.CLUB))
"""Not who has left the tournament, nor who is out of it: nobody looks for them on a board."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardsSheet:
    """After the boards each who has a bye, with the word for it; below them `away` in one sentence, whatever the kind:
    what hangs on the wall says no more."""

    size: Size
    boards: tuple[Board, ...]
    byes: tuple[WithoutBoard, ...]
    away: str
    notes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NamesSheet:
    size: Size
    places: tuple[Place, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsSheetRow:
    """`form` is what the last rounds were, the oldest first, and `said` the same in words. A long name may take two
    lines."""

    row: StandingsRow
    form: tuple[Square, ...]
    said: str
    is_long: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsSheet:
    letters: int
    """In points: as large as fits the page, or the pages it takes."""
    table: StandingsPage
    rows: tuple[StandingsSheetRow, ...]

    @property
    def has_form(self) -> bool:
        return any(row.form for row in self.rows)

    @property
    def width(self) -> int:
        """Columns, with place, move, name and the last rounds."""
        return len(self.table.columns) + 3 + self.has_form


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableSheetRow:
    """A long name may take two lines."""

    row: CrosstableRow
    cells: tuple[CrosstableCell, ...]
    is_long: bool


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
    away = sorted_by_name(
        (str(player.name) for group in round_.away if group.mark in _AWAY for player in group.players), str
    )
    text = _("Away: {names}.").format(names=", ".join(away)) if away else ""
    return BoardsSheet(
        size=portrait_size(len(round_.boards) + len(round_.byes) + len(text) // _LETTERS_A_LINE),
        boards=round_.boards,
        byes=round_.byes,
        away=text,
        notes=round_.notes,
    )


def names_sheet(round_: RoundPage) -> NamesSheet:
    return NamesSheet(size=portrait_size(len(round_.by_name)), places=round_.by_name)


def standings_sheet(standings: StandingsPage, record: Record) -> StandingsSheet:
    """Many columns or long names leave no room for large letters, nor for many of the last rounds."""
    texts = [
        [column.short, *(row.cells[place].text for row in standings.rows)]
        for place, column in enumerate(standings.columns)
    ]
    name = usual_length(row.name for row in standings.rows)
    letters = sum(max(map(len, column)) for column in texts) + name
    rounds = min(standings.after_round, _MOST_SQUARES if letters < _FEW_LETTERS else _FEW_SQUARES)
    forms = {
        row.number: last_rounds(record, row.number, after=standings.after_round, rounds=rounds)
        for row in standings.rows
    }
    return StandingsSheet(
        letters=letters_filling(
            len(standings.rows), letters=letters + 5 + round(rounds * _LETTERS_A_SQUARE), columns=len(texts) + 4
        ),
        table=standings,
        rows=tuple(
            StandingsSheetRow(
                row=row, form=forms[row.number], said=spoken(forms[row.number]), is_long=len(row.name) > name
            )
            for row in standings.rows
        ),
    )


def usual_length(names: Iterable[str]) -> int:
    """A name of unusual length takes two lines: nine of ten are to fit in one."""
    lengths = sorted(min(len(name), _LONGEST_LINE) for name in names)
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def crosstable_sheets(crosstable: CrosstablePage) -> tuple[CrosstableSheet, ...]:
    size = landscape_size(len(crosstable.rows))
    numbers = [number for number, _url in crosstable.rounds]
    name = usual_length(row.name for row in crosstable.rows)
    parts: Sequence[Sequence[int]] = evenly(numbers, _ROUNDS_ACROSS[size])
    return tuple(
        CrosstableSheet(
            size=size,
            after_round=len(numbers),
            rounds=tuple(part),
            is_whole=len(parts) == 1,
            rows=tuple(
                CrosstableSheetRow(row=row, cells=row.cells[part[0] - 1 : part[-1]], is_long=len(row.name) > name)
                for row in crosstable.rows
            ),
            legend=crosstable.legend,
            about_guests=crosstable.about_guests,
        )
        for part in parts
    )
