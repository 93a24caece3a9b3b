"""FIRST, the bye, and rematches as last resort (rulebook, README)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tools.pairing import brute_force
from tests.tools.seeds import by_seeds
from tournaments.pairing.search import matching
from tournaments.pairing.search.first import Candidates, FirstPairing, first, first_at_least_cost
from tournaments.pairing.search.matching import least_cost
from tournaments.pairing.types.snapshot import PlayerId

Pair = tuple[PlayerId, PlayerId]


def met(*groups: Iterable[PlayerId]) -> dict[PlayerId, set[PlayerId]]:
    """All of a group have met each other."""
    barred: dict[PlayerId, set[PlayerId]] = {}
    for group in groups:
        members = set(group)
        for player in members:
            barred.setdefault(player, set()).update(members - {player})
    return barred


def pairs(*expected: Pair, bye: PlayerId | None = None) -> FirstPairing:
    return FirstPairing(pairs=expected, bye=bye)


# Drawn evenings


def test_it_pairs_neighbours_before_anybody_has_met() -> None:
    assert first([1, 2, 3, 4, 5, 6], {}) == pairs((1, 2), (3, 4), (5, 6))


def test_it_pairs_nobody_with_nobody() -> None:
    assert first([], {}) == pairs()


def test_it_pairs_the_six_cards_of_the_rulebook() -> None:
    order = [2, 4, 5, 6, 1, 3]
    assert first(order, met({1, 2}, {3, 4}, {5, 6})) == pairs((2, 4), (5, 1), (6, 3))


def test_it_breaks_pairs_up_from_below_when_the_last_two_have_met() -> None:
    assert first([1, 2, 3, 4, 5, 6], met({5, 6})) == pairs((1, 2), (3, 5), (4, 6))


def test_it_breaks_up_no_more_pairs_than_it_must() -> None:
    assert first([1, 2, 3, 4, 5, 6, 7, 8], met({6, 7, 8})) == pairs((1, 2), (3, 6), (4, 7), (5, 8))


def test_it_lets_each_choose_in_their_own_order() -> None:
    wanted = {1: [4, 3, 2], 2: [3], 3: [2], 4: [1]}
    assert first([1, 2, 3, 4], {}, candidates=wanted.__getitem__) == pairs((1, 4), (2, 3))


def test_it_pairs_nobody_with_a_player_they_do_not_name() -> None:
    named = {1: [3, 2], 2: [3], 3: [], 4: [1, 2, 3]}
    assert first([1, 2, 3, 4], {}, candidates=named.__getitem__) is None


def test_it_lets_a_player_be_chosen_by_one_whom_they_do_not_name() -> None:
    named: dict[PlayerId, list[PlayerId]] = {1: [2], 2: []}
    assert first([1, 2], {}, candidates=named.__getitem__) == pairs((1, 2))


def test_it_gives_the_bye_to_the_first_candidate_whose_absence_leaves_the_rest_pairable() -> None:
    # Without 5 or 4, the others could not be paired: 3 has met all but these two.
    barred = met({1, 3}, {2, 3}, {1, 2})
    assert first([1, 2, 3, 4, 5], barred, bye=[5, 4, 3]) == pairs((1, 4), (2, 5), bye=3)


def test_it_gives_nobody_a_bye_when_the_number_is_even() -> None:
    assert first([1, 2], {}, bye=[2, 1]) == pairs((1, 2))


@pytest.mark.parametrize("bye", [None, [], [7]])
def test_it_finds_nothing_for_an_odd_number_without_a_bye_to_give(bye: list[PlayerId] | None) -> None:
    assert first([1, 2, 3], {}, bye=bye) is None


def test_it_gives_the_bye_to_the_only_one_present() -> None:
    assert first([4], {}, bye=[4]) == pairs(bye=4)


def test_it_does_not_mind_old_opponents_who_are_away() -> None:
    assert first([1, 2, 3, 4], met({1, 9}, {2, 3, 8}, {3, 7})) == pairs((1, 2), (3, 4))


# Against brute force


class Evening(NamedTuple):
    order: list[PlayerId]
    barred: dict[PlayerId, set[PlayerId]]
    bye: list[PlayerId]
    candidates: Candidates | None
    costs: Mapping[frozenset[PlayerId], tuple[int, int, int]]

    def cost(self, one: PlayerId, other: PlayerId) -> tuple[int, int, int] | None:
        return self.costs.get(frozenset((one, other)))


def an_evening(rng: Random, largest: int) -> Evening:
    size = rng.randint(0, largest)
    order = rng.sample(range(1, size + 1), size)
    couples = [*combinations(range(1, size + 1), 2)]

    def some_couples() -> list[Pair]:
        # Two draws of bits, joined or crossed: few, half or most of all couples.
        one, other = (rng.randrange(2 ** len(couples)) for _ in range(2))
        chosen = rng.choice([one & other, one, one | other])
        return [couple for k, couple in enumerate(couples) if chosen >> k & 1]

    def some_or_all() -> list[PlayerId]:
        return rng.sample(order, rng.choice([size, rng.randint(0, size)]))

    own = {player: some_or_all() for player in order} if rng.random() < 0.5 else None
    dearest = rng.randint(1, 3)  # 1: ties are common
    costs = some_couples() if largest <= 8 else []
    return Evening(
        order=order,
        barred=met(*some_couples()),
        bye=some_or_all(),
        candidates=own.__getitem__ if own else None,
        costs={frozenset(couple): (1, rng.randint(1, dearest), rng.randint(1, dearest)) for couple in costs},
    )


@by_seeds(partial(an_evening, largest=10))
def test_it_is_what_the_rulebook_says_word_for_word(evening: Evening) -> None:
    order, barred, bye, candidates, _ = evening
    expected = brute_force.first(order, barred, bye=bye, candidates=candidates)
    assert first(order, barred, bye=bye, candidates=candidates) == expected


@given(st.integers(0, 2**32), st.integers(10, 30), st.sampled_from([1.5, 2, 3, 5, 8]), st.booleans(), st.booleans())
@example(2, 29, 2, True, True)
def test_it_is_what_the_rulebook_says_in_fields_with_little_left(
    seed: int, size: int, left_to_meet: float, own_orders: bool, one_pairing_is_left: bool
) -> None:
    rng = Random(seed)
    order = rng.sample(range(1, size + 1), size)
    barred = met(*(pair for pair in combinations(order, 2) if rng.random() > left_to_meet / size))
    if one_pairing_is_left:
        for one, other in zip(order[::2], order[1::2], strict=False):
            barred.get(one, set()).discard(other)
            barred.get(other, set()).discard(one)
        rng.shuffle(order)
    own = {player: rng.sample(order, size) for player in order}
    candidates = own.__getitem__ if own_orders else None
    bye = rng.sample(order, size)
    expected = brute_force.first(
        order, barred, bye=bye, candidates=candidates, can_be_paired=brute_force.can_be_paired_by_algebra
    )
    assert first(order, barred, bye=bye, candidates=candidates) == expected


@given(st.integers(0, 2**32), st.integers(20, 60), st.integers(1, 12))
def test_it_finds_a_complete_pairing_exactly_when_there_is_one(seed: int, size: int, left_to_meet: int) -> None:
    rng = Random(seed)
    order = rng.sample(range(1, size + 1), size)
    barred = met(*(pair for pair in combinations(order, 2) if rng.random() > left_to_meet / size))
    found = first(order, barred)
    assert (found is not None) == (size % 2 == 0 and brute_force.can_be_paired_by_algebra(order, barred))
    if found:
        assert sorted(player for pair in found.pairs for player in pair) == sorted(order)
        assert not any(other in barred.get(one, ()) for one, other in found.pairs)


@given(st.randoms(use_true_random=False).map(partial(an_evening, largest=10)), st.randoms(use_true_random=False))
def test_neither_the_players_numbers_nor_the_order_of_the_rows_matter(evening: Evening, rng: Random) -> None:
    order, barred, bye, _, _ = evening
    renamed = dict(zip(order, rng.sample(range(1, 1_000), len(order)), strict=True))
    rows = [(renamed[one], {renamed[other] for other in others}) for one, others in barred.items()]
    rng.shuffle(rows)
    expected = first(order, barred, bye=bye)
    found = first([renamed[player] for player in order], dict(rows), bye=[renamed[player] for player in bye])
    assert found == (
        expected
        and FirstPairing(
            pairs=tuple((renamed[one], renamed[other]) for one, other in expected.pairs),
            bye=None if expected.bye is None else renamed[expected.bye],
        )
    )


# Fields made to hurt: backtracking would not come back from these


def test_the_bottom_eight_of_twenty_have_all_met() -> None:
    upwards = [(5, 13), (6, 14), (7, 15), (8, 16), (9, 17), (10, 18), (11, 19), (12, 20)]
    assert first([*range(1, 21)], met(range(13, 21))) == pairs((1, 2), (3, 4), *upwards)


@pytest.mark.parametrize(("size", "clique"), [(100, 40), (1_000, 8), (1_000, 400), (1_000, 500), (10_000, 300)])
def test_a_clique_at_the_bottom_is_spread_over_those_just_above(size: int, clique: int) -> None:
    untouched = size - 2 * clique
    neighbours = [(player, player + 1) for player in range(1, untouched, 2)]
    upwards = [(player, player + clique) for player in range(untouched + 1, size - clique + 1)]
    assert first([*range(1, size + 1)], met(range(size - clique + 1, size + 1))) == pairs(*neighbours, *upwards)


def test_a_clique_at_the_top_meets_the_lower_half() -> None:
    expected = pairs(*((player, player + 500) for player in range(1, 501)))
    assert first([*range(1, 1_001)], met(range(1, 501))) == expected


def test_more_than_half_have_all_met() -> None:
    assert first([*range(1, 1_001)], met(range(500, 1_001))) is None


def test_two_odd_cliques_have_met_all_of_their_own() -> None:
    assert first([*range(1, 1_001)], met(range(1, 502), range(502, 1_001))) is None


def test_two_odd_camps_have_met_each_other() -> None:
    upper, lower = set(range(1, 502)), set(range(502, 1_001))
    barred = dict.fromkeys(upper, lower) | dict.fromkeys(lower, upper)
    assert first([*range(1, 1_001)], barred) is None


def test_one_of_two_odd_camps_gives_the_bye() -> None:
    upper, lower = set(range(1, 52)), set(range(52, 102))
    barred = dict.fromkeys(upper, lower) | dict.fromkeys(lower, upper)
    found = first([*range(1, 102)], barred, bye=[*range(101, 0, -1)])
    expected = [(player, player + 1) for player in (*range(1, 51, 2), *range(52, 101, 2))]
    assert found == pairs(*expected, bye=51)


def test_everybody_has_met_everybody_but_one() -> None:
    players = Random(1).sample(range(1, 1_001), 1_000)
    left = [tuple(sorted(pair)) for pair in zip(players[::2], players[1::2], strict=True)]
    everybody = set(players)
    barred = {player: everybody - {*pair} for pair in left for player in pair}
    found = first(sorted(players), barred)
    assert found
    assert list(found.pairs) == sorted(left)


def test_the_last_has_met_all_but_the_first() -> None:
    barred = met(*((player, 1_000) for player in range(2, 1_000)))
    neighbours = [(player, player + 1) for player in range(2, 999, 2)]
    assert first([*range(1, 1_001)], barred) == pairs((1, 1_000), *neighbours)


def test_a_long_chain_is_all_that_is_left() -> None:
    path = Random(1).sample(range(1, 1_001), 1_000)
    everybody = set(path)
    barred = {player: everybody - {player} for player in path}
    for one, other in pairwise(path):
        barred[one].discard(other)
        barred[other].discard(one)
    found = first(sorted(path), barred)
    assert found
    assert {frozenset(pair) for pair in found.pairs} == {*map(frozenset, zip(path[::2], path[1::2], strict=True))}


# Rematches as last resort


def rematches(costs: Mapping[Pair, tuple[int, int, int]]) -> Evening:
    return Evening([], {}, [], None, {frozenset(pair): cost for pair, cost in costs.items()})


def test_least_cost_counts_rematches_before_anything_else() -> None:
    # 1-2 and 3-4 would meet again after one game each; 1-3 have met five times, but 2-4 never.
    evening = rematches({(1, 2): (1, 1, 1), (3, 4): (1, 1, 1), (1, 3): (1, 5, 9), (1, 4): (1, 1, 1), (2, 3): (1, 1, 1)})
    assert first_at_least_cost([1, 2, 3, 4], {}, evening.cost) == pairs((1, 3), (2, 4))


def test_least_cost_prefers_those_who_have_met_less_often_then_longest_ago() -> None:
    often = rematches({(1, 2): (1, 2, 1), (1, 3): (1, 1, 5), (1, 4): (1, 2, 1)})
    assert first_at_least_cost([1, 2, 3, 4], {}, often.cost) == pairs((1, 3), (2, 4))
    lately = rematches({(1, 2): (1, 1, 7), (1, 3): (1, 1, 6), (1, 4): (1, 1, 5)})
    assert first_at_least_cost([1, 2, 3, 4], {}, lately.cost) == pairs((1, 4), (2, 3))


def test_least_cost_is_first_where_nobody_has_to_meet_again() -> None:
    evening = rematches({(5, 6): (1, 1, 1)})
    assert first_at_least_cost([1, 2, 3, 4, 5, 6], {}, evening.cost) == pairs((1, 2), (3, 5), (4, 6))


def test_least_cost_lets_a_player_take_old_opponents_after_all_others() -> None:
    # Both 1-2 with 3-4 and 1-3 with 2-4 take one rematch; in the second it is not 1 who meets 2 again.
    evening = rematches({(1, 2): (1, 1, 1), (2, 4): (1, 1, 1), (1, 4): (1, 1, 1), (2, 3): (1, 1, 1)})
    assert first_at_least_cost([1, 2, 3, 4], {}, evening.cost) == pairs((1, 3), (2, 4))


def test_least_cost_compares_sums_place_by_place() -> None:
    # 1-3 and 2-4 come to (2, 2, 18), 1-2 and 3-4 to (2, 3, 2).
    late = {(1, 3): (1, 1, 9), (2, 4): (1, 1, 9)}
    often = {(1, 2): (1, 1, 1), (3, 4): (1, 2, 1), (1, 4): (1, 3, 1), (2, 3): (1, 3, 1)}
    assert first_at_least_cost([1, 2, 3, 4], {}, rematches(late | often).cost) == pairs((1, 3), (2, 4))


def test_least_cost_looks_for_the_best_bye_before_the_first() -> None:
    evening = rematches({(1, 2): (1, 1, 1)})
    assert first_at_least_cost([1, 2, 3], {}, evening.cost, bye=[3, 2, 1]) == pairs((1, 3), bye=2)


def test_least_cost_never_pairs_who_is_forbidden() -> None:
    assert first_at_least_cost([1, 2], met({1, 2}), rematches({}).cost) is None
    assert first_at_least_cost([1, 2, 3], met({1, 2}), rematches({}).cost, bye=[3]) is None


def test_least_cost_keeps_to_one_pair_across_odd_groups() -> None:
    # Inside each group of five nobody has met: one player of each must meet one of the other, and no more.
    groups = [range(1, 6), range(6, 11)]
    evening = rematches({(i, j): (1, 1, 1 + (i + j) % 3) for i in groups[0] for j in groups[1]})
    order = [*range(1, 11)]
    found = first_at_least_cost(order, {}, evening.cost)
    assert found == brute_force.first_at_least_cost(order, {}, evening.cost)
    assert found
    assert brute_force.total(found.pairs, evening.cost) == (1, 1, 1)


@by_seeds(partial(an_evening, largest=8))
def test_least_cost_is_the_cheapest_of_all_pairings(evening: Evening) -> None:
    order, barred, bye, candidates, _ = evening
    found = first_at_least_cost(order, barred, evening.cost, bye=bye, candidates=candidates)
    assert found == brute_force.first_at_least_cost(order, barred, evening.cost, bye=bye, candidates=candidates)


@by_seeds(lambda rng: (an_evening(rng, largest=8), rng.choice([1, 2])))
def test_least_cost_does_not_depend_on_the_edges_it_looks_at_first(drawn: tuple[Evening, int]) -> None:
    evening, few = drawn
    order, barred, bye, candidates, _ = evening
    with patch.object(matching, "_FEW", few):
        found = first_at_least_cost(order, barred, evening.cost, bye=bye, candidates=candidates)
    assert found == brute_force.first_at_least_cost(order, barred, evening.cost, bye=bye, candidates=candidates)


@given(
    st.integers(0, 2**32),
    st.integers(5, 20),
    st.floats(0, 1),
    st.sampled_from([1, 3, 100]),
    st.sampled_from([1, 2, 10]),
)
def test_least_cost_proves_itself_by_its_prices(seed: int, half: int, density: float, dearest: int, few: int) -> None:
    rng = Random(seed)
    size = 2 * half
    costs = {(i, j): rng.randint(0, dearest) for i, j in combinations(range(size), 2) if rng.random() < density}
    path = rng.sample(range(size), size)
    costs |= {(min(pair), max(pair)): dearest for pair in pairwise(path)}
    with patch.object(matching, "_FEW", few):
        found = least_cost(size, costs)
    assert found
    joined = {(i, j) for i, j in enumerate(found.mate[:size]) if i < j}
    assert len(joined) == half
    # Duality: the prices of all vertices, less those of blossoms as often as a pair can lie inside, are its cost ...
    blossoms = {node: _around(found.around, node, size) for node in range(size, len(found.price)) if found.price[node]}
    inside = sum(found.price[node] * (len(vertices) // 2) for node, vertices in blossoms.items())
    assert sum(found.price[:size]) - inside == 4 * sum(costs[pair] for pair in joined)
    # ... and no pair costs less than its prices.
    for (i, j), cost in costs.items():
        shared = sum(found.price[node] for node, vertices in blossoms.items() if {i, j} <= vertices)
        assert 4 * cost - found.price[i] - found.price[j] + shared >= 0
    assert all(found.price[node] >= 0 and len(vertices) % 2 for node, vertices in blossoms.items())


def _around(around: list[int], blossom: int, size: int) -> set[int]:
    """The vertices inside a blossom."""
    inside = set()
    for vertex in range(size):
        node = vertex
        while node not in (-1, blossom):
            node = around[node]
        if node == blossom:
            inside.add(vertex)
    return inside


def test_least_cost_comes_back_when_sixty_have_all_met() -> None:
    rng = Random(1)
    evening = rematches({pair: (1, rng.randint(1, 2), rng.randint(1, 60)) for pair in combinations(range(1, 61), 2)})
    found = first_at_least_cost([*range(1, 61)], {}, evening.cost)
    assert found
    assert len({player for pair in found.pairs for player in pair}) == 60


# Shapes that were slow: many who have all met, and two groups that have met each other


def old_opponents(players: Iterable[PlayerId]) -> Evening:
    return rematches(dict.fromkeys(combinations(players, 2), (1, 1, 5)))


def test_least_cost_pairs_more_than_half_who_have_all_met() -> None:
    found = first_at_least_cost([*range(1, 201)], {}, old_opponents(range(99, 201)).cost)
    downwards = [(player, player + 98) for player in range(1, 99)]
    assert found == pairs(*downwards, (197, 198), (199, 200))


def test_least_cost_gives_the_bye_to_the_last_of_those_who_have_all_met() -> None:
    evening = old_opponents(range(99, 202))
    found = first_at_least_cost([*range(1, 202)], {}, evening.cost, bye=[*range(201, 0, -1)])
    downwards = [(player, player + 98) for player in range(1, 99)]
    assert found == pairs(*downwards, (197, 198), (199, 200), bye=201)


def test_least_cost_goes_round_forbidden_pairs_among_those_who_have_all_met() -> None:
    found = first_at_least_cost([*range(1, 201)], met({1, 99}, {199, 200}), old_opponents(range(99, 201)).cost)
    downwards = [(player, player + 98) for player in range(3, 99)]
    assert found == pairs((1, 100), (2, 99), *downwards, (197, 199), (198, 200))


def test_least_cost_joins_two_odd_camps_by_one_rematch() -> None:
    evening = rematches({(one, other): (1, 1, 5) for one in range(1, 102) for other in range(102, 201)})
    neighbours = [(player, player + 1) for player in range(1, 200, 2)]
    assert first_at_least_cost([*range(1, 201)], {}, evening.cost) == pairs(*neighbours)
