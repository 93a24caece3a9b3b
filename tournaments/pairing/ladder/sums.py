"""What the rounds give under given values: whole numbers, summed over lists by place in the starting list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import add, mul
from typing import TypeAlias

from tournaments.pairing.ladder.rules import LadderRules, StartingList
from tournaments.pairing.ladder.scale import Scale
from tournaments.pairing.ladder.values import Ladder
from tournaments.pairing.ladder.worth import COUNTED, GAMES
from tournaments.pairing.record import Item, What, items_of
from tournaments.pairing.snapshot import Entrant, PlayedRound, PlayerId

Place: TypeAlias = int
"""In the starting list, from 0: the index into all lists here."""

_NOTHING = Fraction(0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """What a round gives: a share of the value of `of`, or fixed points."""

    share: Fraction
    of: Place
    points: Fraction | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Rounds:
    """What some rounds give, so that a table is a few sums."""

    items: Mapping[PlayerId, Item]
    """Of the last of these rounds."""
    opponents: Mapping[What, Sequence[tuple[Place, ...]]]
    """By kind of game that pays: against whom each player has had it, once per game."""
    own: Mapping[Fraction, Sequence[int]]
    """By share: how many times each player gets that share of the own value."""
    fixed: Sequence[int]
    absences: Sequence[int]
    """Those of the period that use up the paid ones."""


@dataclass(frozen=True, kw_only=True)
class Sums:
    """The sums for tournaments of up to `capacity` rounds, without the players in `out`, who are in no ladder."""

    rules: LadderRules
    entrants: tuple[Entrant, ...]
    out: frozenset[PlayerId]
    capacity: int

    @cached_property
    def start(self) -> tuple[Entrant, ...]:
        """The starting list, with those in `out`: late entrants too stand in it from the beginning."""
        return starting_list(self.entrants, self.rules.starting_list)

    @cached_property
    def place(self) -> Mapping[PlayerId, Place]:
        return {entrant.number: place for place, entrant in enumerate(self.start)}

    @cached_property
    def scale(self) -> Scale:
        return Scale.fitting(
            self.rules.values.scale,
            self.rules.worth.shares(self.capacity),
            self.rules.worth.fixed(self.capacity),
            round_item=self.rules.passes.round_item,
            round_total=self.rules.passes.round_total,
        )

    def in_ladder(self, round_number: int) -> tuple[Place, ...]:
        """Who has a value in that round."""
        if self.rules.passes.is_frozen and self.rules.worth.withdrawn_share is not None:
            return tuple(place for place, entrant in enumerate(self.start) if not entrant.is_away(round_number))
        return tuple(place for place, entrant in enumerate(self.start) if entrant.number not in self.out)

    @cached_property
    def start_values(self) -> list[int]:
        return self.values(self.in_ladder(1))

    def values(self, ladder: Sequence[Place], totals: Sequence[int] | None = None) -> list[int]:
        """What each in the ladder, given best first, is worth; 0 for the others. Without totals: before round 1."""
        values = [0] * len(self.start)
        if totals is not None and ladder and self.rules.values.ladder is Ladder.RANGE_SCORE:
            in_turn: Iterable[int] = self.rules.values.of_scores([totals[place] for place in ladder])
        else:
            in_turn = self.rules.values.of_places(len(ladder))
        for place, value in zip(ladder, in_turn, strict=True):
            values[place] = value
        return values

    def ranked(self, places: Iterable[Place], totals: Sequence[int]) -> tuple[Place, ...]:
        """By total, then place in the starting list."""
        return tuple(sorted(sorted(places), key=totals.__getitem__, reverse=True))

    def nothing(self) -> list[int]:
        return [0] * len(self.start)

    def no_rounds(self) -> Rounds:
        paying: dict[What, Sequence[tuple[Place, ...]]] = {
            what: [()] * len(self.start) for what, share in self.rules.worth.of_games.items() if share
        }
        return Rounds(items={}, opponents=paying, own={}, fixed=self.nothing(), absences=self.nothing())

    def due(self, place: Place, item: Item, count: int, valued: AbstractSet[Place]) -> Due:
        """What a round gives, `valued` having a value. A withdrawn opponent pays a part of the player's own.

        `count`: the how manieth absence of the period it is, where it uses up one.
        """
        worth = self.rules.worth
        if item.what in GAMES and item.opponent is not None:
            share = worth.of_games[item.what]
            opponent = self.place[item.opponent]
            if opponent in valued:
                return Due(share=share, of=opponent)
            return Due(share=share * (worth.withdrawn_share or _NOTHING), of=place)
        if place not in valued:
            return Due(share=_NOTHING, of=place)
        pay = worth.without_a_game(item.what, count)
        return Due(share=pay.share, of=place, points=pay.points)

    def with_round(self, before: Rounds, played: PlayedRound, valued: AbstractSet[Place]) -> Rounds:
        """The rounds with one more. Lists are copied: the rounds before stay what they are."""
        worth = self.rules.worth
        items = items_of(played, self.start, worth.scoring)
        absences = self.nothing() if worth.begins_period(played.number) else list(before.absences)
        opponents = {what: list(rows) for what, rows in before.opponents.items()}
        own = {share: list(counts) for share, counts in before.own.items()}
        fixed = list(before.fixed)
        for place, entrant in enumerate(self.start):
            item = items[entrant.number]
            if item.what in GAMES:
                rows = opponents.get(item.what)
                if rows is None:
                    continue
                if (opponent := self.place[item.opponent or 0]) in valued:
                    rows[place] += (opponent,)
                    continue
            elif item.what in COUNTED:
                absences[place] += 1
            due = self.due(place, item, absences[place], valued)
            if due.points is not None:
                fixed[place] += self.scale.points(due.points)
            elif due.share:
                own.setdefault(due.share, self.nothing())[place] += 1
        return Rounds(items=items, opponents=opponents, own=own, fixed=fixed, absences=absences)

    def totals(self, rounds: Rounds, values: Sequence[int]) -> list[int]:
        """What the rounds give under these values, in units of totals."""
        totals: Sequence[int] = rounds.fixed
        for what, rows in rounds.opponents.items():
            worth = self.scale.items(self.rules.worth.of_games[what], values).__getitem__
            totals = [total + sum(map(worth, row)) for total, row in zip(totals, rows, strict=True)]
        for share, counts in rounds.own.items():
            totals = list(map(add, totals, map(mul, self.scale.items(share, values), counts)))
        return list(totals)

    def own(self, after_round: int, values: Sequence[int]) -> list[int]:
        """What the own value gives, in units of totals."""
        return self.scale.items(self.rules.worth.own_share(after_round), values)


def starting_list(entrants: Iterable[Entrant], order: StartingList) -> tuple[Entrant, ...]:
    """By number, or by rating with the unrated last."""
    by_number = sorted(entrants, key=lambda entrant: entrant.number)
    if order is StartingList.NUMBER:
        return tuple(by_number)
    return tuple(sorted(by_number, key=lambda entrant: (entrant.rating is None, -(entrant.rating or 0))))
