"""How a score group is paired: whom each member would choose, in which order (rulebook, norwegian_monrad 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tournaments.pairing.choices.levels import Kind, Levels
from tournaments.pairing.choices.score_groups import Group, PairedGroup
from tournaments.pairing.facts.record import Record
from tournaments.pairing.model.paired_round import (
    Reason,
)
from tournaments.pairing.model.snapshot import PlayerId
from tournaments.pairing.search.first import Turns
from tournaments.pairing.systems.norwegian_monrad.colours import ColourKind, Colours

_FLOAT = "float"
"""The kind of those who stand for floating down."""


class LastRound(StrEnum):
    RELAXED = "relaxed"
    STRICT = "strict"
    IGNORED = "ignored"


@dataclass(frozen=True, kw_only=True)
class WithRematches:
    """Konrad's turns: behind all new opponents the old ones, if one of the two has met all in the group; others of
    them only behind floating down."""

    levels: Levels
    met: Mapping[PlayerId, AbstractSet[PlayerId]]
    exhausted: frozenset[PlayerId]

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        met = self.met.get(player, frozenset())
        in_levels = self.levels.candidates(player, among)
        legal = frozenset(in_levels)
        down = [other for other in in_levels if self.levels.kind_of[other] == _FLOAT]
        new = [other for other in in_levels if other not in met and other not in down]
        old = [other for other in among if other in legal and other in met]
        allowed = [other for other in old if player in self.exhausted or other in self.exhausted]
        return [*new, *allowed, *down, *(other for other in old if other not in allowed)]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        return self.levels.unfit(player, among)

    def walk(self, order: Sequence[PlayerId]) -> RematchWalk:
        return RematchWalk(self, order)


class RematchWalk:
    """Looks no further than the first new opponent, where one is taken."""

    def __init__(self, turns: WithRematches, order: Sequence[PlayerId]) -> None:
        self.turns = turns
        self.in_levels = turns.levels.walk(order)

    def take(self, player: PlayerId) -> None:
        self.in_levels.take(player)

    def candidates(self, player: PlayerId) -> Iterable[PlayerId]:
        met, exhausted = self.turns.met.get(player, frozenset()), self.turns.exhausted
        kind_of = self.turns.levels.kind_of
        down, old = [], []
        for other in self.in_levels.candidates(player):
            if kind_of[other] == _FLOAT:
                down.append(other)
            elif other in met:
                old.append(other)
            else:
                yield other
        old.sort(key=self.in_levels.place.__getitem__)
        is_free = player in exhausted
        yield from (other for other in old if is_free or other in exhausted)
        yield from down
        yield from (other for other in old if not (is_free or other in exhausted))


@dataclass(frozen=True, kw_only=True)
class Choosing:
    """How a score group is paired under the hard rules in force (rulebook, norwegian_monrad 3 and 5)."""

    record: Record
    place: Mapping[PlayerId, int]
    colours: Colours
    last_round: LastRound | None
    """None: it is not the last."""
    max_meetings: int
    spares_above: bool = False

    def group(self, floated: Sequence[PlayerId], own: Sequence[PlayerId]) -> Group:
        above = sorted(floated, key=self.place.__getitem__)
        return Group(players=(*above, *own), from_above=frozenset(floated))

    def turns(self, group: Group, floaters: AbstractSet[PlayerId]) -> Turns:
        kind_of: dict[PlayerId, Kind] = {player: self.colours.kinds[player] for player in group.players}
        levels = Levels(kind_of=kind_of | dict.fromkeys(floaters, _FLOAT), levels=self._in_group)
        if self.max_meetings == 1:
            return levels
        met = {player: self._met(player) for player in group.players}
        everybody = frozenset(group.players)
        exhausted = frozenset(player for player in group.players if everybody <= met[player] | {player})
        return WithRematches(levels=levels, met=met, exhausted=exhausted)

    def legal(self, order: Sequence[PlayerId]) -> Turns | None:
        if self.last_round is not None and self.last_round is not LastRound.STRICT:
            return None
        return Levels(kind_of=self.colours.kinds, levels=self._legal)

    def _met(self, player: PlayerId) -> AbstractSet[PlayerId]:
        return self.record.meetings[player].keys() | self.record.forbidden.get(player, frozenset())

    @cached_property
    def _kinds(self) -> tuple[ColourKind, ...]:
        return tuple(dict.fromkeys(self.colours.kinds.values()))

    @cached_property
    def _legal(self) -> Mapping[Kind, tuple[tuple[Kind, ...], ...]]:
        return {kind: (tuple(other for other in self._kinds if kind.is_legal_with(other)),) for kind in self._kinds}

    @cached_property
    def _in_group(self) -> Mapping[Kind, tuple[tuple[Kind, ...], ...]]:
        return {_FLOAT: (), **{kind: (*self._levels(kind), (_FLOAT,)) for kind in self._kinds}}

    def _levels(self, kind: ColourKind) -> tuple[tuple[Kind, ...], ...]:
        if self.last_round is LastRound.IGNORED:
            return (self._kinds,)
        legal = [other for other in self._kinds if kind.is_legal_with(other)]
        suiting = tuple(other for other in legal if kind.suits(other))
        others = tuple(other for other in legal if not kind.suits(other))
        if self.last_round is LastRound.RELAXED:
            return suiting, others, tuple(other for other in self._kinds if not kind.is_legal_with(other))
        return suiting, others


@dataclass(frozen=True, kw_only=True)
class Found:
    """A complete pairing, and under which hard rules about colours it was found."""

    groups: tuple[PairedGroup, ...]
    bye: PlayerId | None
    choosing: Choosing
    notes: tuple[Reason, ...]
