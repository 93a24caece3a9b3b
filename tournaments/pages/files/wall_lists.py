"""The lists for the wall, as values: the round by board and by name, standings, the crosstable in parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _

from tournaments.pages.common.charts.recent_form import last_rounds
from tournaments.pages.common.charts.squares import Square, spoken
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.wording import ShortMark, mark_of
from tournaments.pages.files.paper_layout import (
    IN_HAND,
    LANDSCAPE,
    WITH_TILES,
    bold,
    columns_across,
    evenly,
    letters_by_height,
    letters_filling,
    letters_in_width,
    lines_of,
)
from tournaments.pages.rounds.round import RoundBoard, RoundPage, RoundPlace, RoundSide, WithoutBoard
from tournaments.pages.standings.crosstable import CrosstableCell, CrosstablePage, CrosstableRow
from tournaments.pages.standings.standings import StandingsPage, StandingsRow
from tournaments.pairing.history.record import Record, RoundOutcome

_A_ROUND, _SMALL_FIELD, _IN_A_SMALL_FIELD = 8, 14, 8
"""Letters in a cell of the crosstable: a number, the colour and the result. So few players have room for letters of so
many points, and therefore for fewer rounds."""
_LONGEST_LINE, _OF_A_LONG_NAME = 38, 20
"""A name longer than usual takes several lines, of so many letters."""
_SIDE_MM, _NAME_MM, _PAGE_MM = 69.0, 72.0, 184.0
"""What a player at a board has, a name in the list by name, and a sentence across the page."""
_CHIP = "xx "
"""As many letters are as wide as the sign of a colour."""
_GAP_OF_A_ROW = WITH_TILES.gap / 1.25
"""In lines: above and below what stands in a row."""
_SMALL = 0.75
"""Of the usual size of a letter."""
_MOST_SQUARES, _FEW_SQUARES, _FEW_LETTERS = 10, 5, 40
"""So many of the last rounds stand in a row of the standings where names and numbers have few letters, else so many."""
_LETTERS_A_SQUARE = 1.8
_AWAY = mark_of(RoundOutcome.EXCUSED)
"""Not who has left the tournament, nor who is out of it: nobody looks for them on a board."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardsSheet:
    """After the boards each who has a bye, with the word for it; below them `away` in one sentence, whatever the kind:
    what hangs on the wall says no more."""

    letters: int
    """In points, as on all lists: as large as fits the page, or the pages it takes."""
    boards: tuple[RoundBoard, ...]
    byes: tuple[WithoutBoard, ...]
    away: str
    notes: tuple[str, ...]

    @property
    def are_matches(self) -> bool:
        """Of teams, each with its boards under it."""
        return any(board.match is not None for board in self.boards)


@dataclass(frozen=True, kw_only=True, slots=True)
class NamesSheet:
    letters: int
    places: tuple[RoundPlace, ...]


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
    table: StandingsPage
    rows: tuple[StandingsSheetRow, ...]

    @property
    def has_form(self) -> bool:
        return any(row.form for row in self.rows)

    @property
    def width(self) -> int:
        """Columns, with place, move, name and the last rounds, and of a category the place in all."""
        return len(self.table.columns) + 3 + self.has_form + bool(self.table.shown)


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableSheetRow:
    """A long name may take two lines."""

    row: CrosstableRow
    cells: tuple[CrosstableCell, ...]
    is_long: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableSheet:
    """Some rounds of everybody: a whole season does not fit the width of a page."""

    letters: int
    after_round: int
    rounds: tuple[int, ...]
    is_whole: bool
    rows: tuple[CrosstableSheetRow, ...]
    legend: tuple[ShortMark, ...]
    from_groups: tuple[str, ...]
    about_guests: str

    @property
    def width(self) -> int:
        """Columns, with place, number, name and points."""
        return len(self.rounds) + 4


def boards_sheet(round_: RoundPage) -> BoardsSheet:
    away = sorted_by_name(
        (str(player.name) for group in round_.away if group.mark == _AWAY for player in group.players), str
    )
    text = _("Away: {names}.").format(names=", ".join(away)) if away else ""

    def rows_in(points: int) -> list[int]:
        sides = [_lines_of_match(each, points) for each in round_.boards]
        return [*sides, *[1] * len(round_.byes), *(lines_of(note, _PAGE_MM, points) for note in (text, *round_.notes))]

    return BoardsSheet(
        letters=min(letters_by_height(rows_in), _unbroken(_names_at_boards(round_), _SIDE_MM)),
        boards=round_.boards,
        byes=round_.byes,
        away=text,
        notes=round_.notes,
    )


def names_sheet(round_: RoundPage) -> NamesSheet:
    def rows_in(points: int) -> list[int]:
        return [
            max(
                lines_of(str(each.name), _NAME_MM, points, is_bold=True),
                lines_of(str(each.opponent), _NAME_MM, points),
            )
            for each in round_.by_name
        ]

    letters = min(letters_by_height(rows_in, WITH_TILES), _unbroken((each.name for each in round_.by_name), _NAME_MM))
    return NamesSheet(letters=letters, places=round_.by_name)


