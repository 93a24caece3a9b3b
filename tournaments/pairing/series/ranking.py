"""Who counts what, and who stands ahead: in whole numbers, for all of a series or for a part of its events."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from operator import attrgetter
from typing import TypeAlias

from tournaments.pairing.series.games import GamesBetween
from tournaments.pairing.series.options import SeriesOptions, SeriesTie
from tournaments.pairing.series.results import most_of
from tournaments.pairing.series.types import EventKey, EventResults, PersonKey, SeriesResult
from tournaments.pairing.types.paired_round import Player, Players, Reason, Rule
from tournaments.pairing.types.translation import gettext_noop as _

BEST_SINGLE = Rule("series/tie/best_single", _("Ahead of {players} by the best single result."))
NEXT_BEST = Rule("series/tie/next_best", _("Ahead of {players} by the next best of the results that count."))
DROPPED = Rule("series/tie/dropped", _("Ahead of {players} by the best dropped result."))
HEAD_TO_HEAD = Rule("series/tie/head_to_head", _("Ahead of {players} by the games against each other."))
WINS = Rule("series/tie/wins", _("Ahead of {players} by more events won."))
PLACES = Rule("series/tie/places", _("Ahead of {players} by more first, then second, then third places."))
PERCENTAGE = Rule("series/tie/percentage", _("Ahead of {players} by a better score over all games."))
FEWEST_EVENTS = Rule("series/tie/fewest_events", _("Ahead of {players}, having needed fewer events."))
LAST_EVENT = Rule("series/tie/last_event", _("Ahead of {players} by the last event."))
PLAYED_OFF = Rule("series/tie/play_off", _("Ahead of {players} after the play-off."))

_RULES = {
    SeriesTie.BEST_SINGLE: BEST_SINGLE,
    SeriesTie.NEXT_BEST: NEXT_BEST,
    SeriesTie.DROPPED: DROPPED,
    SeriesTie.HEAD_TO_HEAD: HEAD_TO_HEAD,
    SeriesTie.WINS: WINS,
    SeriesTie.PLACES: PLACES,
    SeriesTie.PERCENTAGE: PERCENTAGE,
    SeriesTie.FEWEST_EVENTS: FEWEST_EVENTS,
    SeriesTie.LAST_EVENT: LAST_EVENT,
}

Results: TypeAlias = Mapping[PersonKey, Mapping[EventKey, SeriesResult]]
Key: TypeAlias = tuple[int, int, int]
"""Ranked or not, how many of the results needed, and the total: the higher the better."""
Parts: TypeAlias = list[tuple[tuple[PersonKey, ...], SeriesTie | None]]
"""Best first, those level together, each with the tie-break that put it ahead of the next one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    """Somebody's result as a whole number: `worth` is higher for the better, also where the lowest sum wins."""

    at: int
    worth: int
    first: int
    result: SeriesResult


