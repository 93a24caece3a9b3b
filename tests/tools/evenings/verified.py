"""Evenings at random that the verifier looks over in the end."""

import json

from tests.management.test_tournament_files import run
from tests.tools.evenings.machine import Evenings


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
