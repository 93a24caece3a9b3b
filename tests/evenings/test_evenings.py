"""Whole evenings, played at random through the services, keep every invariant (many more: soak/evenings.py)."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tools.evenings.machine import Evenings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOURNAMENTS = {"quick": 3, "usual": 8, "thorough": 80}


def test_whatever_is_pressed_every_invariant_holds() -> None:
    tournaments = TOURNAMENTS[settings.get_current_profile_name()]
    run_state_machine_as_test(Evenings, settings=settings(max_examples=tournaments, stateful_step_count=30))
