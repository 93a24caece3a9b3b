"""Processes that race and processes that are killed, many times: `python -m soak.processes [repetitions] [seed]`."""

from __future__ import annotations

import random
import secrets
import sys
import tempfile
from collections import Counter
from pathlib import Path

import django

REPETITIONS = 100


def main() -> int:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbits(32)
    django.setup()

    from tests.tools.processes.races import PRESSES, database_of_its_own, kill, race, workers
    from tests.tools.processes.verbs import VERBS

    print(f"seed {seed}")
    chance = random.Random(seed)
    said: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as directory, database_of_its_own(Path(directory)) as environment:
        with workers(PRESSES, environment) as racers:
            for repetition in range(repetitions):
                race(("pair", "next", "publish")[repetition % 3], racers)
        for repetition in range(repetitions):
            said[kill([*VERBS][repetition % len(VERBS)], environment, chance) or "killed"] += 1
    print(f"{repetitions} races of {PRESSES}, {said['killed']} killed in the middle, {said['done']} done before it")
    return 0


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    sys.exit(main())