def _names_at_boards(round_: RoundPage) -> Iterator[str]:
    for board in round_.boards:
        yield from (board.white.name, board.black.name)
        for line in board.match.lines if board.match else ():
            yield from (line.first, line.second)


def _lines_of_match(match: RoundBoard, points: int) -> int:
    """Of a match of teams with all its boards, which stand on one page: no match is split."""
    lines = max(_lines_of_side(side, points) for side in (match.white, match.black))
    boards = match.match.lines if match.match else ()
    for board in boards:
        lines += max(lines_of(f"{_CHIP}{name}", _SIDE_MM, points) for name in (board.first, board.second))
    return lines + ceil(len(boards) * _GAP_OF_A_ROW)


def _lines_of_side(side: RoundSide, points: int) -> int:
    """What a player brings to the board stands behind the name, or below it if there is no room."""
    standing = side.standing
    brings = [str(side.rating or "")]
    if standing is not None:
        brings = ["place 00" if standing.place else brings[0], standing.named_points or f"{standing.points_text} pts"]
        brings += [f"worth {standing.worth_text}"] if standing.worth_text else []
    letters = "x" * round(len(" · ".join(brings)) * _SMALL)
    return lines_of(f"{side.name} {letters}", _SIDE_MM, points, is_bold=True)


def _unbroken(names: Iterable[str], width: float) -> int:
    """The largest letters in which no word of these names is broken."""
    words = [word for name in names for word in re.split(r"[\s-]", str(name))]
    return letters_in_width(bold(1 + max(map(len, words), default=0)), width)


def standings_sheet(standings: StandingsPage, record: Record) -> StandingsSheet:
    """Many columns or long names leave no room for large letters, nor for many of the last rounds."""
    texts = [
        [column.short, *(row.cells[place].text for row in standings.rows)]
        for place, column in enumerate(standings.columns)
    ]
    names = {row.number: _with_badge(row, standings) for row in standings.rows}
    name = usual_length(names.values())
    widest = name if max(map(len, names.values()), default=0) <= name else max(name, _OF_A_LONG_NAME)
    letters = sum(max(map(len, column)) for column in texts) + widest
    rounds = min(standings.after_round, _MOST_SQUARES if letters < _FEW_LETTERS else _FEW_SQUARES)
    forms = {
        row.number: last_rounds(record, row.number, after=standings.after_round, rounds=rounds)
        for row in standings.rows
    }
    return StandingsSheet(
        letters=letters_filling(
            [lines_of_name(each, name) for each in names.values()],
            letters=bold(letters + 5) + rounds * _LETTERS_A_SQUARE,
            columns=len(texts) + 4 + bool(standings.shown),
        ),
        table=standings,
        rows=tuple(
            StandingsSheetRow(
                row=row,
                form=forms[row.number],
                said=spoken(forms[row.number]),
                is_long=len(names[row.number]) > name,
            )
            for row in standings.rows
        ),
    )


def _with_badge(row: StandingsRow, standings: StandingsPage) -> str:
    """What stands in the place of the name."""
    return row.name if standings.shown or not row.category else f"{row.name} {row.category}"


def usual_length(names: Iterable[str]) -> int:
    """A name of unusual length takes two lines: nine of ten are to fit in one."""
    lengths = sorted(min(len(name), _LONGEST_LINE) for name in names)
    return lengths[(len(lengths) - 1) * 9 // 10] if lengths else 0


def lines_of_name(name: str, usual: int) -> int:
    return 1 if len(name) <= usual else -(-len(name) // max(usual, _OF_A_LONG_NAME))


def crosstable_sheets(crosstable: CrosstablePage) -> tuple[CrosstableSheet, ...]:
    numbers = [number for number, _url in crosstable.rounds]
    name = usual_length(row.name for row in crosstable.rows)
    besides = bold(name) + max((len(row.points) for row in crosstable.rows), default=0) + 12
    at_least = _IN_A_SMALL_FIELD if len(crosstable.rows) <= _SMALL_FIELD else IN_HAND
    across = columns_across(_A_ROUND, besides=besides, points=at_least, room=LANDSCAPE)
    parts: Sequence[Sequence[int]] = evenly(numbers, across)
    places = {number: place for place, number in enumerate(numbers)}
    widest = max(map(len, parts), default=0)
    letters = letters_filling(
        [lines_of_name(row.name, name) for row in crosstable.rows],
        letters=besides + _A_ROUND * widest,
        columns=widest,
        room=LANDSCAPE,
    )
    return tuple(
        CrosstableSheet(
            letters=letters,
            after_round=crosstable.after_round,
            rounds=tuple(part),
            is_whole=len(parts) == 1,
            rows=tuple(
                CrosstableSheetRow(
                    row=row, cells=row.cells[places[part[0]] : places[part[-1]] + 1], is_long=len(row.name) > name
                )
                for row in crosstable.rows
            ),
            legend=crosstable.legend,
            from_groups=crosstable.from_groups,
            about_guests=crosstable.about_guests,
        )
        for part in parts
    )
