"""The players' cards: all rounds so far, room for the next ones, cut out of A4 as A5 or A6."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from tournaments.pages.card import round_of
from tournaments.pages.papers.layout import Size, in_pages
from tournaments.pages.published import Published
from tournaments.pages.sorting import sorted_by_name
from tournaments.pages.wording import Names, cell_text, in_decimals, mark_of, points_text
from tournaments.pairing.facts.record import RoundEntry, RoundOutcome
from tournaments.pairing.model.snapshot import PlayerId
from tournaments.pairing.model.table import Column, ColumnKind, Row
from tournaments.pairing.telling.standings import POINTS

ROWS = 24
"""So many lines fit below each other on a card, be it A5 or A6."""
COLUMNS = {2: 2, 4: 1}
"""Lists beside each other on a card, by cards to a page."""
ROWS_WITH_END = ROWS - 3
"""As many where points, what decides between equals, and the place stand below them."""
_ROOM = 6
"""Rounds to come that a card has room for where no number of rounds is planned."""
_NAME_ON_ONE_LINE = 38
_NOT_YET = frozenset({RoundOutcome.OPEN, RoundOutcome.OPEN_AS_DRAW})


@dataclass(frozen=True, kw_only=True, slots=True)
class CardLine:
    """One round. `opponent` is the name; where there was no game, `words` say what the round was.

    `result`, `points` and `total` are empty while the game is open, all but `number` for a round to come.
    """

    number: int
    colour: str = ""
    opponent: str = ""
    opponent_number: PlayerId | None = None
    words: str = ""
    result: str = ""
    points: str = ""
    total: str = ""

    @property
    def is_long(self) -> bool:
        return len(self.opponent) > _NAME_ON_ONE_LINE

    @property
    def lines(self) -> int:
        """How many lines of the card it takes."""
        return 1 + len(self.opponent) // (_NAME_ON_ONE_LINE + 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class CardEnd:
    """What the tournament comes to; empty, to be filled in by hand, until its last table."""

    name: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerCard:
    """`besides` is what the points hold that belongs to no round. A long season continues on a further card.

    `ends` stand on the last card, where it is planned which round is the last.
    """

    number: PlayerId
    name: str
    is_withdrawn: bool
    rank: int | None
    points: str
    points_after: int
    besides: str
    part: int
    parts: int
    lists: tuple[tuple[CardLine, ...], ...]
    ends: tuple[CardEnd, ...]

    @property
    def is_long(self) -> bool:
        return len(self.name) > _NAME_ON_ONE_LINE

    @property
    def density(self) -> Size:
        longest = max((sum(line.lines for line in lines) for lines in self.lists), default=0)
        longest += ROWS - ROWS_WITH_END if self.ends else 0
        if longest <= 12:
            return Size.LARGE
        return Size.MEDIUM if longest <= 18 else Size.SMALL


@dataclass(frozen=True, kw_only=True, slots=True)
class CardsSheets:
    to_a_page: int
    pages: tuple[tuple[PlayerCard, ...], ...]


def cards_sheets(picture: Published, settled: Published, *, planned_rounds: int | None, to_a_page: int) -> CardsSheets:
    """By name. `settled` is the table whose numbers stand on the card: that of the last round without open games."""
    listed = sorted_by_name(picture.table.rows, lambda row: picture.names[row.player])
    rows = {row.player: row for row in settled.table.rows}
    to_come = _rounds_to_come(picture.after_round, planned_rounds)
    is_over = planned_rounds is not None and settled.after_round >= planned_rounds
    columns = [
        (column, in_decimals(row.cells[column.code].value for row in settled.table.rows))
        for column in settled.table.columns
        if column.kind is ColumnKind.POINTS
    ]
    cards: list[PlayerCard] = []
    for row in listed:
        in_table = rows.get(row.player)
        ends = () if planned_rounds is None else _ends(columns, settled.names, in_table if is_over else None)
        cards += _cards_of(picture, settled, row, in_table, to_come, ends, COLUMNS[to_a_page])
    return CardsSheets(to_a_page=to_a_page, pages=in_pages(cards, to_a_page))


def _rounds_to_come(played: int, planned: int | None) -> Sequence[int]:
    last = played + _ROOM if planned is None else max(planned, played)
    return range(played + 1, last + 1)


def _ends(columns: Sequence[tuple[Column, bool]], names: Names, row: Row | None) -> tuple[CardEnd, ...]:
    """Points, what decides where they are equal (each with whether it is shown in decimals), and the place."""
    ends = [
        CardEnd(
            name=gettext(column.name if column.code == POINTS.code else column.short),
            value=cell_text(column, row.cells.get(column.code), names, in_decimals=decimals) if row else "",
        )
        for column, decimals in columns
    ]
    return (*ends, CardEnd(name=_("Place"), value=str(row.rank) if row else ""))


def _cards_of(
    picture: Published,
    settled: Published,
    row: Row,
    in_table: Row | None,
    to_come: Sequence[int],
    ends: tuple[CardEnd, ...],
    columns: int,
) -> Iterator[PlayerCard]:
    player = row.player
    by_round, besides = _given(in_table)
    lines = [_line(picture, settled, player, item, by_round) for item in picture.record.entries[player]]
    parts = _parts(lines, to_come, columns, ROWS_WITH_END if ends else ROWS)
    points = next((column for column in settled.table.columns if column.code == POINTS.code), POINTS)
    for part, lists in enumerate(parts, start=1):
        yield PlayerCard(
            number=player,
            name=picture.names[player],
            is_withdrawn=row.withdrawn,
            rank=in_table.rank if in_table and settled.after_round else None,
            points=cell_text(points, in_table.cells.get(POINTS.code), picture.names) if in_table else "",
            points_after=settled.after_round,
            besides=points_text(besides) if besides and settled.after_round else "",
            part=part,
            parts=len(parts),
            lists=lists,
            ends=ends if part == len(parts) else (),
        )


def _given(row: Row | None) -> tuple[dict[int, Fraction], Fraction]:
    """What each round gives in the table's own sum, and what it holds besides."""
    by_round: dict[int, Fraction] = defaultdict(Fraction)
    besides = Fraction(0)
    for term in row.cells[POINTS.code].terms if row else ():
        if (number := round_of(term)) is None:
            besides += term.amount
        else:
            by_round[number] += term.amount
    return by_round, besides


