"""Score groups against every complete pairing of small fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.page_facts import Pairs, complete_pairings, partner_in
from tests.tools.seeds import by_seeds
from tournaments.pairing.opponents.score_groups import ScoreGroup, fewest_floaters, pair_score_groups
from tournaments.pairing.search.first import Barred, pairs_of_least_cost
from tournaments.pairing.types.snapshot import PlayerId


@dataclass(frozen=True)
class Choosing:
    """Each chooses in an order of his own; floating comes last."""

    preference: dict[PlayerId, Sequence[PlayerId]]
    spares_above: bool

    def group(self, floated: Sequence[PlayerId], own: Sequence[PlayerId]) -> ScoreGroup:
        return ScoreGroup(players=(*sorted(floated), *own), from_above=frozenset(floated))

    def turns(self, group: ScoreGroup, floaters: AbstractSet[PlayerId]) -> Turns:
        return Turns(self.preference, floaters)

    def legal(self, order: Sequence[PlayerId]) -> None:
        return None


@dataclass(frozen=True)
class Turns:
    preference: dict[PlayerId, Sequence[PlayerId]]
    floaters: AbstractSet[PlayerId]

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> list[PlayerId]:
        if player in self.floaters:
            return []
        here = set(among)
        return [other for other in (*self.preference[player], *sorted(self.floaters, reverse=True)) if other in here]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        return self.floaters.intersection(among) if player in self.floaters else frozenset()

    def walk(self, order: Sequence[PlayerId]) -> Walk:
        return Walk(self, dict.fromkeys(order))


@dataclass(frozen=True)
class Walk:
    turns: Turns
    free: dict[PlayerId, None]

    def take(self, player: PlayerId) -> None:
        del self.free[player]

    def candidates(self, player: PlayerId) -> Iterator[PlayerId]:
        yield from self.turns.candidates(player, [*self.free])


def by_the_page(groups: Sequence[Sequence[PlayerId]], possible: list[Pairs], choosing: Choosing) -> Pairs:
    """Rulebook, norwegian_monrad 3 and drawboss_monrad 4: `possible` shrinks to what every choice allows."""
    from_above: list[PlayerId] = []
    for own in groups:
        group = [*sorted(from_above), *own]

        def leaving(pairs: Pairs, counted: Sequence[PlayerId], group: Sequence[PlayerId] = group) -> int:
            return sum(partner_in(pairs, player) not in group for player in counted)

        for counted in [group, from_above] if choosing.spares_above else [group]:
            least = min(leaving(pairs, counted) for pairs in possible)
            possible = [pairs for pairs in possible if leaving(pairs, counted) == least]
        free, from_above = list(group), []
        while free:
            one = free.pop(0)
            within = [other for other in choosing.preference[one] if other in free]
            left = [[pairs for pairs in possible if partner_in(pairs, one) == other] for other in within]
            chosen = next((place for place, pairs in enumerate(left) if pairs), None)
            if chosen is None:
                possible = [pairs for pairs in possible if partner_in(pairs, one) not in group]
                from_above.append(one)
            else:
                possible = left[chosen]
                free.remove(within[chosen])
    (only,) = possible
    return only


Field: TypeAlias = tuple[list[list[PlayerId]], Barred, Choosing]


@st.composite
def fields(draw: st.DrawFn) -> Field:
    return field_by(Random(draw(st.integers(0, 2**32))))


def field_by(rng: Random) -> Field:
    players = list(range(1, rng.choice([4, 6, 8, 8]) + 1))
    cuts = sorted(rng.sample(range(1, len(players)), rng.randint(0, 3)))
    groups = [players[start:end] for start, end in zip([0, *cuts], [*cuts, len(players)], strict=True)]
    density = rng.choice([0.2, 0.5, 0.6, 0.7])
    barred: dict[PlayerId, set[PlayerId]] = {player: set() for player in players}
    for one in players:
        for other in players[:one]:
            if one != other and rng.random() < density:
                barred[one].add(other)
                barred[other].add(one)
    by_lot = rng.random() < 0.5
    preference = {player: rng.sample(players, len(players)) if by_lot else players for player in players}
    return groups, barred, Choosing(preference, spares_above=rng.random() < 0.5)


def pairings_of(field: Field) -> list[Pairs]:
    groups, barred, _choosing = field
    players = [player for group in groups for player in group]
    return [p for p in complete_pairings(players) if not any(other in barred[one] for one, other in p)]


def pairable(rng: Random) -> Field:
    """A field in which everybody can be paired."""
    while not pairings_of(field := field_by(Random(rng.randrange(2**32)))):
        pass
    return field


@by_seeds(pairable)
def test_each_group_is_paired_as_trying_everything_finds(field: Field) -> None:
    groups, barred, choosing = field
    possible = pairings_of(field)
    paired = pair_score_groups(groups, barred, choosing)
    found = {frozenset(pair) for each in paired for pair in each.pairs}
    assert found == {frozenset(pair) for pair in by_the_page(groups, possible, choosing)}


@by_seeds(lambda rng: (pairable(rng), Random(rng.randrange(2**32))), times=10)
def test_of_the_cheapest_pairings_each_group_is_paired_as_trying_everything_finds(
    drawn: tuple[Field, Random],
) -> None:
    field, rng = drawn
    (groups, barred, choosing), possible = field, pairings_of(field)
    players = [player for group in groups for player in group]
    dear = {frozenset(pair): (1, rng.randint(1, 2), rng.randint(1, 9)) for pair in combinations(players, 2)}
    costs = {pair: cost for pair, cost in dear.items() if rng.random() < 0.6}

    def cost(one: PlayerId, other: PlayerId) -> tuple[int, ...] | None:
        return costs.get(frozenset({one, other}))

    def total(pairs: Pairs) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(cost(*pair) or (0, 0, 0) for pair in pairs), strict=True)))

    cheapest = [pairs for pairs in possible if total(pairs) == min(map(total, possible))]
    expected = {frozenset(pair) for pair in by_the_page(groups, cheapest, choosing)}
    paired = pair_score_groups(groups, barred, choosing, cost=cost)
    assert {frozenset(pair) for each in paired for pair in each.pairs} == expected
    left = pairs_of_least_cost(players, barred, cost)
    assert all(other not in left.barred[one] for pairs in cheapest for one, other in pairs)
    if left.suffices:
        assert all(pairs in cheapest for pairs in possible if not any(q in left.barred[p] for p, q in pairs))


@given(fields(), st.data())
def test_the_fewest_floaters_are_those_of_trying_everything(field: Field, data: st.DataObject) -> None:
    groups, barred, _choosing = field
    inside, below = groups[0], [player for group in groups[1:] for player in group]
    floated = data.draw(st.lists(st.sampled_from(inside), unique=True, max_size=2))
    leaving = [
        sum(partner_in(pairs, player) in below for player in inside)
        for pairs in complete_pairings([*inside, *below])
        if not any(other in barred[one] for one, other in pairs)
        and all(partner_in(pairs, player) in below for player in floated)
    ]
    members = [player for player in inside if player not in floated]
    assert fewest_floaters(members, floated, below, barred, None) == min(leaving, default=None)


def test_who_floats_does_not_say_yet_whom_they_meet_below() -> None:
    """1 floats down twice. Were he to take 5 at once, 2 could no longer have 4, since 3 would be left with nobody."""
    barred = {1: {2, 4}, 2: {1, 3, 5}, 3: {2, 6}, 4: {1, 5}, 5: {2, 4, 6}, 6: {3, 5}}
    choosing = Choosing(dict.fromkeys(range(1, 7), range(1, 7)), spares_above=False)
    paired = pair_score_groups([[1], [2], [3, 4], [5, 6]], barred, choosing)
    assert {pair for each in paired for pair in each.pairs} == {(2, 4), (1, 6), (3, 5)}
