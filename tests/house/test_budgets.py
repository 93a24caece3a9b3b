"""A room that needs half as much again fails its run, also on a slower machine, and only where it has a budget."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.tools.budgets import BUDGETS, EVERY, ON_OUR_MACHINE, OTHERS, Machine, overdrawn

ROOT = Path(__file__).parents[2]
(RUN,) = BUDGETS
QUIET = [ON_OUR_MACHINE] * 3


def test_half_as_much_again_is_too_much() -> None:
    views = BUDGETS[RUN]["tests/views"]
    spent = {
        "tests/views": 1.6 * views,
        "tests/services": 1.4 * BUDGETS[RUN]["tests/services"],
        "tests/new": 1.4 * OTHERS,
    }

    assert overdrawn(spent, QUIET, RUN) == [
        f"tests/views took {1.6 * views:.0f} s of its {views} (on a machine 1.0 times slower)"
    ]
    assert overdrawn(spent, [2 * seconds for seconds in QUIET], RUN) == []
    assert [each.split()[0] for each in overdrawn({"tests/new": 1.6 * OTHERS}, QUIET, RUN)] == ["tests/new"]


def test_a_run_of_some_tests_has_none() -> None:
    assert overdrawn({"tests/views": 10_000.0}, QUIET, "") == []


def test_every_room_that_is_named_is_there() -> None:
    assert [room for budget in BUDGETS.values() for room in budget if not (ROOT / room).is_dir()] == []


def test_the_machine_is_looked_at_now_and_then() -> None:
    machine = Machine()
    looks = [machine.looked_at() for _ in range(EVERY + 1)]
    assert [place for place, seconds in enumerate(looks) if seconds is not None] == [0, EVERY]


def test_such_a_run_fails_and_says_so(tmp_path: Path) -> None:
    """Of two files that pass and know no database, with a budget of nothing."""
    told = "from tests.tools import budgets; budgets.BUDGETS = {'none': {}}; budgets.OTHERS = -1\n"
    run = (
        f"import os, sys; os.environ['BUDGET'] = 'none'; {told}"
        "import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', 'tests/pairing/test_cases_by_seed.py', "
        "'tests/house/test_two_senses.py']))"
    )
    done = subprocess.run([sys.executable, "-c", run], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 1, done.stdout
    assert "FAILED tests/house took" in done.stdout
    assert " passed" in done.stdout.splitlines()[-1]
