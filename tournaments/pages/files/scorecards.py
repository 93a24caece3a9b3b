"""The cards of players, or of teams: all rounds so far, room for the next ones, cut out of A4 as A5 or A6."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.wording import mark_of
from tournaments.pages.files.paper_layout import Size, in_pages
from tournaments.pages.files.positions import Positions
from tournaments.pages.files.team_backs import CardBack, TeamBacks
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pages.standings.scorecard import round_of
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import PointsOf, Record, RoundEntry, RoundOutcome
from tournaments.pairing.teams.board_signs import halves_text
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.table import Column, ColumnKind, Row
from tournaments.pairing.wording import letters

COLUMNS = {2: 2, 4: 1}
"""Lists beside each other on a card, by cards to a page."""
_TO_COME = 6
"""Rounds to come that a card has room for where no number of rounds is planned."""
_OPPONENT_ON_ONE_LINE, _IN_SMALL_LETTERS = 20, 28
"""So many letters of a name stand on one line of the list, and so many where it is set smaller."""
_FROM_A_GROUP = 6
"""So many letters "from A" takes, behind the name."""
_NAME_ON_ONE_LINE, _OF_A_LONG_NAME = 29, 36
"""At the top of the card; a longer name is set smaller too."""
_NOT_YET = frozenset({RoundOutcome.OPEN, RoundOutcome.OPEN_AS_DRAW})


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardLine:
    """One round. `opponent` is the name; where there was no game, `words` say what the round was.

    `result`, `points` and `total` are empty while the game is open, all but `number` for a round to come. `position`
    is the place in the order from which the round is paired, and stands above it: empty where it is not known yet,
    None where the tables of the system show no such order.
    """

    number: int
    position: str | None = None
    colour: str = ""
    opponent: str = ""
    opponent_number: PlayerId | None = None
    words: str = ""
    result: str = ""
    points: str = ""
    total: str = ""
    other_total: str = ""
    """Of a team, the sum of the points that do not rank, small below the total."""
    group: str = ""
    """The letter of the first stage's group where it was played; empty for all others."""

    @property
    def is_long(self) -> bool:
        """Set smaller where a further line would not fit."""
        return len(self.opponent) + (_FROM_A_GROUP if self.group else 0) > _OPPONENT_ON_ONE_LINE

    @property
    def is_longer(self) -> bool:
        """Set smaller on every card."""
        return len(self.opponent) > 2 * _OPPONENT_ON_ONE_LINE

    @property
    def is_to_come(self) -> bool:
        return not self.opponent and not self.words

    @property
    def lines(self) -> int:
        """How many the name takes below each other."""
        return len(wrap(self.opponent, _IN_SMALL_LETTERS)) or 1


@dataclass(frozen=True, kw_only=True, slots=True)
class RowRoom:
    """How much fits below each other on a card, be it A5 or A6, and in letters of which size."""

    rows: int
    a_round: int
    """So many rows each; every further line of a long name is one more."""
    end: int
    """So many rows for points, what decides between equals, and the place below the rounds."""
    large: int
    medium: int

    def taken(self, lines: Iterable[ScorecardLine]) -> int:
        return sum(self.a_round - 1 + line.lines for line in lines)

    def size(self, rows: int) -> Size:
        if rows <= self.large:
            return Size.LARGE
        return Size.MEDIUM if rows <= self.medium else Size.SMALL


PLAIN = RowRoom(rows=24, a_round=1, end=3, large=12, medium=18)
BELOW_POSITIONS = RowRoom(rows=28, a_round=2, end=4, large=14, medium=20)
"""Where a position stands above each round."""
WITH_BOTH_POINTS = RowRoom(rows=34, a_round=2, end=4, large=24, medium=30)
"""Of a team, where one kind of points stands below the other."""
WITH_BOTH_POINTS_BELOW_POSITIONS = RowRoom(rows=37, a_round=3, end=4, large=25, medium=31)


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardEnd:
    """What the tournament comes to; empty, to be filled in by hand, until its last table."""

    name: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerScorecard:
    """`besides` is what the points hold that belongs to no round. A long season continues on a further card.

    `ends` stand on the last card, where it is planned which round is the last. `position_name` is what the positions
    above the rounds are called; empty where there are none.
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
    lists: tuple[tuple[ScorecardLine, ...], ...]
    ends: tuple[ScorecardEnd, ...]
    position_name: str
    back: CardBack | None = None
    """Of a team."""

    @property
    def is_long(self) -> bool:
        return len(self.name) > _NAME_ON_ONE_LINE

    @property
    def room(self) -> RowRoom:
        return _room(self.position_name, is_of_team=self.back is not None)

    @property
    def density(self) -> Size:
        longest = max(map(self.room.taken, self.lists), default=0)
        return self.room.size(longest + _head(self.name) + (self.room.end if self.ends else 0))


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardSheets:
    """`without_card` says who gets none, and why; empty where everybody gets one."""

    to_a_page: int
    pages: tuple[tuple[PlayerScorecard, ...], ...]
    without_card: str
    have_backs: bool = False
    """Of teams: behind each page comes one with the backs of its cards, in their order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _KnownScorecards:
    """What stands on them: the rounds of `published`, the numbers of `settled`, the positions before each round; of
    teams also their backs, and the record of the points that do not rank."""

    published: PublishedTournament
    settled: PublishedTournament
    positions: Positions
    backs: TeamBacks | None
    other: Record | None


