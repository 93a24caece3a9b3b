"""FIRST: the search that all systems share (rulebook, FIRST and the bye). It never goes back on a choice.

FIRST takes the first free player and gives them the first candidate for whom all the others can still be paired.
Backtracking explodes; three layers answer the same question exactly (docs/search.md draws them):

1. The list is walked down, taking every first candidate unchecked. While k players stay behind, each barred from at
   most D, and k >= 2D + 2, that is always right (Dirac). A walk that comes through is the proof for all of itself, so
   nobody needs to know D, and one large D does no harm.
2. A walk that gets stuck is broken up from below until those freed have a complete pairing: in the safe zone at the
   latest. They choose again, and this witness is kept: a choice robs two players of their partners, who are joined
   directly or over one other pair.
3. Where that fails, one alternating tree is grown from the partner of the player who chooses (witness.py): those it
   reaches are exactly the players who can be had.

A system whose players choose by kinds or by lot brings `Turns` of its own for layer 1: the proof by coming through and
the layers below stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from tournaments.pairing.search.matching import Edge, least_cost
from tournaments.pairing.search.witness import Witness
from tournaments.pairing.types.snapshot import PlayerId

Barred: TypeAlias = Mapping[PlayerId, AbstractSet[PlayerId]]
"""Whom a player cannot meet. Symmetric; who is missing is barred from nobody; it may name players who are not here."""

Candidates: TypeAlias = Callable[[PlayerId], Sequence[PlayerId]]
"""Whom a player would choose, in an own order. They choose nobody else, but may be chosen by others: whether the rest
can be paired is judged by `barred` alone."""


class Walk(Protocol):
    """One walk down the list, which knows who is still free."""

    def take(self, player: PlayerId) -> None:
        """No longer free."""
        ...

    def candidates(self, player: PlayerId) -> Iterable[PlayerId]:
        """Those still free whom the player would choose, in their own order, worked out when asked for."""
        ...


class Turns(Protocol):
    """Candidates for whom no list is written down, since there would be one as long as the field for everybody."""

    def walk(self, order: Sequence[PlayerId]) -> Walk: ...

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        """The player's candidates among those, in their own order."""
        ...

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        """With whom the player cannot be paired besides the barred, whoever chooses: it counts for the rest too."""
        ...


Cost: TypeAlias = Callable[[PlayerId, PlayerId], tuple[int, ...] | None]
"""None for no rematch, else whole numbers from 0 up, always equally many; their sums are compared left to right."""

_Pair: TypeAlias = tuple[PlayerId, PlayerId]

_NOBODY: Final[AbstractSet[PlayerId]] = frozenset()
_BYE: Final[PlayerId] = 0  # the bye is one more player, ahead of all; start numbers begin at 1


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstPairing:
    """A complete pairing: (higher placed, lower placed), in the order of the higher placed."""

    pairs: tuple[_Pair, ...]
    bye: PlayerId | None = None


def first(
    order: Sequence[PlayerId],
    barred: Barred,
    *,
    candidates: Candidates | Turns | None = None,
    bye: Sequence[PlayerId] | None = None,
) -> FirstPairing | None:
    """The pairing that FIRST finds, or None if there is no complete one or a player has no candidate who works.

    `order` is best first. `bye`, asked only for an odd number, names those who may sit out, first choice first.
    """
    walk = _Walk(order, barred, candidates, bye or ())
    if not walk.begin():
        return None
    stuck = walk.down()
    if stuck and not walk.repair(stuck):
        return None
    return _pairing(walk.pairs)


