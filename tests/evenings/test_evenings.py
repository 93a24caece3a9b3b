"""Whole evenings, played at random through the services, keep every invariant (many more: soak/evenings.py)."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tools.evenings.machine import Evenings
from tests.tools.evenings.of_plans import Cups, Plans

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOURNAMENTS = {"quick": 3, "usual": 8, "thorough": 80}
OF_PLANS = {"quick": 1, "usual": 2, "thorough": 40}
"""Of each: a plan has all its rounds from the start, so every step looks at far more rows."""


@pytest.mark.parametrize(("machine", "tournaments"), [(Evenings, TOURNAMENTS), (Plans, OF_PLANS), (Cups, OF_PLANS)])
def test_whatever_is_pressed_every_invariant_holds(machine: type[Evenings], tournaments: dict[str, int]) -> None:
    examples = tournaments[settings.get_current_profile_name()]
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=30))
