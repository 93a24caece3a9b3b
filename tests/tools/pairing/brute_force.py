"""Oracles written straight from the rulebook, by trying everything: small fields only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from tournaments.pairing.search.first import Barred, Candidates, FirstPairing
from tournaments.pairing.types.snapshot import PlayerId

Pairs = tuple[tuple[PlayerId, PlayerId], ...]
Cost = Callable[[PlayerId, PlayerId], tuple[int, ...] | None]


def pairings(players: Sequence[PlayerId], barred: Barred) -> Iterator[Pairs]:
    """Every complete pairing of players, the first on the list with each other in turn."""
    if not players:
        yield ()
        return
    one, *others = players
    for other in others:
        if other not in barred.get(one, ()):
            for rest in pairings([player for player in others if player != other], barred):
                yield ((one, other), *rest)


def can_be_paired(players: Sequence[PlayerId], barred: Barred) -> bool:
    return next(pairings(players, barred), None) is not None


PRIME = 2**61 - 1


def can_be_paired_by_algebra(players: Sequence[PlayerId], barred: Barred) -> bool:
    """Tutte, 1947: a complete pairing exists exactly when the determinant of this skew matrix is not zero everywhere.

    It is taken at one random point, so a yes is certain and a no wrong with odds of about one in 2**55.
    """
    rng = Random(0)
    matrix = [[0] * len(players) for _ in players]
    for i, one in enumerate(players):
        for j, other in enumerate(players[:i]):
            if other not in barred.get(one, ()):
                matrix[i][j] = rng.randrange(1, PRIME)
                matrix[j][i] = PRIME - matrix[i][j]
    while matrix:
        pivot = next((row for row in matrix if row[-1]), None)
        if pivot is None:
            return False
        matrix.remove(pivot)
        inverse = pow(pivot[-1], -1, PRIME)
        for k, row in enumerate(matrix):
            factor = row[-1] * inverse % PRIME
            matrix[k] = [(a - factor * b) % PRIME for a, b in zip(row[:-1], pivot, strict=False)]
    return True


def first(
    order: Sequence[PlayerId],
    barred: Barred,
    *,
    candidates: Candidates | None = None,
    bye: Sequence[PlayerId] | None = None,
    can_be_paired: Callable[[Sequence[PlayerId], Barred], bool] = can_be_paired,
) -> FirstPairing | None:
    """Rulebook, FIRST and the bye, word for word."""
    free = list(order)
    sits_out = None
    if len(order) % 2:
        for sits_out in bye or ():
            rest = [player for player in order if player != sits_out]
            if sits_out in order and can_be_paired(rest, barred):
                free = rest
                break
        else:
            return None
    if not can_be_paired(free, barred):
        return None
    pairs = []
    while free:
        one = free[0]
        for other in free[1:] if candidates is None else candidates(one):
            rest = [player for player in free if player not in (one, other)]
            if other in free[1:] and other not in barred.get(one, ()) and can_be_paired(rest, barred):
                pairs.append((one, other))
                free = rest
                break
        else:
            return None
    return FirstPairing(pairs=tuple(pairs), bye=sits_out)


def first_at_least_cost(
    order: Sequence[PlayerId],
    barred: Barred,
    cost: Cost,
    *,
    bye: Sequence[PlayerId] | None = None,
    candidates: Candidates | None = None,
) -> FirstPairing | None:
    """Rulebook, When nothing fits: the cheapest pairings of all, then the first bye, then FIRST among them."""
    sitting_out = [player for player in bye or () if player in order] if len(order) % 2 else [None]
    complete = [
        (pairs, sits_out)
        for sits_out in dict.fromkeys(sitting_out)
        for pairs in pairings([player for player in order if player != sits_out], barred)
    ]
    if not complete:
        return None
    least = min(total(pairs, cost) for pairs, _ in complete)
    cheapest = [(pairs, sits_out) for pairs, sits_out in complete if total(pairs, cost) == least]
    sits_out = next(sits_out for sits_out in dict.fromkeys(sitting_out) if sits_out in {bye for _, bye in cheapest})
    left = [dict(pairs) for pairs, bye in cheapest if bye == sits_out]
    chosen: dict[PlayerId, PlayerId] = {}
    for one in order:
        if one == sits_out or one in chosen.values():
            continue
        named = order if candidates is None else candidates(one)
        in_turn = [q for q in named if cost(one, q) is None] + [q for q in named if cost(one, q) is not None]
        other = next((q for q in in_turn if any(pairs.get(one) == q for pairs in left)), None)
        if other is None:
            return None
        chosen[one] = other
        left = [pairs for pairs in left if pairs.get(one) == other]
    return FirstPairing(pairs=tuple(chosen.items()), bye=sits_out)


def total(pairs: Pairs, cost: Cost) -> tuple[int, ...]:
    costs = [pair_cost for pair_cost in (cost(*pair) for pair in pairs) if pair_cost is not None]
    return tuple(sum(column) for column in zip(*costs, strict=True)) or (0, 0, 0)