def scorecard_sheets(
    published: PublishedTournament,
    settled: PublishedTournament,
    *,
    here: Collection[PlayerId],
    planned_rounds: int | None,
    to_a_page: int,
    backs: TeamBacks | None = None,
) -> ScorecardSheets:
    """`settled` is the table whose numbers stand on the card: that of the last round without open games.

    Of those who are `here`, by name; where the system lays the cards in an order, in that. `backs` where teams play.
    """
    known = _KnownScorecards(
        published=published,
        settled=settled,
        positions=Positions.of(settled),
        backs=backs,
        other=_other_points(settled.record) if backs else None,
    )
    listed = sorted_by_name(published.table.rows, lambda row: published.names[row.player])
    play = [row for row in listed if row.player in here]
    if known.positions.name:
        play.sort(key=lambda row: (known.positions.newest(row.player), row.player))
    rows = {row.player: row for row in settled.table.rows}
    to_come = _rounds_to_come(published.after_round, planned_rounds)
    is_over = settled.is_last(planned_rounds)
    columns = [column for column in settled.table.columns if column.kind is ColumnKind.POINTS]
    cards: list[PlayerScorecard] = []
    for row in play:
        in_table = rows.get(row.player)
        ends = () if planned_rounds is None else _ends(columns, settled, in_table if is_over else None)
        cards += _cards_of(known, row, in_table, to_come, ends, COLUMNS[to_a_page])
    return ScorecardSheets(
        to_a_page=to_a_page,
        pages=in_pages(cards, to_a_page),
        without_card=_without_card(len(listed) - len(play), are_teams=backs is not None),
        have_backs=backs is not None,
    )


def _other_points(record: Record) -> Record:
    return record.counted_by(PointsOf.MATCHES if record.scoring.by_boards else PointsOf.BOARDS)


def _without_card(others: int, *, are_teams: bool) -> str:
    if not others:
        return ""
    if are_teams:
        return ngettext(
            "{count} team that does not play gets no card.", "{count} teams that do not play get no card.", others
        ).format(count=others)
    return ngettext(
        "{count} player who does not play gets no card.", "{count} players who do not play get no card.", others
    ).format(count=others)


def _rounds_to_come(played: int, planned: int | None) -> Sequence[int]:
    last = played + _TO_COME if planned is None else max(planned, played)
    return range(played + 1, last + 1)


def _ends(columns: Sequence[Column], settled: PublishedTournament, row: Row | None) -> tuple[ScorecardEnd, ...]:
    """Points, what decides where they are equal, and the place."""
    ends = [
        ScorecardEnd(
            name=gettext(column.name if column.code == POINTS.code else column.short),
            value=settled.cell(column, row.cells.get(column.code)) if row else "",
        )
        for column in columns
    ]
    return (*ends, ScorecardEnd(name=_("Place"), value=str(row.place or "") if row else ""))


def _cards_of(
    known: _KnownScorecards,
    row: Row,
    in_table: Row | None,
    to_come: Sequence[int],
    ends: tuple[ScorecardEnd, ...],
    columns: int,
) -> Iterator[PlayerScorecard]:
    player, published, settled, positions = row.player, known.published, known.settled, known.positions
    by_round, besides = _given(in_table)
    lines = [_line(known, player, item, by_round) for item in published.record.entries[player]]
    coming = _with_early(lines[published.after_round :], to_come, positions, player)
    lines = lines[: published.after_round]
    room = _room(positions.name, is_of_team=known.backs is not None)
    rows = room.rows - _head(published.names[player]) - (room.end if ends else 0)
    parts = _parts(lines, coming, columns, room, rows)
    points = next((column for column in settled.table.columns if column.code == POINTS.code), POINTS)
    for part, lists in enumerate(parts, start=1):
        yield PlayerScorecard(
            number=player,
            name=published.names[player],
            is_withdrawn=row.withdrawn and not published.is_guest(player),
            rank=in_table.place if in_table and settled.after_round else None,
            points=settled.cell(points, in_table.cells.get(POINTS.code)) if in_table else "",
            points_after=settled.after_round,
            besides=settled.points(besides) if besides and settled.after_round else "",
            part=part,
            parts=len(parts),
            lists=lists,
            ends=ends if part == len(parts) else (),
            position_name=positions.name,
            back=known.backs.back(player, [line.number for lines_ in lists for line in lines_])
            if known.backs
            else None,
        )


