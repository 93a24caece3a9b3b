"""Out as TRF26 between two rounds and back: `python -m soak.reports [tournaments] [first seed] [system …]`."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter

import django

TOURNAMENTS = 2_000


def main() -> int:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    django.setup()

    from tests.tools.pairing.round_trip import GOING_ON, Came, trip

    silent = 0
    for code in sys.argv[3:] or GOING_ON:
        started, counted = time.monotonic(), Counter[Came]()
        for seed in range(first, first + tournaments):
            came = trip(code, seed).came
            counted[came] += 1
            if came is Came.SILENT:
                print(f"  {code}, seed {seed}")
        silent += counted[Came.SILENT]
        said = ", ".join(f"{counted[each]:,} {each}" for each in Came)
        print(f"{code}: {tournaments:,} tournaments, {said}, {time.monotonic() - started:.0f} s", flush=True)
    return 1 if silent else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    sys.exit(main())
