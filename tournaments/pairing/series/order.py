"""Who counts what, and who stands ahead: in whole numbers, for all of a series or for a part of its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import TypeAlias

from tournaments.pairing.facts.meetings import Meetings
from tournaments.pairing.model.paired_round import Player, Players, Reason, Rule
from tournaments.pairing.model.translation import gettext_noop as _
from tournaments.pairing.series.options import SeriesOptions, Tie
from tournaments.pairing.series.results import most_of
from tournaments.pairing.series.values import EventKey, PersonKey, SeriesEvent, SeriesGame, SeriesResult

BEST_SINGLE = Rule("series/tie/best_single", _("Ahead of {players} by the best single result."))
NEXT_BEST = Rule("series/tie/next_best", _("Ahead of {players} by the next best of the results that count."))
DROPPED = Rule("series/tie/dropped", _("Ahead of {players} by the best struck result."))
HEAD_TO_HEAD = Rule("series/tie/head_to_head", _("Ahead of {players} by the games against each other."))
WINS = Rule("series/tie/wins", _("Ahead of {players} by more events won."))
PLACES = Rule("series/tie/places", _("Ahead of {players} by more first, then second, then third places."))
PERCENTAGE = Rule("series/tie/percentage", _("Ahead of {players} by a better score over all games."))
FEWEST_EVENTS = Rule("series/tie/fewest_events", _("Ahead of {players}, having needed fewer events."))
LAST_EVENT = Rule("series/tie/last_event", _("Ahead of {players} by the last event."))
PLAYED_OFF = Rule("series/tie/play_off", _("Ahead of {players} after the play-off."))

_RULES = {
    Tie.BEST_SINGLE: BEST_SINGLE,
    Tie.NEXT_BEST: NEXT_BEST,
    Tie.DROPPED: DROPPED,
    Tie.HEAD_TO_HEAD: HEAD_TO_HEAD,
    Tie.WINS: WINS,
    Tie.PLACES: PLACES,
    Tie.PERCENTAGE: PERCENTAGE,
    Tie.FEWEST_EVENTS: FEWEST_EVENTS,
    Tie.LAST_EVENT: LAST_EVENT,
}

Results: TypeAlias = Mapping[PersonKey, Mapping[EventKey, SeriesResult]]
Key: TypeAlias = tuple[int, int, int]
"""Ranked or not, how many of the results needed, and the total: the higher the better."""
_NOTHING = (0, 0)
"""Less than any result, 0 included."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    """Somebody's result as a whole number: `worth` is higher for the better, also where the lowest sum wins."""

    at: int
    worth: int
    first: int


