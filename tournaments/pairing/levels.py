"""Whom a player would rather have, where that depends on kinds alone: those whose colours suit him before all others.

One linked list per kind, so that a walk down a normal list costs a few steps for each player.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from heapq import merge

from tournaments.pairing.snapshot import PlayerId

Kind = Hashable


@dataclass(frozen=True, kw_only=True)
class Levels:
    """For each kind the kinds that its players choose among: level by level, and inside a level in list order.

    Players of kinds that stand in no level of each other's can never be paired. Turns for FIRST.
    """

    kind_of: Mapping[PlayerId, Kind]
    levels: Mapping[Kind, Sequence[Collection[Kind]]]

    def walk(self, order: Sequence[PlayerId]) -> LevelWalk:
        return LevelWalk(self, order)

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        kinds = self.kind_of
        others = [other for other in among if other != player]
        return [other for level in self.levels[kinds[player]] for other in others if kinds[other] in level]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        kinds, own = self.kind_of, self.kind_of[player]
        fitting = {kind for kind in {kinds[other] for other in among} if self.fit(own, kind)}
        return {other for other in among if kinds[other] not in fitting and other != player}

    def fit(self, one: Kind, other: Kind) -> bool:
        """Whether players of these kinds may be paired, whoever chooses."""
        return any(other in level for level in self.levels[one]) or any(one in level for level in self.levels[other])


class LevelWalk:
    """Who is still free, by kind in list order."""

    __slots__ = ("after", "before", "first", "levels", "place", "player")

    def __init__(self, levels: Levels, order: Sequence[PlayerId]) -> None:
        self.levels = levels
        self.player = order
        self.place = {player: place for place, player in enumerate(order)}
        self.first: dict[Kind, int] = {}  # -1 behind the last
        self.after = [-1] * len(order)
        self.before = [-1] * len(order)
        last: dict[Kind, int] = {}
        for place, player in enumerate(order):
            kind = levels.kind_of[player]
            if kind in last:
                self.after[last[kind]] = place
                self.before[place] = last[kind]
            else:
                self.first[kind] = place
            last[kind] = place

    def take(self, player: PlayerId) -> None:
        place = self.place[player]
        before, after = self.before[place], self.after[place]
        if after != -1:
            self.before[after] = before
        if before != -1:
            self.after[before] = after
        else:
            self.first[self.levels.kind_of[player]] = after

    def candidates(self, player: PlayerId) -> Iterable[PlayerId]:
        for level in self.levels.levels[self.levels.kind_of[player]]:
            lists = [self._list(kind) for kind in level if self.first.get(kind, -1) != -1]
            for place in lists[0] if len(lists) == 1 else merge(*lists):
                yield self.player[place]

    def _list(self, kind: Kind) -> Iterator[int]:
        place = self.first[kind]
        while place != -1:
            yield place
            place = self.after[place]
