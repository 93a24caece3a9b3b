"""The table of one part of a season: what its rounds have given, by the values of its last table so far."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Row, Table, Term


def periods_of(system: PairingSystem) -> Sequence[tuple[int, int | None]]:
    """First and last round of each part of the season, the last without an end; none where it has no parts."""
    ends = system.capabilities().absences.period_rounds
    return [(before + 1, last) for before, last in zip((0, *ends), (*ends, None), strict=True)] if ends else []


def period_table(system: PairingSystem, snapshot: TournamentSnapshot, period: int) -> Table | None:
    """Of the period with that number, from 1: the summands of its rounds in the table after the last of them so far,
    without what belongs to no round. Equal ones in the order of the starting list. None where it has not begun."""
    periods = periods_of(system)
    if not 1 <= period <= len(periods) or len(snapshot.rounds) < periods[period - 1][0]:
        return None
    first, last = periods[period - 1]
    after = snapshot.after(min(last or len(snapshot.rounds), len(snapshot.rounds)))
    rounds = range(first, len(after.rounds) + 1)
    table = system.standings(after, ())
    start = {player: place for place, player in enumerate(_starting_list(system, snapshot))}
    cells = {row.player: _cell(row, rounds) for row in table.rows}
    points = {player: Fraction(cell.value or 0) for player, cell in cells.items() if not isinstance(cell.value, str)}
    in_order = sorted(table.rows, key=lambda row: (-points[row.player], start[row.player]))
    return replace(
        table,
        columns=tuple(column for column in table.columns if column.code == POINTS.code),
        rows=tuple(
            replace(row, rank=rank, cells={POINTS.code: cells[row.player]}) for rank, row in enumerate(in_order, 1)
        ),
    )


def _cell(row: Row, rounds: Collection[int]) -> Cell:
    def terms() -> tuple[Term, ...]:
        return tuple(term for term in row.cells[POINTS.code].terms if term.reason.facts.get("round") in rounds)

    return Cell(value=sum((term.amount for term in terms()), Fraction(0)), explain=terms)


def _starting_list(system: PairingSystem, snapshot: TournamentSnapshot) -> Iterator[PlayerId]:
    """Those who join later, too."""
    entrants = tuple(replace(entrant, joined_round=1, away=()) for entrant in snapshot.entrants)
    start = replace(snapshot, entrants=entrants, rounds=(), ahead=())
    return (row.player for row in system.standings(start, ()).rows)
