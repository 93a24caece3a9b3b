"""Simulated tournaments, verified: `python -m soak.simulations [tournaments] [first seed] [system …]`."""

from __future__ import annotations

import os
import sys
import time
from random import Random

import django

TOURNAMENTS = 5_000


def main() -> int:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    django.setup()

    from tests.tools.evenings.simulated import check, simulated
    from tournaments.pairing.discovery import SYSTEMS

    failures = 0
    for code in sys.argv[3:] or SYSTEMS:
        started, rounds, ended, broken = time.monotonic(), 0, 0, []
        for seed in range(first, first + tournaments):
            played = simulated(code, seed)
            rounds += len(played.file.snapshot.rounds)
            ended += bool(played.ended)
            try:
                check(played.file, Random(seed))
            except AssertionError as error:
                broken.append(seed)
                print(f"  {code}, seed {seed}: {str(error)[:300] or 'does not hold'}")
        failures += len(broken)
        took = time.monotonic() - started
        print(
            f"{code}: {tournaments:,} tournaments, {rounds:,} rounds, {ended:,} ended before their time, "
            f"{len(broken):,} do not hold, {took:.0f} s",
            flush=True,
        )
    return 1 if failures else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    sys.exit(main())
