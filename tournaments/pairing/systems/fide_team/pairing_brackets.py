"""Bye, upfloaters and pairs: each the first at the least cost of all complete pairings (rulebook, teams, B6.1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, TypeAlias

from tournaments.pairing.search.first import Barred, first, first_at_least_cost
from tournaments.pairing.systems.fide_team.team_cards import TeamCard
from tournaments.pairing.types.snapshot import PlayerId

Pair: TypeAlias = tuple[TeamCard, TeamCard]
_Numbers: TypeAlias = tuple[PlayerId, PlayerId]
_Faults: TypeAlias = Mapping[_Numbers, tuple[int, int, int]]
"""Of each two of a bracket, the one with the lower number ahead: C8, C9 and C10."""
_NO_FAULT: Final = (0, 0, 0)
_SOON: Final = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedBracket:
    """A score group with those who came up to it. `lower` are all behind the group, whoever came up included, best
    first; of a pair the one with the lower number stands first, and the pairs stand in the order of these."""

    residents: Sequence[TeamCard]
    upfloaters: Sequence[TeamCard]
    lower: Sequence[TeamCard]
    pairs: Sequence[Pair]


@dataclass(frozen=True, kw_only=True)
class Field:
    """Those to be paired, best first. `floats_count`: not in the last two rounds."""

    cards: Sequence[TeamCard]
    barred: Barred
    floats_count: bool

    @cached_property
    def card_of(self) -> dict[PlayerId, TeamCard]:
        return {card.number: card for card in self.cards}

    @cached_property
    def scores(self) -> Sequence[int]:
        return [score for score, _cards in groupby(card.score for card in self.cards)]

    @cached_property
    def in_turn_for_bye(self) -> Sequence[TeamCard]:
        """3.4.2 to 3.4.4: the lowest score, the most matches played, the highest number."""
        may = [card for card in self.cards if card.may_have_bye]
        return sorted(may, key=lambda card: (card.score, -len(card.had), -card.number))

    @cached_property
    def bye(self) -> TeamCard | None:
        """The first in turn who leaves the others a pairing. Asked where everybody can be paired."""
        found = first(numbers(self.cards), self.barred, bye=numbers(self.in_turn_for_bye))
        return self.card_of[found.bye] if found and found.bye else None

    @cached_property
    def can_be_paired(self) -> bool:
        return (len(self.cards) % 2 == 0 and self.have_pairing(self.cards)) or self.bye is not None

    def have_pairing(self, cards: Sequence[TeamCard]) -> bool:
        """Whether these can all be paired with each other."""
        return len(cards) % 2 == 0 and first(numbers(cards), self.barred) is not None

    def brackets(self) -> Iterator[PairedBracket]:
        """From the top, until everybody is paired."""
        left = [card for card in self.cards if card is not self.bye]
        while left:
            residents = [card for card in left if card.score == left[0].score]
            lower = left[len(residents) :]
            upfloaters = self.upfloaters(residents, lower)
            members = sorted((*residents, *upfloaters), key=lambda card: card.number)
            pairs = self.pairs(members, residents[0].score)
            yield PairedBracket(residents=residents, upfloaters=upfloaters, lower=lower, pairs=pairs)
            up = set(numbers(upfloaters))
            left = [card for card in lower if card.number not in up]

    # 3.5

    def upfloaters(self, residents: Sequence[TeamCard], lower: Sequence[TeamCard]) -> list[TeamCard]:
        """Whoever of `lower` is joined with a resident where all are paired, best: as few as can be (C4), their scores
        as high as can be (C5), then the following group well paired (C6), few who have floated (C7), and the first."""
        if self.have_pairing(residents) and self.have_pairing(lower):
            return []
        following = self.following(residents[0].score)
        if len(residents) % 2 and (only := self._best_of_all(residents, lower, following)):
            return [only]
        upfloaters, from_below = self._joined(residents, lower, following)
        left = sum(card.score == following for card in lower) - sum(card.score == following for card in upfloaters)
        if from_below > left % 2:
            # However they are chosen, that group needs more than its parity asks for: then it does not choose.
            upfloaters, _from_below = self._joined(residents, lower, None)
        return upfloaters

    def _best_of_all(
        self, residents: Sequence[TeamCard], lower: Sequence[TeamCard], following: int | None
    ) -> TeamCard | None:
        """One alone who is the best by each of the criteria, as there nearly always is: nothing need be weighed."""
        highest = [card for card in lower if card.score == lower[0].score]
        for card in sorted(highest, key=lambda card: self.floats_count and card.has_floated):
            rest = [each for each in lower if each is not card]
            if self.have_pairing([*residents, card]) and self.have_pairing(rest):
                return card if self._leaves_well_paired(rest, following) else None
        return None

    def _leaves_well_paired(self, rest: Sequence[TeamCard], following: int | None) -> bool:
        """C6, if that is soon seen."""
        group = [card for card in rest if card.score == following]
        below = [card for card in rest if card.score != following]
        if len(group) % 2 == 0:
            return self.have_pairing(group) and self.have_pairing(below)
        return any(
            self.have_pairing([*group, card]) and self.have_pairing([each for each in below if each is not card])
            for card in below[:_SOON]
        )

    def following(self, score: int) -> int | None:
        """The score of the group behind that one."""
        return next((each for each in self.scores if each < score), None)

    def _joined(
        self, residents: Sequence[TeamCard], lower: Sequence[TeamCard], following: int | None
    ) -> tuple[list[TeamCard], int]:
        """Those joined with a resident, and how many of the following group are joined with one below it."""
        score, size = residents[0].score, len(lower)
        scores = sorted({card.score for card in lower})
        costs = {}
        for place, card in enumerate(lower):
            scored = tuple(int(card.score == each) for each in scores)
            floated = int(self.floats_count and card.has_floated)
            # As many of each score come up as before, so the first set is that with the highest of these bits.
            costs[card.number] = (1, *scored, 0, floated, (1 << size) - (1 << size - 1 - place))
        below = (0, *(0 for _each in scores), 1, 0, 0)

        def cost(one: PlayerId, other: PlayerId) -> tuple[int, ...] | None:
            higher, low = self.card_of[one].score, self.card_of[other].score
            if higher == score:
                return costs[other] if low < score else None
            return below if higher == following and low < higher else None

        found = first_at_least_cost(numbers([*residents, *lower]), self.barred, cost)
        if found is None:
            raise ValueError("these teams have no complete pairing")
        joined = [cost(one, other) for one, other in found.pairs]
        up = {other for (one, other), paid in zip(found.pairs, joined, strict=True) if paid in costs.values()}
        return [card for card in lower if card.number in up], joined.count(below)

    # 3.6

    def pairs(self, members: Sequence[TeamCard], score: int) -> list[Pair]:
        """Of a bracket, in order of number: wrong colours (C8), strong ones (C9), opponents of upfloaters who have
        floated (C10), then the pairs' smaller numbers as low as can be, then their partners."""
        faults = {
            (one.number, other.number): self.faults(one, other, score)
            for place, one in enumerate(members)
            for other in members[place + 1 :]
        }
        found = _upper_against_lower(numbers(members), self.barred, faults) or _first_by_number(
            numbers(members), self.barred, faults
        )
        return [(self.card_of[one], self.card_of[other]) for one, other in found]

    def faults(self, one: TeamCard, other: TeamCard, score: int) -> tuple[int, int, int]:
        """C8, C9 and C10 of a pair in the bracket of that score."""
        clash = one.clashes_with(other)
        high, low = (one, other) if one.score >= other.score else (other, one)
        meets_floater = self.floats_count and low.score < score and high.has_floated
        return int(clash), int(clash and one.is_strong and other.is_strong), int(meets_floater)


