"""Konrad's second games, each asked for its need: `python -m soak.konrad [tournaments] [first seed]`."""

from __future__ import annotations

import sys

from tests.tools.pairing.needless import konrad_by_chance

TOURNAMENTS = 2_000


def main() -> int:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    played = [konrad_by_chance(seed) for seed in range(first, first + tournaments)]
    needless = sum(each.needless for each in played)
    print(
        f"Konrad: {tournaments:,} tournaments, {sum(each.rounds for each in played):,} rounds, "
        f"{sum(each.with_second_games for each in played):,} with second games, {needless:,} of them needless"
    )
    return 1 if needless else 0


if __name__ == "__main__":
    sys.exit(main())
