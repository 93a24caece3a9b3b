"""Whole evenings, played at random through the services: the verifier finds every round as it was paired."""

import pytest

from tests.tools.evenings.played import play
from tests.tools.evenings.verified import Verified

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOURNAMENTS = {"quick": 1, "usual": 2, "thorough": 60}
"""The first is always the one in which nothing happens; many more: soak/evenings.py."""


def test_whatever_was_pressed_the_verifier_finds_nothing() -> None:
    play(Verified, TOURNAMENTS)
