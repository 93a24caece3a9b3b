"""Who may meet again, and Konrad's second games within a score group (rulebook, norwegian_monrad, Konrad)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.score_groups import Pair, PairedGroup, fewest_floaters, pair_score_groups
from tournaments.pairing.search.first import Barred
from tournaments.pairing.systems.norwegian_monrad.pairing import Choosing, GroupTurns, nobody_again
from tournaments.pairing.types.snapshot import PlayerId

_DOWN = -1
"""Stands for floating down."""


@dataclass(frozen=True, kw_only=True)
class OldOpponents:
    """Who has met whom, but not too often to meet again."""

    record: Record
    max_meetings: int

    def of_all(self, members: Sequence[PlayerId]) -> Mapping[PlayerId, AbstractSet[PlayerId]]:
        return {player: self._of(player) for player in members}

    def of_the_exhausted(self, members: Sequence[PlayerId], gap: int) -> Mapping[PlayerId, AbstractSet[PlayerId]]:
        """Only where one of the two has nobody new among the members, and so many rounds lie in between."""
        everybody = frozenset(members)
        forbidden = self.record.forbidden
        exhausted = {
            player
            for player in members
            if everybody <= self.record.meetings[player].keys() | forbidden.get(player, frozenset()) | {player}
        }
        latest = self.record.snapshot.next_number - gap - 1
        return {
            player: frozenset(
                other
                for other in self._of(player) & everybody
                if (player in exhausted or other in exhausted) and self.record.met(player, other)[-1] <= latest
            )
            for player in members
        }

    def _of(self, player: PlayerId) -> AbstractSet[PlayerId]:
        met = self.record.meetings[player]
        forbidden = self.record.forbidden.get(player, frozenset())
        return frozenset(
            other for other, rounds in met.items() if len(rounds) < self.max_meetings and other not in forbidden
        )


def pair_with_second_games(
    groups: Sequence[Sequence[PlayerId]], barred: Barred, choosing: Choosing
) -> list[PairedGroup]:
    """As `pair_score_groups` does with new opponents only; but before anybody floats down, an old opponent is taken
    whom `choosing` allows and with whom the rest can still be paired with new ones."""
    new_only = choosing.with_old(nobody_again)
    done: list[PairedGroup] = []
    while len(done) < len(groups):
        from_above = done[-1].floated if done else ()
        for paired in pair_score_groups(groups[len(done) :], barred, new_only, from_above=from_above):
            below = [player for group in groups[len(done) + 1 :] for player in group]
            chosen = _Group(paired=paired, below=below, barred=barred, choosing=choosing).chosen()
            done.append(chosen)
            if chosen.floated != paired.floated:
                break  # what was found for those below no longer holds
    return done


@dataclass(frozen=True, kw_only=True)
class _Group:
    """`paired` with new opponents only: it holds up to the first who would float down and can have an old one."""

    paired: PairedGroup
    below: Sequence[PlayerId]
    barred: Barred
    choosing: Choosing

    def chosen(self) -> PairedGroup:
        group = self.paired.group
        if not self.paired.floated:
            return self.paired
        turns = self.choosing.turns(group, frozenset({_DOWN}))
        partner = dict(self.paired.pairs)
        holds = True
        pairs: list[Pair] = []
        floated: list[PlayerId] = []
        free = list(group.players)
        while free:
            player = free.pop(0)
            if holds and player in partner:
                other = partner[player]
            else:
                other = next(self._workable(turns, player, free, floated, only_old=holds))
                holds = holds and other == _DOWN
            if other == _DOWN:
                floated.append(player)
            else:
                free.remove(other)
                pairs.append((player, other))
        return PairedGroup(group=group, pairs=tuple(pairs), floated=tuple(floated))

    def _workable(
        self,
        turns: GroupTurns,
        player: PlayerId,
        free: Sequence[PlayerId],
        floated: Sequence[PlayerId],
        *,
        only_old: bool,
    ) -> Iterator[PlayerId]:
        """In the order of choosing, whom the player can have so that there are new opponents for the rest."""
        old = turns.old.get(player, frozenset())
        not_new = self.barred.get(player, frozenset())
        for other in turns.candidates(player, [*free, _DOWN]):
            if other == _DOWN:
                yield other
            elif other in old or (other not in not_new and not only_old):
                needed = fewest_floaters(
                    [each for each in free if each != other],
                    floated,
                    self.below,
                    self.barred,
                    self.choosing.legal([*self.paired.group.players, *self.below]),
                )
                if needed is not None and needed <= len(self.paired.floated):
                    yield other
