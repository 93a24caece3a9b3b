"""Every sentence of some thousand simulated rounds of each system, read again: `python -m soak.reasons`."""

from __future__ import annotations

import time

from tests.tools.pairing.read_again import IN_THE_TREE, check

SEEDS = range(100, 1_000)


def main() -> None:
    for code in IN_THE_TREE:
        began = time.monotonic()
        rounds = check(code, SEEDS)
        print(f"{code}: {rounds:,} rounds, no sentence that is not so, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
