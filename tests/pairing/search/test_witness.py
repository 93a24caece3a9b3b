"""The matching that serves FIRST as witness, where not everybody can be joined."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from tests.tools.pairing import brute_force
from tournaments.pairing.search.witness import Witness


def can_all_but(left_over: int, size: int, barred: dict[int, set[int]]) -> bool:
    """Whether all but so many can be paired: with as many guests, whom all but each other may meet, everybody can."""
    guests = set(range(size, size + left_over))
    with_guests = barred | {guest: guests - {guest} for guest in guests}
    return brute_force.can_be_paired_by_algebra([*range(size + left_over)], with_guests)


@given(st.integers(0, 2**32), st.integers(2, 40), st.sampled_from([0.5, 1, 1.5, 2, 3]))
@example(539, 36, 1.5)
@example(163, 30, 2)
def test_it_joins_as_many_as_can_be_joined(seed: int, size: int, left_to_meet: float) -> None:
    rng = Random(seed)
    barred: dict[int, set[int]] = {player: set() for player in range(size)}
    for one, other in combinations(range(size), 2):
        if rng.random() > left_to_meet / size:
            barred[one].add(other)
            barred[other].add(one)
    witness = Witness(range(size), barred, [])
    complete = witness.complete(or_most=True)
    left_over = size - 2 * len(witness.pairs())
    assert complete == (left_over == 0)
    assert not any(other in barred[one] for one, other in witness.pairs())
    assert left_over < 2 or not can_all_but(left_over - 2, size, barred)


def a_field(seed: int, size: int) -> list[int]:
    """Whom each may meet; all can be joined."""
    rng = Random(seed)
    near = [0] * size
    players = rng.sample(range(size), size)
    joined = [*zip(players[::2], players[1::2], strict=True)]
    joined += [pair for pair in combinations(range(size), 2) if rng.random() < 1.5 / size]
    for one, other in joined:
        near[one] |= 1 << other
        near[other] |= 1 << one
    return near


def all_pairings(near: list[int], single: int) -> list[frozenset[tuple[int, int]]]:
    if not single:
        return [frozenset()]
    one = single.bit_length() - 1
    left = single ^ 1 << one
    return [
        rest | {(one, other)}
        for other in range(one)
        if near[one] & left & 1 << other
        for rest in all_pairings(near, left ^ 1 << other)
    ]


@given(st.integers(0, 2**32), st.sampled_from([4, 6, 8, 10]))
def test_whoever_is_insisted_on_is_had_if_anybody_can_have_them(seed: int, size: int) -> None:
    rng = Random(f"{seed} insist")
    near = a_field(seed, size)
    witness = Witness.of_places(near)
    assert witness.complete()
    pairings = all_pairings(near, (1 << size) - 1)
    for _ in range(5):
        one, others = rng.randrange(size), rng.getrandbits(size)
        wanted = [
            each for each in pairings if any(had(each, one, other) for other in range(size) if others >> other & 1)
        ]
        assert witness.insist(one, others) == bool(wanted)
        pairings = wanted or pairings
        assert frozenset(tuple(pair) for pair in witness.pairs()) in pairings


@given(st.integers(0, 2**32), st.sampled_from([4, 6, 8, 10]))
def test_those_who_compete_have_nobody_but_the_others(seed: int, size: int) -> None:
    near = a_field(seed, size)
    witness = Witness.of_places(near)
    assert witness.complete()
    pairings = all_pairings(near, (1 << size) - 1)
    for one in range(size):
        competing, others = witness.barrier(one)
        assert competing >> one & 1
        for player in range(size):
            can = sum(1 << other for other in range(size) if any(had(each, player, other) for each in pairings))
            assert not competing >> player & 1 or not can & ~others
            assert player != one or can == near[one] & others


def had(pairing: frozenset[tuple[int, int]], one: int, other: int) -> bool:
    return (max(one, other), min(one, other)) in pairing