@dataclass(slots=True)
class Sums:
    """Of one person. `counted` and `struck` best first."""

    held: tuple[Held, ...]
    counted: tuple[Held, ...]
    struck: tuple[Held, ...]
    total: int
    key: Key = (0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class Standing:
    """All results of a series as whole numbers, to be ranked after any of its events.

    `unit`: so many make one point. `besides`: bonus points by person.
    """

    events: Sequence[SeriesEvent]
    options: SeriesOptions
    results: Results
    besides: Mapping[PersonKey, Fraction] = field(default_factory=dict)
    play_off: Sequence[PersonKey] = ()

    @cached_property
    def unit(self) -> int:
        denominators = {
            result.value.denominator for results in self.results.values() for result in results.values()
        } | {amount.denominator for amount in (*self.besides.values(), self.options.every)}
        to_come = (most_of(event, self.options) for event in self.events)
        return lcm(*denominators, *(most.denominator for most in to_come if most is not None))

    def whole(self, amount: Fraction) -> int:
        return amount.numerator * (self.unit // amount.denominator)

    @property
    def sign(self) -> int:
        return -1 if self.options.lowest_wins else 1

    @cached_property
    def held(self) -> Mapping[PersonKey, tuple[Held, ...]]:
        """In the order of the events."""
        at = {event.key: index for index, event in enumerate(self.events)}
        return {
            person: tuple(
                sorted(
                    (
                        Held(at=at[key], worth=self.sign * self.whole(result.value), first=result.first)
                        for key, result in results.items()
                    ),
                    key=lambda one: one.at,
                )
            )
            for person, results in self.results.items()
        }

    @cached_property
    def over(self) -> Sequence[int]:
        """Which events are over, by their index."""
        return [at for at, event in enumerate(self.events) if event.is_over]

    @cached_property
    def most(self) -> int:
        """How many results count in the end."""
        return self.options.how_many_count(len(self.events))

    def sums(self, *, after: int | None = None) -> dict[PersonKey, Sums]:
        """As they stand, or after the event with this index. The earlier of two equal results counts."""
        held_so_far = len(self.over) if after is None else sum(at <= after for at in self.over)
        to_come = len(self.events) - held_so_far
        needed = min(self.most, held_so_far) if self.options.lowest_wins else 0
        every = self.whole(self.options.every)
        found = {}
        for person, all_held in self.held.items():
            held = all_held if after is None else tuple(one for one in all_held if one.at <= after)
            if after is not None and not held:
                continue
            best_first = sorted(held, key=lambda one: -one.worth)
            counted, struck = tuple(best_first[: self.most]), tuple(best_first[self.most :])
            besides = self.sign * self.whole(self.besides.get(person, Fraction(0)))
            total = sum(one.worth for one in counted) + every * len(held) + besides
            can_be_ranked = len(held) + to_come >= (self.options.minimum or 0)
            key = (int(can_be_ranked), min(len(held), needed), total)
            found[person] = Sums(held=held, counted=counted, struck=struck, total=total, key=key)
        return found

    def ranked(self, sums: Mapping[PersonKey, Sums]) -> list[tuple[PersonKey, ...]]:
        """Best first, those level to the end together. Whoever is not ranked stands in none of them."""
        return [group for group, _why in self.parted(sums)]

    def parted(self, sums: Mapping[PersonKey, Sums]) -> list[tuple[tuple[PersonKey, ...], Reason | None]]:
        """The same, each with what put it ahead of those of the same total that follow."""
        people = sorted((key for key, one in sums.items() if one.key[0]), key=lambda key: (_fallen(sums[key].key), key))
        found: list[tuple[tuple[PersonKey, ...], Reason | None]] = []
        for _key, members in groupby(people, key=lambda key: sums[key].key):
            tied = tuple(members)
            parts = self._by_ties(tied, sums, self.options.ties.order)
            parts, why = self._told(parts, sums)
            if not found and self.options.play_off:
                parts, why = self._played_off(parts, why)
            found.extend(zip(parts, why, strict=True))
        return found

    def _by_ties(
        self, tied: tuple[PersonKey, ...], sums: Mapping[PersonKey, Sums], ties: Sequence[Tie]
    ) -> list[tuple[PersonKey, ...]]:
        if len(tied) < 2 or not ties:
            return [tied]
        parts = self._by(ties[0], tied, sums)
        return [each for part in parts for each in self._by_ties(part, sums, ties[1:])]

    def _by(self, tie: Tie, tied: tuple[PersonKey, ...], sums: Mapping[PersonKey, Sums]) -> list[tuple[PersonKey, ...]]:
        if tie is Tie.HEAD_TO_HEAD:
            return [tuple(sorted(level)) for level in self._meetings.order(frozenset(tied))]
        length = max(len(sums[person].held) for person in tied)
        keys = {person: self._key(tie, person, sums[person], length) for person in tied}
        ordered = sorted(tied, key=lambda person: (_fallen(keys[person]), person))
        return [tuple(level) for _key, level in groupby(ordered, key=lambda person: keys[person])]

    def _key(self, tie: Tie, person: PersonKey, sums: Sums, length: int) -> tuple[Fraction | int, ...]:
        """The higher the better; of results those there are not count less than any."""
        match tie:
            case Tie.BEST_SINGLE:
                return _filled(sums.counted[:1], 1)
            case Tie.NEXT_BEST:
                return _filled(sums.counted[1:], length)
            case Tie.DROPPED:
                return _filled(sums.struck, length)
            case Tie.WINS:
                return (sum(one.first == 1 for one in sums.held),)
            case Tie.PLACES:
                return tuple(sum(one.first == place for one in sums.held) for place in range(1, self._lowest_place + 1))
            case Tie.PERCENTAGE:
                scored = self._scores.get(person)
                return (Fraction(-1) if scored is None else scored[0] / scored[1],)
            case Tie.FEWEST_EVENTS:
                return (-len(sums.held),)
            case Tie.LAST_EVENT:
                last = max(self.over, default=0)
                return _filled([one for one in sums.held if one.at == last], 1)
        raise ValueError(tie)

    @cached_property
    def _lowest_place(self) -> int:
        return max((one.first for held in self.held.values() for one in held), default=1)

    @cached_property
    def _games(self) -> Sequence[SeriesGame]:
        return [game for event in self.events if event.is_over for game in event.games]

    @cached_property
    def _scores(self) -> Mapping[PersonKey, tuple[Fraction, int]]:
        """Points and games of all events."""
        found: dict[PersonKey, tuple[Fraction, int]] = {}
        for game in self._games:
            for person, score in ((game.white, game.score), (game.black, 1 - game.score)):
                points, games = found.get(person, (Fraction(0), 0))
                found[person] = (points + score, games + 1)
        return found

    @cached_property
    def _meetings(self) -> Meetings:
        """Of all in the series, so that it is made once; of several games of the same two the mean."""
        scores: dict[PersonKey, dict[PersonKey, list[Fraction]]] = {person: {} for person in self.held}
        for game in self._games:
            if game.white in scores and game.black in scores:
                scores[game.white].setdefault(game.black, []).append(game.score)
                scores[game.black].setdefault(game.white, []).append(1 - game.score)
        means = {
            person: {other: sum(each, Fraction(0)) / len(each) for other, each in met.items()}
            for person, met in scores.items()
        }
        return Meetings(scores=means, win=Fraction(1))

    def _told(
        self, parts: list[tuple[PersonKey, ...]], sums: Mapping[PersonKey, Sums]
    ) -> tuple[list[tuple[PersonKey, ...]], list[Reason | None]]:
        """Why each part is ahead of the next one: the first tie-break that parts the two."""
        why: list[Reason | None] = []
        tied = tuple(person for part in parts for person in part)
        for part, other in zip(parts, [*parts[1:], ()], strict=True):
            why.append(self._why(part[0], other, tied, sums) if other else None)
        return parts, why

    def _why(
        self,
        ahead: PersonKey,
        behind: tuple[PersonKey, ...],
        tied: tuple[PersonKey, ...],
        sums: Mapping[PersonKey, Sums],
    ) -> Reason | None:
        level = tied
        for tie in self.options.ties.order:
            parts = self._by(tie, level, sums)
            level = next(part for part in parts if ahead in part)
            if behind[0] not in level:
                return _RULES[tie].reason(players=Players(behind))
        return None

    def _played_off(
        self, parts: list[tuple[PersonKey, ...]], why: list[Reason | None]
    ) -> tuple[list[tuple[PersonKey, ...]], list[Reason | None]]:
        """Those who share the first place in the order of their play-off, where all of them played it."""
        first = parts[0]
        if len(first) < 2 or not set(first) <= set(self.play_off):
            return parts, why
        order = [person for person in self.play_off if person in first]
        told = [PLAYED_OFF.reason(players=Player(other)) for other in order[1:]]
        return [*((person,) for person in order), *parts[1:]], [*told, why[0], *why[1:]]


def _filled(held: Iterable[Held], length: int) -> tuple[int, ...]:
    """Worths, each after a 1; a 0 for each that is missing."""
    worths = [number for one in held for number in (1, one.worth)][: 2 * length]
    return (*worths, *_NOTHING * (length - len(worths) // 2))


def _fallen(key: tuple[Fraction | int, ...]) -> tuple[Fraction | int, ...]:
    """To sort the highest first."""
    return tuple(-number for number in key)
