"""The crosstable: each player's opponent, colour and result, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.pages.names import Audience
from tournaments.pages.placing import number_in
from tournaments.pages.published import Published, published
from tournaments.pages.standings import is_shared
from tournaments.pages.wording import Mark, in_decimals, mark_of, points_text
from tournaments.pairing.record import Item, What
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.standings import POINTS
from tournaments.pairing.table import Row


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableCell:
    """`opponent` is a start number, None for a round without a game; `colour` is empty then."""

    mark: Mark
    opponent: PlayerId | None
    colour: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstableRow:
    rank: int
    is_shared: bool
    number: PlayerId
    name: str
    url: str
    is_withdrawn: bool
    points: str
    cells: tuple[CrosstableCell, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CrosstablePage:
    """`legend` explains the marks that occur. `density` says how tightly paper must set it."""

    rounds: tuple[tuple[int, str], ...]
    rows: tuple[CrosstableRow, ...]
    legend: tuple[Mark, ...]

    @property
    def density(self) -> str:
        if len(self.rounds) <= 9:
            return "roomy"
        return "tight" if len(self.rounds) <= 15 else "dense"


def crosstable_page(tournament: Tournament, audience: Audience) -> CrosstablePage:
    return crosstable_of(published(tournament, audience))


def crosstable_of(picture: Published) -> CrosstablePage:
    """In the order of the standings; whoever is not listed there yet is not listed here."""
    table = picture.table
    shared = is_shared(table)
    items = picture.record.items
    decimals = in_decimals(row.cells[POINTS.code].value for row in table.rows)
    occurring = {item.what for row in table.rows for item in items[row.player]}
    return CrosstablePage(
        rounds=tuple((each.number, picture.addresses.round(each.number)) for each in picture.rounds),
        rows=tuple(_row(picture, row, shared, items[row.player], in_decimals=decimals) for row in table.rows),
        legend=tuple(mark_of(what) for what in What if what in occurring),
    )


def _row(
    picture: Published, row: Row, shared: Mapping[int, bool], items: Sequence[Item], *, in_decimals: bool
) -> CrosstableRow:
    points = number_in(row, POINTS.code)
    return CrosstableRow(
        rank=row.rank,
        is_shared=shared[row.rank],
        number=row.player,
        name=picture.names[row.player],
        url=picture.card_url(row.player),
        is_withdrawn=row.withdrawn,
        points="" if points is None else points_text(points, in_decimals=in_decimals),
        cells=tuple(
            CrosstableCell(
                mark=mark_of(item.what), opponent=item.opponent, colour=item.colour.value if item.colour else ""
            )
            for item in items
        ),
    )
