"""Score groups, completed one after the other from the top with the fewest floaters (rulebook, norwegian_monrad 3 and
drawboss_monrad 4).

What has to be known with every choice is whether all the rest, this group and everything below, can still be completed
with so few floaters. It is answered in three steps, the cheap one first, and nowhere by trying out:

1. Each group is paired as if whoever floats down will find somebody. Then as many float as the group's own pairings
   need: players who stand for nobody are added, one for each floater, and FIRST pairs them all. Where the groups below
   come through, that was the truth: a group needs no fewer, and no earlier choice was possible even in it alone.
2. Where a group below cannot be completed, the choices above it went wrong: in the last group from which everything
   below still has some complete pairing.
3. That group is paired again in the sight of all below it, at the least cost: one for each pair that leaves the group.

Where rematches cost something too, every group is paired in the sight of all below, their cost ahead of the floaters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from tournaments.pairing.search.first import Barred, Cost, Turns, first, first_at_least_cost
from tournaments.pairing.search.matching import Edge, least_cost
from tournaments.pairing.search.witness import Witness
from tournaments.pairing.types.paired_round import Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

NOBODY_LEFT = Rule(
    "score_group/nobody_left",
    _("Nobody was left for {player} among those on {points}, so {player} plays someone on {fewer}."),
)
HAD_TO_GO = Rule(
    "score_group/had_to_go",
    _(
        "{player} comes down from those on {points} and plays someone on {fewer}: otherwise not all could have been "
        "paired, or more players would have had to come down, or somebody a second time."
    ),
)
HAD_TO_GO_AGAIN = Rule(
    "score_group/had_to_go/again",
    _(
        "{player} comes down from those on {points} and plays someone on {fewer}: otherwise not all "
        "could have been paired, or there would have been more rematches or worse ones, or more players "
        "coming down."
    ),
)
TOO = Rule("score_group/too", _("{player} comes down from those on {points} too."))

Pair = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreGroup:
    """One score group as it is paired: those floated down from above head it, `players` in the order of choosing."""

    players: tuple[PlayerId, ...]
    from_above: frozenset[PlayerId] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedGroup:
    """`pairs` as (who chose, whom), in the order of choosing; `floated` in that order too."""

    group: ScoreGroup
    pairs: tuple[Pair, ...]
    floated: tuple[PlayerId, ...]

    def left_for(self, player: PlayerId) -> list[PlayerId]:
        """Who was not yet paired when that one's turn came."""
        order = self.group.players
        before = frozenset(order[: order.index(player)])
        gone = {one for pair in self.pairs if pair[0] in before for one in pair}
        return [other for other in order if other != player and other not in gone]