class _Walk:
    """One walk down the list: the pairs taken so far, in the order in which they were taken."""

    __slots__ = ("barred", "bye", "candidates", "free", "order", "pairs")

    def __init__(
        self, order: Sequence[PlayerId], barred: Barred, candidates: Candidates | Turns | None, bye: Sequence[PlayerId]
    ) -> None:
        self.order = order
        self.barred = barred
        self.candidates = candidates
        self.bye = bye
        self.pairs: list[_Pair] = []
        self.free = order

    def begin(self) -> bool:
        """Give the bye, if the number is odd, to the first who may have it."""
        if len(self.order) % 2 == 0:
            return True
        sits_out = next((player for player in self.bye if player in self.order), None)
        if sits_out is None:
            return False
        place = self.order.index(sits_out)
        self.free = [*self.order[:place], *self.order[place + 1 :]]
        self.order = [_BYE, *self.order]
        self.pairs.append((_BYE, sits_out))
        return True

    def down(self) -> list[PlayerId]:
        """Pair each with the first they may have, unchecked. Those still free when somebody has nobody left."""
        if self.candidates is None:
            return self._in_list_order()
        if callable(self.candidates):
            return self._in_own_order(self.candidates)
        return self._in_turns(self.candidates)

    def _in_list_order(self) -> list[PlayerId]:
        """Pair each with the next on the list whom they may meet. Those still free when somebody has nobody left."""
        barred_from = self.barred.get
        take = self.pairs.append
        passed_over: list[PlayerId] = []  # still free, in list order, ahead of all that `rest` holds
        rest = iter(self.free)
        while True:
            player = passed_over.pop(0) if passed_over else next(rest, None)
            if player is None:
                return []
            barred = barred_from(player, _NOBODY)
            for other in passed_over:
                if other not in barred:
                    passed_over.remove(other)
                    break
            else:
                for other in rest:
                    if other not in barred:
                        break
                    passed_over.append(other)
                else:
                    return [player, *passed_over]
            take((player, other))

    def _in_own_order(self, candidates: Candidates) -> list[PlayerId]:
        """Pair each with the first of their own candidates. Those still free when somebody has nobody left."""
        free = set(self.free)
        for player in self.free:
            if player not in free:
                continue
            free.remove(player)
            barred = self.barred.get(player, _NOBODY)
            for other in candidates(player):
                if other in free and other not in barred:
                    break
            else:
                free.add(player)
                return [left for left in self.free if left in free]
            free.remove(other)
            self.pairs.append((player, other))
        return []

    def _in_turns(self, turns: Turns) -> list[PlayerId]:
        """As in their own order, the candidates worked out among those still free."""
        free = set(self.free)
        walk = turns.walk(self.free)
        for player in self.free:
            if player not in free:
                continue
            barred = self.barred.get(player, _NOBODY)
            walk.take(player)
            other = next((other for other in walk.candidates(player) if other not in barred), None)
            if other is None:
                return [left for left in self.free if left in free]
            walk.take(other)
            free.difference_update((player, other))
            self.pairs.append((player, other))
        return []

    def repair(self, stuck: list[PlayerId]) -> bool:
        """Break pairs up from below until those freed can be completely paired, and let them choose again."""
        kept = max(0, len(self.pairs) - len(stuck))
        while True:
            witness = self._witness(stuck, kept)
            if witness.complete():
                del self.pairs[kept:]
                return self._choose(witness)
            if kept == 0:
                return False
            # Ever more at a time, so that little is tried twice; a pair broken up too many chooses again what it had.
            kept = max(0, kept - 3 * (len(self.pairs) - kept) - len(stuck))

    def _witness(self, stuck: list[PlayerId], kept: int) -> Witness:
        broken = self.pairs[kept:]
        freed = {player for pair in broken for player in pair}.union(stuck)
        # Nobody freed stands before the one who chose first.
        start = self.order.index(broken[0][0]) if broken else 0
        players = [player for player in self.order[start:] if player in freed]
        witness = Witness(players, self.barred, broken)
        if _BYE in freed:
            witness.bar(_BYE, freed.difference(self.bye))
        if self.candidates is not None and not callable(self.candidates):
            paired = [player for player in players if player != _BYE]
            for player in paired:
                witness.bar(player, self.candidates.unfit(player, paired))
        return witness

    def _choose(self, witness: Witness) -> bool:
        freed = [player for player in witness.players() if player != _BYE]
        while (player := witness.first_free()) is not None:
            other = witness.settle(player, self._candidates(player, freed))
            if other is None:
                return False
            self.pairs.append((player, other))
        return True

    def _candidates(self, player: PlayerId, freed: Sequence[PlayerId]) -> Sequence[PlayerId] | None:
        if player == _BYE:
            return self.bye
        if self.candidates is None:
            return None
        return self.candidates(player) if callable(self.candidates) else self.candidates.candidates(player, freed)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    """Places on the list, best first, and for each those it may be joined to."""

    places: list[int]
    near: Mapping[int, Sequence[int]]