def _upper_against_lower(order: Sequence[PlayerId], barred: Barred, faults: _Faults) -> Sequence[_Numbers] | None:
    """Where the upper half can meet the lower half with no more faults than any pairing has: no smaller numbers of
    pairs are lower then."""
    half = len(order) // 2
    upper, lower = set(order[:half]), set(order[half:])
    across = {team: barred.get(team, frozenset()) | (upper if team in upper else lower) for team in order}
    without = {team: set(far) for team, far in across.items()}
    for (one, other), fault in faults.items():
        if fault != _NO_FAULT:
            without[one].add(other)
            without[other].add(one)
    found = first(order, without)
    if found is not None:
        return found.pairs
    found = first_at_least_cost(order, across, lambda *pair: faults[pair], as_named=True)
    least = first_at_least_cost(order, barred, lambda *pair: faults[pair], as_named=True)
    if found is None or least is None or _sum(found.pairs, faults) != _sum(least.pairs, faults):
        return None
    return found.pairs


def _first_by_number(order: Sequence[PlayerId], barred: Barred, faults: _Faults) -> Sequence[_Numbers]:
    """Behind the faults one binary digit for each team, the lowest number ahead: whether it is the second of a pair."""
    size = len(order)
    place = {team: place for place, team in enumerate(order)}
    found = first_at_least_cost(
        order, barred, lambda one, other: (*faults[one, other], 1 << size - 1 - place[other]), as_named=True
    )
    if found is None:
        raise ValueError("this bracket has no complete pairing")
    return found.pairs


def _sum(pairs: Sequence[_Numbers], faults: _Faults) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(faults[pair] for pair in pairs), strict=True)))


def numbers(cards: Sequence[TeamCard]) -> list[PlayerId]:
    return [card.number for card in cards]
