"""Every sentence of some thousand simulated rounds of each system, read again: `python -m soak.reasons`."""

from __future__ import annotations

import os
import time

import django

from bench._size import sized

SEEDS = sized(range(100, 1_000), range(100, 101))


def main() -> None:
    django.setup()

    from tests.tools.pairing.read_again import IN_THE_TREE, check

    for code in IN_THE_TREE:
        began = time.monotonic()
        rounds = check(code, SEEDS)
        print(f"{code}: {rounds:,} rounds, no sentence that is not so, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    main()