class GroupChoosing(Protocol):
    """How a system's players choose within their score group."""

    def group(self, floated: Sequence[PlayerId], own: Sequence[PlayerId]) -> ScoreGroup:
        """The group with those who come from above, all in the order of choosing."""
        ...

    def turns(self, group: ScoreGroup, floaters: AbstractSet[PlayerId]) -> Turns:
        """The candidates within the group; `floaters` stand for floating down, wherever that comes in the order."""
        ...

    def legal(self, order: Sequence[PlayerId]) -> Turns | None:
        """Who can be paired at all, besides the barred."""
        ...

    @property
    def spares_above(self) -> bool:
        """Whether as few as possible of those from above float again."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class CameDown:
    """Why those who were not paired among those with their own points were not."""

    points: Mapping[PlayerId, Fraction]
    alone: frozenset[PlayerId]
    """For whom nobody was left, when their turn came, of all whom they might have met."""
    otherwise: Rule = HAD_TO_GO
    """What is said of the others."""

    @classmethod
    def of(
        cls,
        groups: Sequence[PairedGroup],
        points: Mapping[PlayerId, Fraction],
        might_meet: Callable[[ScoreGroup, PlayerId, PlayerId], bool],
        otherwise: Rule = HAD_TO_GO,
    ) -> CameDown:
        alone = {
            player
            for paired in groups
            for player in paired.floated
            if player not in paired.group.from_above
            and not any(might_meet(paired.group, player, other) for other in paired.left_for(player))
        }
        return cls(points=points, alone=frozenset(alone), otherwise=otherwise)

    def reason(self, player: PlayerId, other: PlayerId) -> Reason:
        if self.points[other] > self.points[player]:
            return TOO.reason(player=Player(player), points=self.points[player])
        rule = NOBODY_LEFT if player in self.alone else self.otherwise
        return rule.reason(player=Player(player), points=self.points[player], fewer=self.points[other])


def pair_score_groups(
    groups: Sequence[Sequence[PlayerId]],
    barred: Barred,
    choosing: GroupChoosing,
    *,
    from_above: Sequence[PlayerId] = (),
    cost: Cost | None = None,
) -> list[PairedGroup]:
    """All of `groups`, best first, and those who come to the first of them `from_above`; together they must have a
    complete pairing. Of all of these one at the least sum of `cost` is found, if that is given."""
    return _Descent(groups, barred, choosing, from_above, cost).down()


def fewest_floaters(
    members: Sequence[PlayerId],
    floated: Sequence[PlayerId],
    below: Sequence[PlayerId],
    barred: Barred,
    legal: Turns | None,
) -> int | None:
    """How many of `members`, with those who have `floated` already, leave the group at least, if they and all below it
    are completely paired; None where that cannot be."""
    order = [*floated, *members, *below]
    written = _written_down(barred, legal, order)
    first_below = len(floated) + len(members)
    costs: dict[Edge, int] = {}
    for i, one in enumerate(order):
        for j, other in enumerate(order[i + 1 :], i + 1):
            leaves = i < first_below <= j
            if other not in written.get(one, frozenset()) and (leaves or i >= len(floated)):
                costs[i, j] = int(leaves)
    found = least_cost(len(order), costs)
    return None if found is None else sum(costs[pair] for pair in found.pairs())


@dataclass
class _Descent:
    groups: Sequence[Sequence[PlayerId]]
    barred: Barred
    choosing: GroupChoosing
    from_above: Sequence[PlayerId]
    cost: Cost | None

    def down(self) -> list[PairedGroup]:
        done: list[PairedGroup] = []
        in_sight = self.cost is not None  # of all below: once a group was paired so, what follows can be completed
        while len(done) < len(self.groups):
            group = self._group(done)
            below = [player for each in self.groups[len(done) + 1 :] for player in each]
            found = self._in_sight(group, below) if in_sight else self._alone(group, is_last=not below)
            in_sight = found is None or self.cost is not None
            if found is not None:
                done.append(found)
            else:
                self._back_up(done)
        return done

    def _group(self, done: Sequence[PairedGroup]) -> ScoreGroup:
        return self.choosing.group(done[-1].floated if done else self.from_above, self.groups[len(done)])

    def _back_up(self, done: list[PairedGroup]) -> None:
        """To the last group from which everything below can be completed."""
        while done and not self._is_completable(done):
            done.pop()

    def _is_completable(self, done: Sequence[PairedGroup]) -> bool:
        below = [player for each in self.groups[len(done) + 1 :] for player in each]
        order = [*self._group(done).players, *below]
        return first(order, self.barred, candidates=self.choosing.legal(order)) is not None

    # A group by itself

    def _alone(self, group: ScoreGroup, *, is_last: bool) -> PairedGroup | None:
        """None only where the last group cannot be completed."""
        fewest = len(group.players) % 2
        if is_last and fewest:
            return None
        found = self._with_floaters(group, fewest)
        if found is None and not is_last:
            found = self._with_floaters(group, self._left_over(group))
        return found

    def _left_over(self, group: ScoreGroup) -> int:
        """How many stay single however the group is paired."""
        witness = Witness(group.players, self._barred(self.choosing.turns(group, frozenset()), group.players), ())
        witness.complete(or_most=True)
        return len(group.players) - 2 * len(witness.pairs())

    def _with_floaters(self, group: ScoreGroup, count: int) -> PairedGroup | None:
        floaters = frozenset(range(-count, 0))
        order = [*group.players, *sorted(floaters, reverse=True)]
        turns = self.choosing.turns(group, floaters)
        spared = group.from_above if floaters and self.choosing.spares_above else frozenset()
        found = first(order, self._apart(spared, floaters), candidates=turns)
        if found is None and spared:
            found = first_at_least_cost(
                order,
                self._barred(turns, order),
                lambda one, other: (1,) if one in spared and other in floaters else None,
                candidates=lambda player: turns.candidates(player, order),
                as_named=True,
            )
        return None if found is None else _paired(group, found.pairs, floaters)

    def _apart(self, spared: AbstractSet[PlayerId], floaters: AbstractSet[PlayerId]) -> Barred:
        """With nobody of `spared` floating."""
        if not spared:
            return self.barred
        more = {player: self.barred.get(player, frozenset()) | floaters for player in spared}
        return {**self.barred, **more, **dict.fromkeys(floaters, spared)}

    def _barred(self, turns: Turns | None, order: Sequence[PlayerId]) -> Mapping[PlayerId, AbstractSet[PlayerId]]:
        return _written_down(self.barred, turns, order)

    # A group in the sight of all below

    def _in_sight(self, group: ScoreGroup, below: Sequence[PlayerId]) -> PairedGroup:
        """The pairs at the top of a long group stand, if the rest of it then needs no more floaters than it must."""
        alone = self._alone(group, is_last=not below) if self.cost is None else None
        most = len(group.players)
        size = _FEW if alone else most
        while True:
            kept = alone.pairs[: max(0, len(alone.pairs) - size)] if alone else ()
            found = self._least(group, kept, below)
            if found and alone and self._floats(found) == self._floats(alone):
                return found
            if not kept:
                break
            size *= 4
        if found is None:
            raise ValueError("the score groups have no complete pairing")
        return found

    def _floats(self, paired: PairedGroup) -> tuple[int, int]:
        again = paired.group.from_above.intersection(paired.floated) if self.choosing.spares_above else ()
        return len(paired.floated), len(again)

    def _least(self, group: ScoreGroup, kept: Sequence[Pair], below: Sequence[PlayerId]) -> PairedGroup | None:
        """The group without the pairs that stand, and all below: the fewest pairs that leave the group.

        Between each player and those below stand two stand-ins, a gate and one beyond it. Either the player is joined
        to the gate and floats, and the one beyond is joined to whomever they meet there, so that nobody has to say yet
        who that is; or the two stand-ins are joined to each other, and the player stays.
        """
        standing = {player for pair in kept for player in pair}
        own = [player for player in group.players if player not in standing]
        ways = {player: (-2 - 2 * place, -3 - 2 * place) for place, player in enumerate(own)} if below else {}
        gates = {gate: player for player, (gate, _beyond) in ways.items()}
        stands_for = {beyond: player for player, (_gate, beyond) in ways.items()}
        turns = self.choosing.turns(group, _DOWN)
        order = [*own, *gates, *stands_for, *below]

        def candidates(player: PlayerId) -> Sequence[PlayerId]:
            if player not in members:
                return order
            named = turns.candidates(player, [*own, *_DOWN])
            return [ways[player][0] if other in _DOWN else other for other in named if other not in _DOWN or ways]

        members = frozenset(own)
        barred = self._by_ways(own, below, ways) if ways else self._barred(self.choosing.legal(own), own)
        cost = self._cost_in_sight(group, gates, stands_for)
        found = first_at_least_cost(order, barred, cost, candidates=candidates, as_named=True)
        if found is None:
            return None
        chosen = [pair for pair in found.pairs if pair[0] in members]
        return _paired(group, [*kept, *chosen], frozenset(gates))

    def _cost_in_sight(
        self, group: ScoreGroup, gates: Mapping[PlayerId, PlayerId], stands_for: Mapping[PlayerId, PlayerId]
    ) -> Cost:
        """What a rematch costs, ahead of what leaving the group costs. `gates` and `stands_for` lead to whose they
        are."""
        rematch = self.cost
        spared = group.from_above if self.choosing.spares_above else frozenset()
        nothing = (0, 0, 0) if rematch else ()

        def cost(one: PlayerId, other: PlayerId) -> tuple[int, ...] | None:
            if other in gates:
                return (*nothing, 1, int(one in spared)) if gates[other] == one else None
            if rematch is None or one in gates:
                return None
            again = rematch(stands_for.get(one, one), stands_for.get(other, other))
            return (*again, 0, 0) if again else None

        return cost

    def _by_ways(
        self, own: Sequence[PlayerId], below: Sequence[PlayerId], ways: Mapping[PlayerId, tuple[PlayerId, PlayerId]]
    ) -> Barred:
        """Nobody of the group can have anybody below but by an own way down."""
        order = [*own, *below]
        barred = self._barred(self.choosing.legal(order), order)
        members, lower = frozenset(own), frozenset(below)
        gates, beyond = (frozenset(stand_ins) for stand_ins in zip(*ways.values(), strict=True))
        by_ways: dict[PlayerId, AbstractSet[PlayerId]] = {}
        for player, (gate, other) in ways.items():
            unfit = barred.get(player, frozenset())
            by_ways[player] = (members & unfit) | lower | beyond | (gates - {gate})
            by_ways[gate] = (members - {player}) | gates | (beyond - {other}) | lower
            by_ways[other] = members | (gates - {gate}) | beyond | (lower & unfit)
        for player in below:
            unfit = barred.get(player, frozenset())
            by_ways[player] = members | gates | (lower & unfit) | {ways[one][1] for one in members & unfit}
        return by_ways


def _written_down(
    barred: Barred, turns: Turns | None, order: Sequence[PlayerId]
) -> Mapping[PlayerId, AbstractSet[PlayerId]]:
    """Whom each of `order` cannot have."""
    if turns is None:
        return barred
    return {player: barred.get(player, frozenset()) | turns.unfit(player, order) for player in order}


_FEW = 40
_DOWN = frozenset({-1})
"""Stands for floating down, to whomever."""


def _paired(group: ScoreGroup, pairs: Sequence[Pair], outside: AbstractSet[PlayerId]) -> PairedGroup:
    """Out of pairs (who chose, whom) in the order of choosing; who chose somebody outside floats."""
    return PairedGroup(
        group=group,
        pairs=tuple(pair for pair in pairs if pair[1] not in outside),
        floated=tuple(one for one, other in pairs if other in outside),
    )
