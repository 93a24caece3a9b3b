"""Whom each member of a score group would choose, and in which order (rulebook, norwegian_monrad 3 and 5, Konrad)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from tournaments.pairing.opponents.preference_tiers import Kind, PreferenceTiers
from tournaments.pairing.opponents.score_groups import ScoreGroup
from tournaments.pairing.search.first import Turns
from tournaments.pairing.systems.norwegian_monrad.colours import ColourKind, Colours
from tournaments.pairing.types.snapshot import PlayerId


class LastRound(StrEnum):
    RELAXED = "relaxed"
    STRICT = "strict"
    IGNORED = "ignored"


OldPartners = Callable[[Sequence[PlayerId]], Mapping[PlayerId, AbstractSet[PlayerId]]]
"""For each of these members of a group, which old opponents among them it may choose."""


def nobody_again(members: Sequence[PlayerId]) -> Mapping[PlayerId, AbstractSet[PlayerId]]:
    return {}


@dataclass(frozen=True, kw_only=True)
class GroupTurns:
    """Whom each member would choose: new opponents level by level, then old ones by the list, then floating down."""

    levels: PreferenceTiers
    old: Mapping[PlayerId, AbstractSet[PlayerId]]
    floaters: AbstractSet[PlayerId]
    """Those who stand for floating down."""

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        return [*self.walk([other for other in among if other != player]).candidates(player)]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        if player in self.floaters:
            return self.floaters & frozenset(among)
        return self.levels.unfit(player, [other for other in among if other not in self.floaters])

    def walk(self, order: Sequence[PlayerId]) -> GroupWalk:
        return GroupWalk(self, order)


class GroupWalk:
    """Looks no further than the first new opponent, where one is taken."""

    __slots__ = ("floaters", "members", "turns")

    def __init__(self, turns: GroupTurns, order: Sequence[PlayerId]) -> None:
        self.turns = turns
        self.members = turns.levels.walk([player for player in order if player not in turns.floaters])
        self.floaters = dict.fromkeys(player for player in order if player in turns.floaters)

    def take(self, player: PlayerId) -> None:
        if player in self.floaters:
            del self.floaters[player]
        else:
            self.members.take(player)

    def candidates(self, player: PlayerId) -> Iterator[PlayerId]:
        if player in self.turns.floaters:
            return
        again = self.turns.old.get(player, frozenset())
        old = []
        for other in self.members.candidates(player):
            if other in again:
                old.append(other)
            else:
                yield other
        yield from sorted(old, key=self.members.place.__getitem__)
        yield from self.floaters


@dataclass(frozen=True, kw_only=True)
class Choosing:
    """How a score group is paired under the hard rules in force (rulebook, norwegian_monrad 3 and 5)."""

    place: Mapping[PlayerId, int]
    colours: Colours
    last_round: LastRound | None
    """None: it is not the last."""
    old: OldPartners = nobody_again
    spares_above: bool = False

    def with_old(self, old: OldPartners) -> Choosing:
        return replace(self, old=old)

    def group(self, floated: Sequence[PlayerId], own: Sequence[PlayerId]) -> ScoreGroup:
        above = sorted(floated, key=self.place.__getitem__)
        return ScoreGroup(players=(*above, *own), from_above=frozenset(floated))

    def turns(self, group: ScoreGroup, floaters: AbstractSet[PlayerId]) -> GroupTurns:
        kind_of: dict[PlayerId, Kind] = {player: self.colours.kinds[player] for player in group.players}
        levels = PreferenceTiers(kind_of=kind_of, levels=self._in_group)
        return GroupTurns(levels=levels, old=self.old(group.players), floaters=floaters)

    def legal(self, order: Sequence[PlayerId]) -> Turns | None:
        if self.colours_may_clash:
            return None
        return PreferenceTiers(kind_of=self.colours.kinds, levels=self._legal)

    @property
    def colours_may_clash(self) -> bool:
        """In a last round that is not strict nobody's colours bar a game."""
        return self.last_round in (LastRound.RELAXED, LastRound.IGNORED)

    @cached_property
    def _kinds(self) -> tuple[ColourKind, ...]:
        return tuple(dict.fromkeys(self.colours.kinds.values()))

    @cached_property
    def _legal(self) -> Mapping[Kind, tuple[tuple[Kind, ...], ...]]:
        return {kind: (tuple(other for other in self._kinds if kind.is_legal_with(other)),) for kind in self._kinds}

    @cached_property
    def _in_group(self) -> Mapping[Kind, tuple[tuple[Kind, ...], ...]]:
        return {kind: self._levels(kind) for kind in self._kinds}

    def _levels(self, kind: ColourKind) -> tuple[tuple[Kind, ...], ...]:
        if self.last_round is LastRound.IGNORED:
            return (self._kinds,)
        legal = [other for other in self._kinds if kind.is_legal_with(other)]
        suiting = tuple(other for other in legal if kind.suits(other))
        others = tuple(other for other in legal if not kind.suits(other))
        if self.last_round is LastRound.RELAXED:
            return suiting, others, tuple(other for other in self._kinds if not kind.is_legal_with(other))
        return suiting, others
