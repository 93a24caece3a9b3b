"""Whole evenings, played at random through the services: the verifier finds every round as it was paired."""

import json

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.commands.test_tournament_files import run
from tests.tools.evenings.machine import Evenings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOURNAMENTS = {"quick": 2, "usual": 6, "thorough": 60}


class Verified(Evenings):
    """Looked over again at the end of each."""

    def teardown(self) -> None:
        try:
            if self._key:
                self._look_over()
        finally:
            super().teardown()

    def _look_over(self) -> None:
        tournament = self.tournament
        status, out, _errors = run("verify_tournament", f"{tournament.club.slug}/{tournament.slug}", "--json")
        found = json.loads(out)
        wrong = [each for each in found["rounds"] if each["differing"] or each["broken"]]
        assert (status, found["tables"], wrong) == (0, [], [])


def test_whatever_was_pressed_the_verifier_finds_nothing() -> None:
    tournaments = TOURNAMENTS[settings.get_current_profile_name()]
    run_state_machine_as_test(Verified, settings=settings(max_examples=tournaments, stateful_step_count=30))
