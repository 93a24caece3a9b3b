"""The Berger tables: the printed ones number by number, and what holds of all of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest

from tournaments.pairing.systems.all_play_all.berger import BergerTable, berger
from tournaments.pairing.types.snapshot import PlayerId

PRINTED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
TWICE = [
    "1-6 2-5 3-4",
    "6-4 5-3 1-2",
    "2-6 3-1 4-5",
    "3-6 4-2 5-1",
    "6-5 1-4 2-3",
    "6-1 5-2 4-3",
    "4-6 3-5 2-1",
    "6-2 1-3 5-4",
    "5-6 4-1 3-2",
    "6-3 2-4 1-5",
]
AS_BEFORE = [*TWICE[:8], TWICE[9], TWICE[8]]
"""As the plan was until 2026: those of the second cycle change places, too."""
FIVE = ["2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"]
SIT_OUT = [1, 4, 2, 5, 3]


def drawn(plan: BergerTable, held: int | None = None) -> list[str]:
    """As it is printed: White first, board by board."""
    numbers = frozenset(range(1, (held or plan.numbers) + 1))
    rounds = range(1, plan.rounds + 1)
    return [" ".join(f"{white}-{black}" for white, black in plan.games(number, numbers)) for number in rounds]


def colours(plan: BergerTable, held: int) -> dict[PlayerId, str]:
    """Of each number, round by round."""
    numbers = frozenset(range(1, held + 1))
    had: dict[PlayerId, str] = dict.fromkeys(numbers, "")
    for number in range(1, plan.rounds + 1):
        for white, black in plan.games(number, numbers):
            had[white] += "w"
            had[black] += "b"
    return had


def longest(row: str) -> int:
    return max(len(list(same)) for _colour, same in groupby(row))


@pytest.mark.parametrize("numbers", PRINTED)
def test_the_printed_tables(numbers: int) -> None:
    assert drawn(BergerTable(drawn=numbers)) == PRINTED[numbers]
    assert [" ".join(f"{w}-{b}" for w, b in berger(numbers, r)) for r in range(1, numbers)] == PRINTED[numbers]


def test_five_sit_out_in_turn() -> None:
    plan = BergerTable(drawn=5)
    assert (plan.numbers, plan.dummy, plan.rounds) == (6, 6, 5)
    assert drawn(plan, 5) == FIVE
    assert [plan.opponent(6, number) for number in range(1, 6)] == SIT_OUT


def test_six_players_twice_with_the_last_two_rounds_of_the_first_cycle_swapped() -> None:
    assert drawn(BergerTable(drawn=6, cycles=2, swaps=True)) == TWICE
    assert drawn(BergerTable(drawn=6, cycles=2, swaps=True, swaps_later=True)) == AS_BEFORE


def test_two_players_play_a_match_with_alternating_colours() -> None:
    assert drawn(BergerTable(drawn=2, cycles=4)) == ["1-2", "2-1", "1-2", "2-1"]
    assert drawn(BergerTable(drawn=2, cycles=4, swaps=True)) == ["1-2", "2-1", "1-2", "2-1"]


@pytest.mark.parametrize("numbers", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 31, 40, 100, 255])
def test_everybody_meets_everybody_once_and_has_one_game_a_round(numbers: int) -> None:
    plan = BergerTable(drawn=numbers)
    held = frozenset(range(1, numbers + 1))
    met: list[tuple[PlayerId, ...]] = []
    for number in range(1, plan.rounds + 1):
        games = plan.games(number, held)
        seated = [player for pair in games for player in pair]
        assert len(seated) == len(set(seated)) == numbers - numbers % 2
        met += [tuple(sorted(pair)) for pair in games]
        assert games == [pair for pair in berger(plan.numbers, number) if held.issuperset(pair)]
        assert all(plan.opponent(one, number) == other for pair in games for one, other in (pair, pair[::-1]))
    assert sorted(met) == list(combinations(range(1, numbers + 1), 2))


@pytest.mark.parametrize("numbers", range(2, 41))
def test_the_lower_half_has_one_white_more_and_odd_fields_are_level(numbers: int) -> None:
    for number, row in colours(BergerTable(drawn=numbers), numbers).items():
        balance = row.count("w") - row.count("b")
        if numbers % 2:
            assert balance == 0
        else:
            assert balance == (1 if number <= numbers // 2 else -1)


@pytest.mark.parametrize("numbers", range(4, 17))
def test_no_colour_three_times_in_a_row_in_a_single_cycle(numbers: int) -> None:
    assert all(longest(row) <= 2 for row in colours(BergerTable(drawn=numbers), numbers).values())


@pytest.mark.parametrize("numbers", range(4, 17, 2))
def test_swapping_spares_everybody_the_third_colour_where_cycles_join(numbers: int) -> None:
    """Rulebook: without it two players, with it none."""
    thrice = {
        swaps: sum(
            longest(row) > 2 for row in colours(BergerTable(drawn=numbers, cycles=2, swaps=swaps), numbers).values()
        )
        for swaps in (False, True)
    }
    assert thrice == {False: 2, True: 0}


@pytest.mark.parametrize("numbers", range(3, 16, 2))
def test_odd_fields_never_need_the_swap(numbers: int) -> None:
    rows = colours(BergerTable(drawn=numbers, cycles=2), numbers)
    assert all(longest(row) <= 2 for row in rows.values())


@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
@pytest.mark.parametrize("swaps", [False, True])
def test_each_further_cycle_has_the_same_games_every_second_one_turned(cycles: int, swaps: bool) -> None:
    plan = BergerTable(drawn=8, cycles=cycles, swaps=swaps, swaps_later=swaps)
    held = frozenset(range(1, 9))
    games = [plan.games(number, held) for number in range(1, plan.rounds + 1)]
    first = games[: plan.in_a_cycle]
    for cycle in range(cycles):
        here = games[cycle * plan.in_a_cycle : (cycle + 1) * plan.in_a_cycle]
        assert here == ([[pair[::-1] for pair in each] for each in first] if cycle % 2 else first)
    assert set(Counter(frozenset(pair) for each in games for pair in each).values()) == {cycles}


def test_later_cycles_keep_the_order_of_the_table() -> None:
    plan = BergerTable(drawn=8, cycles=3, swaps=True)
    assert [plan.in_the_table(number) for number in range(1, plan.rounds + 1)] == [
        *(1, 2, 3, 4, 5, 7, 6),
        *range(1, 8),
        *range(1, 8),
    ]
