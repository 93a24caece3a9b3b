"""One complete pairing of least total cost: of a few by looking at all of them, of more by prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from tournaments.pairing.search.matching import Edge, LeastCost, least_cost

_FEW: Final = 8  # 105 pairings; of 10 there are 945, and prices find the least in less time
_LARGE: Final = 20_000  # more costs are not kept: they would fill the memory


def cheapest_pairs(size: int, costs: Mapping[Edge, int]) -> Sequence[Edge] | None:
    """Join the vertices 0..size-1, all of them, by the edges (u, v), u < v, at the least sum of their costs. None: that
    cannot be done."""
    if size > _FEW:
        found = by_prices(size, costs)
        return None if found is None else found.pairs()
    if size % 2:
        return None
    if not size:
        return []
    rows: list[list[tuple[int, Edge, int]]] = [[] for _ in range(size)]
    for (u, v), cost in costs.items():
        rows[u].append((1 << v, (u, v), cost))
    best = _cheapest((1 << size) - 1, rows, {0: (0, None)})
    if best is None:
        return None
    pairs = []
    chain = best[1]
    while chain is not None:
        pair, chain = chain
        pairs.append(pair)
    return pairs


def by_prices(size: int, costs: Mapping[Edge, int]) -> LeastCost | None:
    """Such a pairing, and which others cost as little. None: there is none."""
    return _kept(size, tuple(costs.items())) if len(costs) < _LARGE else least_cost(size, costs)


@lru_cache(maxsize=16)
def _kept(size: int, costs: tuple[tuple[Edge, int], ...]) -> LeastCost | None:
    """A bracket is often asked again a moment later, in other words but with the same costs."""
    return least_cost(size, dict(costs))


_Chain = tuple[Edge, "_Chain | None"]
_Best = tuple[int, "_Chain | None"]


def _cheapest(
    single: int, rows: Sequence[Sequence[tuple[int, Edge, int]]], known: dict[int, _Best | None]
) -> _Best | None:
    """Of those still single, as bits: their least cost, and the pairs one after the other. The first of them chooses,
    and among those that cost the same the one named first."""
    if single in known:
        return known[single]
    first = (single & -single).bit_length() - 1
    others = single & (single - 1)
    found: _Best | None = None
    for bit, pair, cost in rows[first]:
        if others & bit:
            rest = _cheapest(others ^ bit, rows, known)
            if rest is not None and (found is None or cost + rest[0] < found[0]):
                found = (cost + rest[0], (pair, rest[1]))
    known[single] = found
    return found
