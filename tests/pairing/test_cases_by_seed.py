"""A case by seed that goes wrong says how to have it again: tests/tools/seeds.py."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings

from tests.tools.seeds import MOST, SEED_OF_THE_DAY, by_seeds, seeds

CASES = 20 * settings().max_examples


def draw(rng: Random) -> int:
    return rng.getrandbits(60)


@pytest.mark.parametrize("place", [0, CASES // 2 - 1, CASES // 2, CASES - 1])
def test_the_seed_of_what_goes_wrong_is_named_and_draws_it_again(place: int) -> None:
    seed = seeds(CASES)[place]
    wrong = draw(Random(seed))  # one of so many that Hypothesis does not come to it

    @by_seeds(draw)
    def looked_at(number: int) -> None:
        assert number != wrong

    with pytest.raises(AssertionError) as raised:
        looked_at()

    assert raised.value.__notes__ == [
        f"By seed {seed}, with SEED_OF_THE_DAY={SEED_OF_THE_DAY} in the environment: {wrong:_}"
    ]


def test_half_of_the_seeds_are_the_same_every_day_and_none_comes_twice() -> None:
    found = seeds(41)

    assert found[:21] == [*range(21)]
    assert {seed // MOST for seed in found[21:]} == {SEED_OF_THE_DAY}
    assert len(set(found)) == 41


def test_hypothesis_makes_a_wrong_one_small() -> None:
    @by_seeds(lambda rng: [rng.randint(0, 9) for _ in range(rng.randint(0, 9))])
    def looked_at(numbers: list[int]) -> None:
        assert len(numbers) < 3

    with pytest.raises(AssertionError) as raised:
        looked_at()

    assert "[0, 0, 0]" in "".join(raised.value.__notes__)
