"""Ranking: a fold of the tie-breaks over the groups still tied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from tournaments.pairing.history.counted_rounds import Counting, best_units
from tournaments.pairing.history.opponents_points import ForfeitQuality
from tournaments.pairing.history.record import Record
from tournaments.pairing.history.round_entries import entry_term, points_terms
from tournaments.pairing.protocols import NotingTieBreak, TieBreak
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Column, Row, Table, Term
from tournaments.pairing.types.translation import gettext_noop as _

POINTS = Column(
    code="points",
    short=_("Pts"),
    name=_("Points"),
    legend=_("All points so far, byes and absences included"),
    priority=1,
)

MATCH_POINTS = replace(POINTS, short=_("MP"), name=_("Match points"))
BOARD_POINTS = replace(
    POINTS, short=_("BP"), name=_("Board points"), legend=_("All board points so far, byes included")
)
"""Of teams, whichever rank."""


PLAY_OFF = "play_off"
"""The code of the column in which a play-off ranks those who share the first place, beside the tie-breaks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """Best first. `ranks` are 1, 2, 2, 4; `cells` holds each player's tie-breaks under their short names."""

    order: tuple[PlayerId, ...]
    ranks: Mapping[PlayerId, int]
    cells: Mapping[PlayerId, Mapping[str, Cell]]


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedBy:
    """What a table is sorted by first, in place of the points: a column, and everybody's value in it."""

    column: Column
    values: Mapping[PlayerId, Fraction]


def rank(
    record: Record,
    scores: Mapping[PlayerId, Fraction],
    tie_breaks: Sequence[TieBreak],
    *,
    higher_is_better: bool = True,
) -> Ranking:
    """The players of `scores` by score and then by each tie-break among those still tied.

    Every player gets a cell of every tie-break to be shown, but only those tied are ranked by it.
    """
    groups = _split([sorted(scores)], scores, higher_is_better=higher_is_better)
    cells: dict[PlayerId, dict[str, Cell]] = {player: {} for player in scores}
    for tie_break in tie_breaks:
        values: dict[PlayerId, Any] = {}
        for group in groups:
            for player, cell in tie_break.cells(record, frozenset(group)).items():
                cells[player][tie_break.info.short] = cell
                values[player] = cell.key
        groups = _split(groups, values, higher_is_better=tie_break.info.higher_is_better)
    if (
        not record.snapshot.rounds and not record.has_early
    ):  # rulebook, README: before any round everybody stands 1..n by number
        groups = [[player] for player in sorted(scores)]
    return Ranking(order=tuple(player for group in groups for player in group), ranks=_ranks(groups), cells=cells)


def _split(
    groups: Iterable[list[PlayerId]], values: Mapping[PlayerId, Any], *, higher_is_better: bool
) -> list[list[PlayerId]]:
    """Each group by value, those without one last; inside a value by number, as it came."""
    parts: list[list[PlayerId]] = []
    for group in groups:
        if len(group) == 1:
            parts.append(group)
            continue
        by_value: dict[Any, list[PlayerId]] = {}
        for player in group:
            by_value.setdefault(values[player], []).append(player)
        without = by_value.pop(None, None)
        parts.extend(by_value[value] for value in sorted(by_value, reverse=higher_is_better))
        if without is not None:
            parts.append(without)
    return parts


def _ranks(groups: Iterable[list[PlayerId]]) -> dict[PlayerId, int]:
    ranks: dict[PlayerId, int] = {}
    for group in groups:
        place = len(ranks) + 1
        ranks |= dict.fromkeys(group, place)
    return ranks


