"""FIRST, and FIRST at least cost, against the brute force of the tests: `python -m soak.first [cases]`."""

from __future__ import annotations

import sys
from itertools import combinations
from random import Random

from tests.tools.pairing import brute_force
from tournaments.pairing.search.first import first, first_at_least_cost

CASES = 20_000
LARGEST = 10
LARGEST_AT_COST = 8


def agrees(rng: Random) -> bool:
    """One random field, put to both."""
    order = rng.sample(range(1, 100), rng.randint(0, LARGEST))
    barred: dict[int, set[int]] = {player: set() for player in order}
    density = rng.random()
    met = [pair for pair in combinations(order, 2) if rng.random() < density]
    bye = rng.sample(order, rng.choice((len(order), rng.randint(0, len(order)))))
    own = {player: rng.sample(order, rng.choice((len(order), rng.randint(0, len(order))))) for player in order}
    candidates = rng.choice((None, own.__getitem__))
    if len(order) <= LARGEST_AT_COST and rng.random() < 0.5:
        costs = {frozenset(pair): (1, rng.randint(1, 3), rng.randint(1, 5)) for pair in met}
        met = [pair for pair in combinations(order, 2) if rng.random() < density / 2]
    else:
        costs = {}
    for one, other in met:
        barred[one].add(other)
        barred[other].add(one)
    if costs:

        def cost(one: int, other: int) -> tuple[int, ...] | None:
            return costs.get(frozenset((one, other)))

        found = first_at_least_cost(order, barred, cost, bye=bye, candidates=candidates)
        expected = brute_force.first_at_least_cost(order, barred, cost, bye=bye, candidates=candidates)
    else:
        found = first(order, barred, bye=bye, candidates=candidates)
        expected = brute_force.first(order, barred, bye=bye, candidates=candidates)
    if found != expected:
        print(f"{order=} {barred=} {costs=} {bye=} {own if candidates else None}\n  {found=}\n  {expected=}")
    return found == expected


def main() -> int:
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else CASES
    disagreements = sum(not agrees(Random(case)) for case in range(cases))
    print(f"FIRST: {cases:,} random fields, {disagreements:,} disagreements with brute force")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
