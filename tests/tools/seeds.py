"""Cases by chance: half of them the same every day, half by the seed of the day; Hypothesis makes a wrong one small.

To draw is most of what Hypothesis costs, and `random.Random` does it for a fifth. So the same drawing serves both: some
thousand cases by seed, and some hundred whose choices Hypothesis takes, which it shrinks.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

CaseT = TypeVar("CaseT")
MOST = 100_000
SEED_OF_THE_DAY = int(os.environ.get("SEED_OF_THE_DAY") or f"{datetime.datetime.now(datetime.UTC):%Y%m%d}")


def seeds(count: int, first: int = 0) -> list[int]:
    """So many, of which every day has a half of its own. `first`: where those that are always the same begin."""
    always = (count + 1) // 2
    assert count < MOST
    return [*range(first, first + always), *(SEED_OF_THE_DAY * MOST + place for place in range(count - always))]


@contextmanager
def telling(seed: int, case: object = None) -> Iterator[None]:
    """Whatever goes wrong says by which seed, and how to have it again on another day."""
    try:
        yield
    except BaseException as error:  # that of pytest.fail is no Exception
        drawn = f": {pretty(case)}" if case is not None else ""
        error.add_note(f"By seed {seed}, with SEED_OF_THE_DAY={SEED_OF_THE_DAY} in the environment{drawn}")
        raise


def by_seeds(
    draw: Callable[[Random], CaseT], *, times: int = 20
) -> Callable[[Callable[[CaseT], None]], Callable[[], None]]:
    """The test looks at as many cases of Hypothesis' as its profile says, then at so many times as many by seed."""

    def decorate(test: Callable[[CaseT], None]) -> Callable[[], None]:
        shrinking = given(st.randoms(use_true_random=False).map(draw))(test)

        def looked_at() -> None:
            shrinking()
            for seed in seeds(times * settings().max_examples):
                case = draw(Random(seed))
                with telling(seed, case):
                    test(case)

        looked_at.__name__, looked_at.__doc__ = test.__name__, test.__doc__
        looked_at.__module__ = test.__module__
        return looked_at

    return decorate
