"""Whole evenings at random, on a database of their own: `python -m soak.evenings [tournaments]`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile

from bench._size import sized

TOURNAMENTS = 100
STEPS = sized(80, 10)


def main() -> int:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings"}
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    try:
        return _play(tournaments)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _play(tournaments: int) -> int:
    import django

    django.setup()
    from django.db import connection
    from hypothesis import HealthCheck, settings
    from hypothesis.stateful import run_state_machine_as_test

    from tests.tools.evenings.machine import Evenings
    from tests.tools.evenings.of_plans import Cups, Plans
    from tests.tools.evenings.verified import Verified

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        how = settings(
            settings.get_profile("default"),
            max_examples=tournaments,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        for machine in (Evenings, Plans, Cups, Verified):
            run_state_machine_as_test(machine, settings=how)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    print(f"evenings: four times {tournaments:,} of {STEPS} steps on {connection.vendor}, every invariant kept")
    return 0


if __name__ == "__main__":
    sys.exit(main())
