"""Whole evenings, played at random through the services, keep every invariant."""

import os

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.evenings.machine import Evenings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EXAMPLES = int(os.environ.get("EVENINGS", "25"))


def test_whatever_is_pressed_every_invariant_holds() -> None:
    thorough = settings.get_current_profile_name() == "thorough"
    how = settings(max_examples=500 if thorough else EXAMPLES, stateful_step_count=40)
    run_state_machine_as_test(Evenings, settings=how)
