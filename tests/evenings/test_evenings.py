"""Whole evenings, played at random through the services, keep every invariant (many more: soak/evenings.py)."""

import pytest

from tests.tools.evenings.machine import Evenings
from tests.tools.evenings.of_plans import Cups, Plans
from tests.tools.evenings.played import play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOURNAMENTS = {"quick": 2, "usual": 3, "thorough": 80}
"""The first is always the one in which nothing happens."""
OF_PLANS = {"quick": 1, "usual": 2, "thorough": 40}
"""Of each: a plan has all its rounds from the start, so every step looks at far more rows."""


@pytest.mark.parametrize(("machine", "tournaments"), [(Evenings, TOURNAMENTS), (Plans, OF_PLANS), (Cups, OF_PLANS)])
def test_whatever_is_pressed_every_invariant_holds(machine: type[Evenings], tournaments: dict[str, int]) -> None:
    play(machine, tournaments)
