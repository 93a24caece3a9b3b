"""Whom a player would rather have, where that depends on kinds alone: those whose colours suit before all others.

One linked list per kind, so that a walk down a normal list costs a few steps for each player.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tournaments.pairing.types.snapshot import PlayerId

Kind = Hashable

_NONE: Final = -1


@dataclass(frozen=True, kw_only=True)
class PreferenceTiers:
    """For each kind the kinds that its players choose among: level by level, and inside a level in list order.

    Players of kinds that stand in no level of each other's can never be paired. Turns for FIRST.
    """

    kind_of: Mapping[PlayerId, Kind]
    levels: Mapping[Kind, Sequence[Collection[Kind]]]

    def walk(self, order: Sequence[PlayerId]) -> TierWalk:
        return TierWalk(self, order)

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        kinds = self.kind_of
        others = [other for other in among if other != player]
        return [other for level in self.levels[kinds[player]] for other in others if kinds[other] in level]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        kinds, fitting = self.kind_of, self._fitting[self.kind_of[player]]
        return {other for other in among if kinds[other] not in fitting and other != player}

    @cached_property
    def _fitting(self) -> Mapping[Kind, AbstractSet[Kind]]:
        here = frozenset(self.kind_of.values())
        return {one: frozenset(other for other in here if self.fit(one, other)) for one in here}

    def fit(self, one: Kind, other: Kind) -> bool:
        """Whether players of these kinds may be paired, whoever chooses."""
        return any(other in level for level in self.levels[one]) or any(one in level for level in self.levels[other])


class TierWalk:
    """Who is still free, by kind in list order."""

    __slots__ = ("after", "before", "first", "levels", "place", "player")

    def __init__(self, levels: PreferenceTiers, order: Sequence[PlayerId]) -> None:
        self.levels = levels
        self.player = order
        self.place = {player: place for place, player in enumerate(order)}
        self.first: dict[Kind, int] = {}  # none behind the last
        self.after = [_NONE] * len(order)
        self.before = [_NONE] * len(order)
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
        if after != _NONE:
            self.before[after] = before
        if before != _NONE:
            self.after[before] = after
        else:
            self.first[self.levels.kind_of[player]] = after

    def candidates(self, player: PlayerId) -> Iterator[PlayerId]:
        first, after = self.first, self.after
        for level in self.levels.levels[self.levels.kind_of[player]]:
            heads = [first[kind] for kind in level if first.get(kind, _NONE) != _NONE]
            while heads:
                place = min(heads)
                yield self.player[place]
                following = after[place]
                if following == _NONE:
                    heads.remove(place)
                else:
                    heads[heads.index(place)] = following
