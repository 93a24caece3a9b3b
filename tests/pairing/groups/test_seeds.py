"""Groups first, then a cup: winners meet seconds of other groups."""

from __future__ import annotations

import pytest

from tournaments.pairing.groups.seeds import seeded
from tournaments.pairing.systems.cup.seeds import places


def first_round(groups: int, advance: int) -> list[tuple[str, str]]:
    """The ties of the first round in the order of the tree, each of the two as A1, B2."""
    names = [f"{chr(65 + group)}{place}" for place in range(1, advance + 1) for group in range(groups)]
    order = seeded(range(1, len(names) + 1), {number: (number - 1) % groups for number in range(1, len(names) + 1)})
    assert sorted(order) == [*range(1, len(names) + 1)]
    size = 1
    while size < len(names):
        size *= 2
    tree = places(size)
    at = {seed: names[player - 1] for seed, player in enumerate(order, 1)}
    pairs = [(at.get(one, ""), at.get(other, "")) for one, other in zip(tree[::2], tree[1::2], strict=True)]
    return [pair for pair in pairs if all(pair)]


def test_two_groups_cross_over() -> None:
    assert first_round(2, 2) == [("A1", "B2"), ("B1", "A2")]


def test_seconds_of_three_groups_are_moved_on_so_that_nobody_meets_their_own() -> None:
    assert first_round(3, 2) == [("B2", "C2"), ("C1", "A2")]


@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("advance", range(1, 5))
def test_nobody_meets_somebody_of_their_own_group_in_the_first_round(groups: int, advance: int) -> None:
    ties = first_round(groups, advance)
    assert all(one[0] != other[0] for one, other in ties)
    winners = [{one, other} for one, other in ties if one.endswith("1") and other.endswith("1")]
    assert not winners or advance == 1, "winners meet no winners"
