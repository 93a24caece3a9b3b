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