def first_at_least_cost(
    order: Sequence[PlayerId],
    barred: Barred,
    cost: Cost,
    *,
    candidates: Candidates | None = None,
    bye: Sequence[PlayerId] | None = None,
    as_named: bool = False,
) -> FirstPairing | None:
    """Rematches as last resort (rulebook, When nothing fits): of all complete pairings, whoever sits out, those of the
    least total cost; of these the first bye, then FIRST with old opponents behind all others, or `as_named` with the
    candidates just as they come."""
    players = [*order] if len(order) % 2 == 0 else [_BYE, *order]
    sit_out = frozenset(bye or ())
    costs = {
        (i, j): cost(one, other) if one != _BYE else None
        for i, one in enumerate(players)
        for j, other in enumerate(players[i + 1 :], i + 1)
        if (other not in barred.get(one, _NOBODY) if one != _BYE else other in sit_out)
    }
    numbers = _as_numbers(costs, len(players) // 2)
    cheapest = least_cost(len(players), numbers)
    if cheapest is None:
        return None
    choices = [
        _choices(i, players, costs, bye if one == _BYE else candidates and candidates(one), as_named=as_named)
        for i, one in enumerate(players)
    ]
    pairs: list[Edge] = []
    for part in _parts(len(players), cheapest.tight()):
        # FIRST may leave a priced blossom more than once: that would cost more. If it does not, it has chosen right.
        found = _first_without_slack(part, players, choices)
        if found is None or not cheapest.leaves_blossoms_once(found):
            found = _first_by_digits(part, choices, numbers)
        if found is None:
            return None
        pairs += found
    return _pairing([(players[i], players[j]) for i, j in sorted(pairs)])


@dataclass(frozen=True, kw_only=True, slots=True)
class LeastCostPairs:
    """Of some players, whom each cannot have in any complete pairing of the least cost."""

    barred: Barred
    suffices: bool
    """Every complete pairing that keeps to `barred` costs the least; else some cost more."""


def pairs_of_least_cost(players: Sequence[PlayerId], barred: Barred, cost: Cost) -> LeastCostPairs:
    """The even number of `players` must have a complete pairing."""
    costs = {
        (i, j): cost(one, other)
        for i, one in enumerate(players)
        for j, other in enumerate(players[i + 1 :], i + 1)
        if other not in barred.get(one, _NOBODY)
    }
    cheapest = least_cost(len(players), _as_numbers(costs, len(players) // 2))
    if cheapest is None:
        raise ValueError("these players have no complete pairing")
    far = {player: set(players) - {player} for player in players}
    for i, j in cheapest.tight():
        far[players[i]].discard(players[j])
        far[players[j]].discard(players[i])
    return LeastCostPairs(barred=far, suffices=not cheapest.has_priced_blossoms())


def _parts(size: int, edges: Sequence[Edge]) -> list[_Part]:
    """The edges by the players they hold together: what one part chooses is nothing to the others."""
    near: list[list[int]] = [[] for _ in range(size)]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    parts: list[_Part] = []
    seen: set[int] = set()
    for start in range(size):
        if start in seen:
            continue
        seen.add(start)
        places = [start]
        for place in places:  # grows while it is read
            new = [other for other in near[place] if other not in seen]
            seen.update(new)
            places += new
        places.sort()
        parts.append(_Part(places=places, near={place: near[place] for place in places}))
    return parts


def _choices(
    place: int,
    players: Sequence[PlayerId],
    costs: Mapping[Edge, tuple[int, ...] | None],
    candidates: Sequence[PlayerId] | None,
    *,
    as_named: bool,
) -> list[int]:
    """The places below that a player may choose, in their order: what costs behind all others, unless `as_named`."""
    if candidates is None:
        below = range(place + 1, len(players))
        in_turn = [other for other in below if (place, other) in costs]
    else:
        named = {player: other for other, player in enumerate(players[place + 1 :], place + 1)}
        in_turn = [named[player] for player in candidates if (place, named.get(player, place)) in costs]
    return in_turn if as_named else sorted(in_turn, key=lambda other: costs[place, other] is not None)


def _first_without_slack(
    part: _Part, players: Sequence[PlayerId], choices: Sequence[Sequence[int]]
) -> list[Edge] | None:
    """FIRST, all pairs with slack barred."""
    place_of = {players[place]: place for place in part.places}
    barred = {
        player: place_of.keys() - {players[other] for other in part.near[place]} for player, place in place_of.items()
    }
    in_turn = {
        player: [players[other] for other in choices[place] if players[other] in place_of]
        for player, place in place_of.items()
    }
    order = [*place_of]
    bye = None
    if order[0] == _BYE:
        order.remove(_BYE)
        bye = [player for player in in_turn[_BYE] if player not in barred[_BYE]]
    found = first(order, barred, candidates=in_turn.__getitem__, bye=bye)
    if found is None:
        return None
    sitting_out = [] if found.bye is None else [(_BYE, found.bye)]
    return [(place_of[one], place_of[other]) for one, other in (*sitting_out, *found.pairs)]


def _first_by_digits(part: _Part, choices: Sequence[Sequence[int]], numbers: Mapping[Edge, int]) -> list[Edge] | None:
    """FIRST as the least of all numbers: behind a pair's cost stands one digit for each player, the first on the list
    ahead, which says which choice of the higher placed it is."""
    index = {place: i for i, place in enumerate(part.places)}
    last = len(part.places)
    rank = {
        (index[place], index[other]): k
        for place in part.places
        for k, other in enumerate(other for other in choices[place] if other in index)
    }
    digit = (last + 1).bit_length()
    ranked = {
        (i, j): (numbers[place, other] << digit * last) + (rank.get((i, j), last) << digit * (last - 1 - i))
        for place, i in index.items()
        for other in part.near[place]
        if i < (j := index[other])
    }
    settled = least_cost(last, ranked)
    pairs = settled.pairs() if settled else []
    if not all(pair in rank for pair in pairs):
        return None
    return [(part.places[i], part.places[j]) for i, j in pairs]


def _as_numbers(costs: Mapping[Edge, tuple[int, ...] | None], boards: int) -> dict[Edge, int]:
    """Costs as numbers whose sums compare as sums from left to right do: no sum reaches the next place."""
    columns = zip(*(cost for cost in costs.values() if cost is not None), strict=True)
    bases = [1 + boards * max(column) for column in columns]
    numbers = {}
    for edge, cost in costs.items():
        number = 0
        for part, base in zip(cost or (), bases, strict=cost is not None):
            number = number * base + part
        numbers[edge] = number
    return numbers


def _pairing(pairs: list[_Pair]) -> FirstPairing:
    if pairs and pairs[0][0] == _BYE:
        return FirstPairing(pairs=tuple(pairs[1:]), bye=pairs[0][1])
    return FirstPairing(pairs=tuple(pairs))