@dataclass(slots=True)
class SeriesSums:
    """Of one person. `held` in the order of the events, `counted` and `struck` best first."""

    held: list[Held]
    counted: list[Held]
    struck: list[Held]
    total: int
    key: Key = (0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class SeriesRank:
    """All results of a series as whole numbers, to be ranked after any of its events.

    `unit`: so many make one point. `games`: of all events that are over. `besides`: bonus points by person.
    """

    events: Sequence[EventResults]
    options: SeriesOptions
    results: Results
    games: GamesBetween
    besides: Mapping[PersonKey, Fraction] = field(default_factory=dict)
    play_off: Sequence[PersonKey] = ()

    @cached_property
    def unit(self) -> int:
        amounts = [*self.besides.values(), self.options.every]
        amounts += [most for event in self.events if (most := most_of(event, self.options)) is not None]
        denominators = {result.value.denominator for results in self.results.values() for result in results.values()}
        return lcm(*denominators, *(amount.denominator for amount in amounts))

    def whole(self, amount: Fraction) -> int:
        return amount.numerator * (self.unit // amount.denominator)

    @property
    def sign(self) -> int:
        return -1 if self.options.lowest_wins else 1

    @cached_property
    def held(self) -> Mapping[PersonKey, tuple[Held, ...]]:
        """In the order of the events."""
        at = {event.key: index for index, event in enumerate(self.events)}
        made: dict[int, Held] = {}  # those who share a place share their result
        found = {}
        for person, results in self.results.items():
            held = []
            for key, result in results.items():
                one = made.get(id(result))
                if one is None:
                    one = Held(
                        at=at[key], worth=self.sign * self.whole(result.value), first=result.first, result=result
                    )
                    made[id(result)] = one
                held.append(one)
            found[person] = tuple(sorted(held, key=attrgetter("at")))
        return found

    @cached_property
    def over(self) -> Sequence[int]:
        """Which events are over, by their index."""
        return [at for at, event in enumerate(self.events) if event.is_over]

    @cached_property
    def most(self) -> int:
        """How many results count in the end."""
        return self.options.how_many_count(len(self.events))

    def sums(self) -> dict[PersonKey, SeriesSums]:
        """As they stand. The earlier of two equal results counts."""
        every = self.whole(self.options.every)
        found = {}
        for person, held in self.held.items():
            best_first = sorted(held, key=_best_first)
            counted = best_first[: self.most]
            total = sum(one.worth for one in counted) + every * len(held) + self._besides(person)
            found[person] = SeriesSums(held=list(held), counted=counted, struck=best_first[self.most :], total=total)
        self._give_keys(found, held_so_far=len(self.over))
        return found

    def as_it_went(self) -> Iterator[SeriesMoment]:
        """After each event that is over. What changed is reckoned on, so a moment holds until the next one."""
        every = self.whole(self.options.every)
        games = self.games.empty()
        found: dict[PersonKey, SeriesSums] = {}
        come = {at: list[tuple[PersonKey, Held]]() for at in self.over}
        for person, all_held in self.held.items():
            for one in all_held:
                come[one.at].append((person, one))
        for held_so_far, at in enumerate(self.over, 1):
            games.add(self.events[at].games)
            for person, one in come[at]:
                sums = found.get(person)
                if sums is None:
                    sums = found[person] = SeriesSums(held=[], counted=[], struck=[], total=self._besides(person))
                self._add(sums, one)
                sums.total += every
            self._give_keys(found, held_so_far=held_so_far)
            yield SeriesMoment(options=self.options, sums=found, games=games, last=at, play_off=self.play_off)

    def _add(self, sums: SeriesSums, one: Held) -> None:
        """A result later than all the others."""
        sums.held.append(one)
        insort(sums.counted, one, key=_best_first)
        sums.total += one.worth
        if len(sums.counted) > self.most:
            worst = sums.counted.pop()
            insort(sums.struck, worst, key=_best_first)
            sums.total -= worst.worth

    def _besides(self, person: PersonKey) -> int:
        amount = self.besides.get(person)
        return 0 if amount is None else self.sign * self.whole(amount)

    def _give_keys(self, sums: Mapping[PersonKey, SeriesSums], *, held_so_far: int) -> None:
        to_come = len(self.events) - held_so_far
        needed = min(self.most, held_so_far) if self.options.lowest_wins else 0
        minimum = (self.options.minimum or 0) - to_come
        for one in sums.values():
            held = len(one.held)
            one.key = (int(held >= minimum), min(held, needed), one.total)

    def now(self, sums: Mapping[PersonKey, SeriesSums]) -> SeriesMoment:
        """`sums` are those of this standing."""
        last = self.over[-1] if self.over else 0
        return SeriesMoment(options=self.options, sums=sums, games=self.games, last=last, play_off=self.play_off)


@dataclass(frozen=True, kw_only=True)
class SeriesMoment:
    """The sums after an event, to be ranked. `games` are those of all events until then, `last` is that event."""

    options: SeriesOptions
    sums: Mapping[PersonKey, SeriesSums]
    games: GamesBetween
    last: int
    play_off: Sequence[PersonKey]

    def ranked(self) -> list[tuple[PersonKey, ...]]:
        """Best first, those level to the end together. Whoever is not ranked stands in none of them."""
        found: list[tuple[PersonKey, ...]] = []
        for tied in self._tied():
            parts = [group for group, _tie in self._by_ties(tied, self.options.ties.order)]
            if not found and (order := self._play_off_of(parts[0])):
                parts = [*((person,) for person in order), *parts[1:]]
            found += parts
        return found

    def parted(self) -> list[tuple[tuple[PersonKey, ...], Reason | None]]:
        """The same, each with what put it ahead of those of the same total that follow."""
        found: list[tuple[tuple[PersonKey, ...], Reason | None]] = []
        for tied in self._tied():
            parts = self._by_ties(tied, self.options.ties.order)
            behind = [group for group, _tie in parts[1:]]
            told = [
                (group, None if tie is None else _RULES[tie].reason(players=Players(other)))
                for (group, tie), other in zip(parts, [*behind, ()], strict=True)
            ]
            if not found and (order := self._play_off_of(told[0][0])):
                played_off = [PLAYED_OFF.reason(players=Player(other)) for other in order[1:]]
                why = [*played_off, told[0][1]]
                told = [*zip([(person,) for person in order], why, strict=True), *told[1:]]
            found += told
        return found

    def _tied(self) -> list[tuple[PersonKey, ...]]:
        """Those with the same total, best first."""
        people = sorted(person for person, one in self.sums.items() if one.key[0])
        people.sort(key=self._total, reverse=True)
        return [tuple(members) for _key, members in groupby(people, key=self._total)]

    def _total(self, person: PersonKey) -> Key:
        return self.sums[person].key

    def _by_ties(self, tied: tuple[PersonKey, ...], ties: Sequence[SeriesTie]) -> Parts:
        if len(tied) < 2 or not ties:
            return [(tied, None)]
        found: Parts = []
        for level in self._by(ties[0], tied):
            if found:
                found[-1] = (found[-1][0], ties[0])
            found += self._by_ties(level, ties[1:])
        return found

    def _by(self, tie: SeriesTie, tied: tuple[PersonKey, ...]) -> list[tuple[PersonKey, ...]]:
        if tie is SeriesTie.HEAD_TO_HEAD:
            return [tuple(sorted(level)) for level in self.games.meetings.order(frozenset(tied))]
        keys = {person: self._key(tie, person) for person in tied}
        ordered = sorted(tied)
        ordered.sort(key=keys.__getitem__, reverse=True)
        return [tuple(level) for _key, level in groupby(ordered, key=keys.__getitem__)]

    def _key(self, tie: SeriesTie, person: PersonKey) -> tuple[Fraction | int, ...]:
        """The higher the better; of results those there are not count less than any, being lower where they end."""
        sums = self.sums[person]
        match tie:  # not all: HEAD_TO_HEAD is no measure of one person: _by takes it
            case SeriesTie.BEST_SINGLE:
                return tuple(one.worth for one in sums.counted[:1])
            case SeriesTie.NEXT_BEST:
                return tuple(one.worth for one in sums.counted[1:])
            case SeriesTie.DROPPED:
                return tuple(one.worth for one in sums.struck)
            case SeriesTie.WINS:
                return (sum(one.first == 1 for one in sums.held),)
            case SeriesTie.PLACES:
                return self._places(sums)
            case SeriesTie.PERCENTAGE:
                return (self.games.share_of(person),)
            case SeriesTie.FEWEST_EVENTS:
                return (-len(sums.held),)
            case SeriesTie.LAST_EVENT:
                return tuple(one.worth for one in sums.held if one.at == self.last)
        raise ValueError(tie)

    @staticmethod
    def _places(sums: SeriesSums) -> tuple[int, ...]:
        """How many of each place from the first on, down to the lowest they had: after it all others have none, too."""
        counts = [0] * max((one.first for one in sums.held), default=0)
        for one in sums.held:
            counts[one.first - 1] += 1
        return tuple(counts)

    def _play_off_of(self, first: tuple[PersonKey, ...]) -> list[PersonKey]:
        """Those who share the first place in the order of their play-off; nobody where not all of them played it."""
        if not self.options.play_off or len(first) < 2 or not set(first) <= set(self.play_off):
            return []
        return [person for person in self.play_off if person in first]


def _best_first(one: Held) -> int:
    return -one.worth