def points_table(
    record: Record,
    tie_breaks: Sequence[TieBreak],
    *,
    columns: Sequence[Column] = (),
    cells: Mapping[PlayerId, Mapping[str, Cell]] | None = None,
    counting_rounds: int | None = None,
    forfeits: ForfeitQuality = ForfeitQuality.ZERO,
    ranked_by: RankedBy | None = None,
    unplaced: AbstractSet[PlayerId] = frozenset(),
    terms_of: Callable[[PlayerId], tuple[Term, ...]] | None = None,
) -> Table:
    """The usual table, by points; `columns` with their `cells` are what a system shows besides.

    `counting_rounds`: of each player only so many results count, the best ones; among equal ones `forfeits` may tell.
    `unplaced` stand behind all others, without a place. `terms_of`: what points are the sum of, where a system has
    words of its own.
    """
    listed = record.snapshot.listed()
    counting = Counting(record=record, rounds=counting_rounds, forfeits=forfeits)
    points = {entrant.number: counting.points(entrant.number) for entrant in listed}
    points_column, other_column = _columns_of_points(record)
    first = ranked_by or RankedBy(column=points_column, values=points)
    scores = {player: first.values[player] for player in points if player not in unplaced}
    ranking = rank(record, scores, tie_breaks, higher_is_better=not first.column.lower_is_better)
    round_number = record.snapshot.next_number
    asked = [tie_break for tie_break in tie_breaks if _says_something(ranking, tie_break)]
    nothing: dict[str, Cell] = {tie_break.info.short: Cell(value=None) for tie_break in asked}

    def row(player: PlayerId) -> Row:
        explain = partial(_terms, counting, player) if terms_of is None else partial(terms_of, player)
        said = ranking.cells.get(player, nothing)
        return Row(
            rank=ranking.ranks.get(player, len(ranking.order) + 1),
            player=player,
            cells={POINTS.code: Cell(value=points[player], explain=explain)}
            | ({} if first.column is points_column else {first.column.code: Cell(value=first.values[player])})
            | {tie_break.info.short: said[tie_break.info.short] for tie_break in asked}
            | dict((cells or {}).get(player, {})),
            withdrawn=record.snapshot.by_number[player].is_away(round_number),
            unplaced_above=None if player in unplaced else 0,
        )

    return Table(
        after_round=len(record.snapshot.rounds),
        columns=(
            *(() if first.column is points_column else (first.column,)),
            points_column,
            *(_headed(tie_break, other_column) for tie_break in asked),
            *columns,
        ),
        rows=tuple(row(player) for player in (*ranking.order, *sorted(points.keys() & unplaced))),
        ranked_by=first.column.code,
        notes=_notes(record, tie_breaks),
    )


def _columns_of_points(record: Record) -> tuple[Column, Column]:
    """That of the points and, of teams, that of those that do not rank."""
    if record.snapshot.boards is None:
        return POINTS, POINTS
    return (BOARD_POINTS, MATCH_POINTS) if record.scoring.by_boards else (MATCH_POINTS, BOARD_POINTS)


def _headed(tie_break: TieBreak, other: Column) -> Column:
    column = tie_break_column(tie_break)
    return replace(other, code=column.code, priority=column.priority) if tie_break.info.is_other_points else column


def _notes(record: Record, tie_breaks: Sequence[TieBreak]) -> tuple[Reason, ...]:
    """Why some tie-breaks say nothing, each reason once."""
    told = {note.rule: note for each in tie_breaks if isinstance(each, NotingTieBreak) for note in each.notes(record)}
    return tuple(told.values())


def _says_something(ranking: Ranking, tie_break: TieBreak) -> bool:
    """Some tie-breaks are asked in some tournaments only."""
    short = tie_break.info.short
    return not ranking.order or any(ranking.cells[player][short].value is not None for player in ranking.order)


def _terms(counting: Counting, player: PlayerId) -> tuple[Term, ...]:
    """All rounds; what does not count gives 0."""
    if counting.rounds is None:
        return points_terms(counting.record, player)
    counted = {entry.round_number for entry in counting.counted(player)}
    return tuple(
        entry_term(entry if entry.round_number in counted else entry._replace(points=Fraction(0)))
        for entry in counting.record.entries[player]
    )


def points_by_round(record: Record, *, counting_rounds: int | None = None) -> list[dict[PlayerId, Fraction]]:
    """After round 0, 1, … n, of those listed then."""
    entrants = record.snapshot.entrants
    after = range(len(record.snapshot.rounds) + 1)
    totals: Sequence[Mapping[PlayerId, int]] = record.units_after
    if counting_rounds is not None:
        totals = [
            {
                player: best_units(record, entries[:rounds], counting_rounds)
                for player, entries in record.entries.items()
            }
            for rounds in after
        ]
    return [
        {
            entrant.number: Fraction(totals[rounds][entrant.number], record.unit)
            for entrant in entrants
            if entrant.joined_round <= rounds + 1
        }
        for rounds in after
    ]


def tie_break_column(tie_break: TieBreak) -> Column:
    info = tie_break.info
    short = info.name if info.short.islower() else info.short  # a word, not letters: in the reader's language
    return Column(code=info.short, short=short, name=info.name, legend=info.legend)
