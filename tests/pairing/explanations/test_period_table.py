"""The table of a period: its rounds, by the values of its last table so far, without the own value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tournaments.pairing.explanations.period_table import period_table, periods_of
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.systems.keizer import Keizer
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot

WHITE, DRAW = Result.WHITE_WINS, Result.DRAW


def played(number: int, *games: tuple[int, int, Result]) -> PlayedRound:
    boards = (
        PlayedGame(board=board, white=white, black=black, result=result)
        for board, (white, black, result) in enumerate(games, 1)
    )
    return PlayedRound(number=number, games=tuple(boards))


FOUR = TournamentSnapshot(
    entrants=tuple(Entrant(number=number) for number in (1, 2, 3, 4)),
    rounds=(played(1, (2, 1, WHITE), (4, 3, WHITE)), played(2, (1, 2, WHITE), (3, 4, DRAW))),
)


def keizer(**options: Any) -> Keizer:
    return configured(Keizer, {"top": "10", "period_rounds": [1], **options})


def points(system: Any, period: int, snapshot: TournamentSnapshot = FOUR) -> list[tuple[int, int, Fraction]]:
    table = period_table(system, snapshot, period)
    assert table is not None
    return [(row.rank, row.player, Fraction(str(row.cells[POINTS.code].value))) for row in table.rows]


def test_the_example_of_the_rulebook() -> None:
    half = Fraction(1, 2)
    assert points(keizer(), 2) == [(1, 1, Fraction(10)), (2, 3, 4 + half), (3, 4, 3 + half), (4, 2, Fraction(0))]


def test_a_period_that_is_over_stays_by_its_own_last_table() -> None:
    before = points(keizer(), 1, FOUR.after(1))
    assert points(keizer(), 1) == before
    # Level at nothing they stand as in the starting list; values of the table after round 1: 10, 9, 8, 7 from 1 to 4.
    assert before == [(1, 2, Fraction(10)), (2, 4, Fraction(8)), (3, 1, Fraction(0)), (4, 3, Fraction(0))]


@pytest.mark.parametrize("rescoring", ["classic", "frozen", "complete"])
def test_the_periods_and_the_own_value_make_the_total_where_no_value_changes_any_more(rescoring: str) -> None:
    """With one period that goes on to the end, the whole total but the own value."""
    system = keizer(period_rounds=[9], rescoring=rescoring)
    table = system.standings(FOUR, ())
    own = {
        row.player: sum(t.amount for t in row.cells[POINTS.code].terms if "round" not in t.reason.facts)
        for row in table.rows
    }
    totals = {row.player: Fraction(str(row.cells[POINTS.code].value)) for row in table.rows}
    assert {player: found + own[player] for _rank, player, found in points(system, 1)} == totals


def test_every_number_opens_to_its_rounds() -> None:
    table = period_table(keizer(), FOUR, 2)
    assert table is not None
    for row in table.rows:
        [term] = row.cells[POINTS.code].terms
        assert (term.amount, term.reason.facts["round"]) == (row.cells[POINTS.code].value, 2)


def test_whoever_joins_later_stands_in_the_order_of_the_starting_list() -> None:
    late = TournamentSnapshot(
        entrants=(*FOUR.entrants, Entrant(number=5, rating=2000, joined_round=3)), rounds=FOUR.rounds
    )
    assert [player for _rank, player, _points in points(keizer(before_entry="nothing"), 2, late)] == [1, 3, 4, 5, 2]


def test_without_parts_of_the_season_there_is_none_nor_before_it_begins() -> None:
    assert period_table(configured(Keizer, {}), FOUR, 1) is None
    assert period_table(AttendanceMonrad(), FOUR, 1) is None
    assert [period_table(keizer(), FOUR.after(after), 2) is None for after in (0, 1, 2)] == [True, True, False]
    assert period_table(keizer(), FOUR, 0) is period_table(keizer(), FOUR, 3) is None
    assert list(periods_of(keizer(period_rounds=[3, 7]))) == [(1, 3), (4, 7), (8, None)]