def _with_early(
    early: Sequence[ScorecardLine], to_come: Sequence[int], positions: Positions, player: PlayerId
) -> list[ScorecardLine]:
    """Rounds to come, and in their place those of which a game counts already."""
    known = {line.number: line for line in early}
    return [
        known.get(number) or ScorecardLine(number=number, position=positions.text(number, player)) for number in to_come
    ]


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


def _line(known: _KnownScorecards, player: PlayerId, item: RoundEntry, by_round: dict[int, Fraction]) -> ScorecardLine:
    published, settled, number = known.published, known.settled, item.round_number
    counts = number <= settled.after_round and item.outcome is not RoundOutcome.OPEN
    total = settled.history[number].get(player) if counts else None
    is_early = number > published.after_round and number in by_round
    mark = mark_of(item.outcome, item.played)
    colour = item.colour
    if item.outcome is RoundOutcome.BYE and published.state.context.capabilities.bye_is_white:
        colour = Colour.WHITE
    return ScorecardLine(
        number=number,
        position=known.positions.text(number, player),
        colour=colour.value if colour else "",
        opponent=published.names[item.opponent] if item.opponent is not None else "",
        opponent_number=item.opponent,
        words="" if item.opponent is not None else str(mark.words),
        result="" if item.opponent is None or item.outcome in _NOT_YET else _result(known, item, str(mark.short)),
        points=settled.points(by_round.get(number, Fraction(0))) if (counts and total is not None) or is_early else "",
        total="" if total is None else settled.points(total),
        other_total="" if total is None or known.other is None else settled.points(_sum(known.other, player, number)),
        group="" if item.group is None else letters(item.group),
    )


def _result(known: _KnownScorecards, item: RoundEntry, mark: str) -> str:
    """Of a match its score, the own board points first."""
    own = item.boards
    if own is None or item.opponent is None:
        return mark
    others = known.published.record.entries[item.opponent]
    their = next((each.boards for each in others if each.round_number == item.round_number), None)
    return mark if their is None else f"{halves_text(own)}–{halves_text(their)}"


def _sum(record: Record, player: PlayerId, until: int) -> Fraction:
    return sum((entry.points for entry in record.entries[player] if entry.round_number <= until), Fraction(0))


def _room(position_name: str, *, is_of_team: bool) -> RowRoom:
    if is_of_team:
        return WITH_BOTH_POINTS_BELOW_POSITIONS if position_name else WITH_BOTH_POINTS
    return BELOW_POSITIONS if position_name else PLAIN


def _head(name: str) -> int:
    """So many rows fewer are left where the name takes more than one line."""
    return max(len(wrap(name, _OF_A_LONG_NAME)) - 1, 0)


def _parts(
    lines: Sequence[ScorecardLine], coming: Sequence[ScorecardLine], columns: int, room: RowRoom, rows: int
) -> list[tuple[tuple[ScorecardLine, ...], ...]]:
    """Cards of lists of so many rows. Each is full before the next begins; the last has room for one round to come."""
    lists = _lists([*lines, *coming[:1]], rows, room)
    cards = [list(lists[start : start + columns]) for start in range(0, len(lists), columns)] or [[]]
    left = columns * rows - sum(map(room.taken, cards[-1]))
    further = coming[1 : 1 + left // room.a_round]
    cards[-1] = _lists([*(line for lines_ in cards[-1] for line in lines_), *further], rows, room)[:columns]
    return [tuple(tuple(lines_) for lines_ in card) for card in cards]


def _lists(lines: Sequence[ScorecardLine], rows: int, room: RowRoom) -> list[list[ScorecardLine]]:
    lists: list[list[ScorecardLine]] = []
    left = 0
    for line in lines:
        taken = room.taken([line])
        if taken > left:
            lists.append([])
            left = rows
        lists[-1].append(line)
        left -= taken
    return lists
