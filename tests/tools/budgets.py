"""What the tests of each room may cost, so that they do not become slow again a little at a time.

In seconds of processor time of the tests' own processes, on a machine that takes as long as ours for `_measure`; on
another, or a busy one, the figures are made to fit. A room that needs half as much again fails its run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from statistics import fmean

BUDGETS: Mapping[str, Mapping[str, int]] = {
    "tests, all on SQLite": {
        "tests/views": 330,
        "tests/pairing": 145,
        "tests/services": 105,
        "tests/management": 55,
        "tests/evenings": 55,
        "tests/pages": 70,
        "tests/walks": 65,
        "tests/house": 30,
        "tests/processes": 20,
        "tests/exchange": 42,
        "tests/clubchess": 95,
    },
}
"""By the name of a run that tools/run_tests gives it. Rooms that are not named have `OTHERS` each."""
OTHERS = 10
ON_OUR_MACHINE = 0.004
"""Seconds for `_measure`."""
EVERY = 50
"""How many tests there are from one look at the machine to the next."""


class Machine:
    """How slow it is just now, looked at between tests."""

    def __init__(self) -> None:
        self._tests = 0

    def looked_at(self) -> float | None:
        """Seconds, now and then."""
        self._tests += 1
        return _measure() if self._tests % EVERY == 1 else None


def _measure() -> float:
    began = time.process_time()
    counted: dict[int, int] = {}
    for number in range(40_000):
        counted[number % 97] = counted.get(number % 97, 0) + len(str(number))
    return time.process_time() - began


def overdrawn(spent: Mapping[str, float], looks: list[float], run: str | None = None) -> list[str]:
    """A sentence for each room that has spent half as much again as it may; none where the run has no budget."""
    budgets = BUDGETS.get(os.environ.get("BUDGET", "") if run is None else run)
    if budgets is None or not looks:
        return []
    slower = fmean(looks) / ON_OUR_MACHINE
    told = []
    for room, seconds in sorted(spent.items()):
        budget, needed = budgets.get(room, OTHERS), seconds / slower
        if needed > 1.5 * budget:
            told.append(f"{room} took {needed:.0f} s of its {budget} (on a machine {slower:.1f} times slower)")
    return told