def _line(
    picture: Published, settled: Published, player: PlayerId, item: RoundEntry, by_round: dict[int, Fraction]
) -> CardLine:
    number = item.round_number
    counts = number <= settled.after_round and item.outcome is not RoundOutcome.OPEN
    total = settled.history[number].get(player) if counts else None
    mark = mark_of(item.outcome)
    return CardLine(
        number=number,
        colour=item.colour.value if item.colour else "",
        opponent=picture.names[item.opponent] if item.opponent is not None else "",
        opponent_number=item.opponent,
        words="" if item.opponent is not None else str(mark.words),
        result="" if item.opponent is None or item.outcome in _NOT_YET else str(mark.short),
        points=points_text(by_round.get(number, Fraction(0))) if counts and total is not None else "",
        total="" if total is None else points_text(total),
    )


def _parts(
    lines: Sequence[CardLine], to_come: Sequence[int], columns: int, rows: int
) -> list[tuple[tuple[CardLine, ...], ...]]:
    """Cards of lists. Each card is full before the next begins; the last has room for at least one round to come."""
    lists = _lists([*lines, *(CardLine(number=number) for number in to_come[:1])], rows)
    cards = [list(lists[start : start + columns]) for start in range(0, len(lists), columns)] or [[]]
    room = columns * rows - sum(line.lines for lines_ in cards[-1] for line in lines_)
    further = [CardLine(number=number) for number in to_come[1 : 1 + room]]
    cards[-1] = _lists([*(line for lines_ in cards[-1] for line in lines_), *further], rows)[:columns]
    return [tuple(tuple(lines_) for lines_ in card) for card in cards]


def _lists(lines: Sequence[CardLine], rows: int) -> list[list[CardLine]]:
    lists: list[list[CardLine]] = []
    room = 0
    for line in lines:
        if line.lines > room:
            lists.append([])
            room = rows
        lists[-1].append(line)
        room -= line.lines
    return lists
