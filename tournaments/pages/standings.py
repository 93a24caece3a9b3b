"""Standings: a row per player, numbers that open up on the player's card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.names import Audience
from tournaments.pages.published import Published, published
from tournaments.pages.wording import Names, ScaleStep, point_scale, points_text, sentence
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.table import Cell, Column, ColumnKind, Row, Table


@dataclass(frozen=True, kw_only=True, slots=True)
class TableColumn:
    """`width` is the narrowest screen it fits on: "always", "folds" (unfolds on a phone) or "wide"."""

    short: str
    name: str
    legend: str
    width: str
    is_number: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCell:
    """`url` leads to what the number is the sum of; empty where it is no number."""

    column: TableColumn
    text: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsRow:
    """`moved` is how many places up since the round before (down: negative), None for whoever was not listed then."""

    rank: int
    is_shared: bool
    moved: int | None
    number: PlayerId
    name: str
    url: str
    is_withdrawn: bool
    cells: tuple[TableCell, ...]

    @property
    def places_down(self) -> int:
        return -(self.moved or 0)

    @property
    def folded(self) -> tuple[TableCell, ...]:
        """What a phone shows only when the row is unfolded."""
        return tuple(cell for cell in self.cells if cell.column.width != "always")


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundLink:
    number: int
    url: str
    is_shown: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsPage:
    """`after_round` 0: the starting list."""

    after_round: int
    rounds: tuple[RoundLink, ...]
    columns: tuple[TableColumn, ...]
    rows: tuple[StandingsRow, ...]
    scale: tuple[ScaleStep, ...]
    notes: tuple[str, ...]

    @property
    def is_newest(self) -> bool:
        return self.after_round == len(self.rounds)


def standings_page(tournament: Tournament, audience: Audience, *, after: int | None = None) -> StandingsPage:
    """After the newest published round, or an earlier one. Raises NotPublished."""
    picture = published(tournament, audience)
    snapshot = picture.after(after)
    table = picture.table(snapshot)
    before = picture.table(snapshot.after(len(snapshot.rounds) - 1)) if len(snapshot.rounds) > 1 else None
    return StandingsPage(
        after_round=table.after_round,
        rounds=tuple(
            RoundLink(
                number=played.number,
                url=picture.addresses.standings(played.number),
                is_shown=played.number == table.after_round,
            )
            for played in picture.snapshot.rounds
        ),
        columns=tuple(columns_of(table).values()),
        rows=_rows(picture, table, before),
        scale=point_scale(picture.system),
        notes=tuple(sentence(note, picture.names) for note in table.notes),
    )


def columns_of(table: Table) -> dict[str, TableColumn]:
    """The table's columns by code, in the reader's language. A phone has room for one besides those it must show."""
    room = next((column.code for column in table.columns if column.priority == 2), None)
    widths = {1: "always", 2: "folds"}
    return {
        column.code: TableColumn(
            short=_(column.short),
            name=_(column.name),
            legend=_(column.legend),
            width="always" if column.code == room else widths.get(column.priority, "wide"),
            is_number=column.kind in {ColumnKind.POINTS, ColumnKind.NUMBER},
        )
        for column in table.columns
    }


def cell_text(column: Column, cell: Cell | None, names: Names) -> str:
    match cell.value if cell else None:
        case None:
            return ""
        case Fraction() | int() as number if column.kind is not ColumnKind.PLAYER:
            return points_text(number)
        case int() as player:
            return names.get(player, "")
        case value:
            return str(value)


def anchor_of(column: Column) -> str:
    """Where on the player's card the column's number opens up."""
    return slugify(column.code) or "number"


def is_shared(table: Table) -> Mapping[int, bool]:
    """By rank, whether several stand there."""
    return {rank: count > 1 for rank, count in Counter(row.rank for row in table.rows).items()}


def _rows(picture: Published, table: Table, before: Table | None) -> tuple[StandingsRow, ...]:
    shared = is_shared(table)
    ranks_before = {row.player: row.rank for row in before.rows} if before else {}
    columns = columns_of(table)
    after = table.after_round if table.after_round < picture.newest else None

    def cells(row: Row, url: str) -> tuple[TableCell, ...]:
        return tuple(
            TableCell(
                column=columns[column.code],
                text=cell_text(column, row.cells.get(column.code), picture.names),
                url=f"{url}#{anchor_of(column)}" if columns[column.code].is_number and column.priority < 3 else "",
            )
            for column in table.columns
        )

    rows = []
    for row in table.rows:
        url = picture.addresses.card(row.player, after)
        earlier = ranks_before.get(row.player)
        rows.append(
            StandingsRow(
                rank=row.rank,
                is_shared=shared[row.rank],
                moved=None if earlier is None else earlier - row.rank,
                number=row.player,
                name=picture.names[row.player],
                url=url,
                is_withdrawn=row.withdrawn,
                cells=cells(row, url),
            )
        )
    return tuple(rows)
