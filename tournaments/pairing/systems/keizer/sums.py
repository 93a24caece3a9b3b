"""What the rounds give under given values: whole numbers, summed over lists by place in the starting list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import add, mul
from typing import TypeAlias

from tournaments.pairing.history.record import RoundOutcome, outcomes, without_a_game
from tournaments.pairing.systems.keizer.rules import LadderRules, StartingList, ValuesFrom
from tournaments.pairing.systems.keizer.scale import Scale
from tournaments.pairing.systems.keizer.values import Ladder
from tournaments.pairing.systems.keizer.worth import Used
from tournaments.pairing.types.snapshot import Absence, AbsenceCode, Entrant, PlayedRound, PlayerId, Result

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

    opponents: dict[RoundOutcome, list[tuple[Place, ...]]]
    """By kind of game that pays: against whom each player has had it, once per game."""
    own: dict[Fraction, list[int]]
    """By share: how many times each player gets that share of the own value."""
    fixed: list[int]
    absences: list[int]
    """Those of the period that use up the paid ones."""
    of_kind: dict[AbsenceCode, list[int]]
    """Those of the period, of each kind that counts by itself."""

    def used(self, place: Place, absence: Absence | None) -> Used:
        """How many absences of the period a player has had, and how many of the kind of this one."""
        counts = self.of_kind.get(absence.kind) if absence is not None else None
        return Used(counted=self.absences[place], of_kind=0 if counts is None else counts[place])


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
        if self.rules.values_from is ValuesFrom.START:
            ladder = sorted(ladder)
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
        return Rounds(opponents={}, own={}, fixed=self.nothing(), absences=self.nothing(), of_kind={})

    def with_round(self, before: Rounds, played: PlayedRound, valued: AbstractSet[Place]) -> Rounds:
        """The rounds with one more. Lists are copied: the rounds before stay what they are."""
        worth = self.rules.worth
        begins_anew = worth.begins_period(played.number)
        rounds = Rounds(
            opponents={what: list(rows) for what, rows in before.opponents.items()},
            own={share: list(counts) for share, counts in before.own.items()},
            fixed=list(before.fixed),
            absences=self.nothing() if begins_anew else list(before.absences),
            of_kind={} if begins_anew else {kind: list(counts) for kind, counts in before.of_kind.items()},
        )
        seated = set()
        for game in played.games:
            white, black = self.place[game.white], self.place[game.black]
            seated |= {white, black}
            for place, opponent, what in zip((white, black), (black, white), self._outcomes[game.result], strict=True):
                if what not in self._paying:
                    continue
                if what in self._fixed_units:
                    rounds.fixed[place] += self._fixed_units[what]
                elif opponent in valued:
                    rows = rounds.opponents.get(what) or rounds.opponents.setdefault(what, [()] * len(self.start))
                    rows[place] += (opponent,)
                else:
                    self._add(rounds, place, self.game_due(what, place, opponent, valued))
        others = [entrant for place, entrant in enumerate(self.start) if place not in seated]
        for number, what, absence in without_a_game(played, others, worth.default_absence):
            place = self.place[number]
            if absence is not None:
                rounds.absences[place] += absence.kind in worth.counted
                if absence.kind in worth.counted_by_themselves:
                    rounds.of_kind.setdefault(absence.kind, self.nothing())[place] += 1
            self._add(rounds, place, self.other_due(what, absence, place, rounds.used(place, absence), valued))
        return rounds

    def game_due(self, what: RoundOutcome, place: Place, opponent: Place, valued: AbstractSet[Place]) -> Due:
        """What a game gives, `valued` having a value. A withdrawn opponent pays a part of the player's own."""
        share = self.rules.worth.of_games[what]
        if (points := self.rules.worth.points_of_game(what)) is not None:
            return Due(share=_NOTHING, of=place, points=points)
        if opponent in valued:
            return Due(share=share, of=opponent)
        return Due(share=share * (self.rules.worth.withdrawn_share or _NOTHING), of=place)

    def other_due(
        self, what: RoundOutcome, absence: Absence | None, place: Place, used: Used, valued: AbstractSet[Place]
    ) -> Due:
        """What a round without a game gives; `used`: with the absence that it is, where it is one."""
        if place not in valued:
            return Due(share=_NOTHING, of=place)
        pay = self.rules.worth.without_a_game(what, absence, used)
        return Due(share=pay.share, of=place, points=pay.points)

    def _add(self, rounds: Rounds, place: Place, due: Due) -> None:
        if due.points is not None:
            rounds.fixed[place] += self.scale.points(due.points)
        elif due.share:
            rounds.own.setdefault(due.share, self.nothing())[place] += 1

    @cached_property
    def _fixed_units(self) -> Mapping[RoundOutcome, int]:
        """What games that pay fixed points give, in units of totals."""
        points = {what: self.rules.worth.points_of_game(what) for what in self._paying}
        return {what: self.scale.points(amount) for what, amount in points.items() if amount is not None}

    @cached_property
    def _paying(self) -> frozenset[RoundOutcome]:
        worth = self.rules.worth
        return frozenset(what for what, share in worth.of_games.items() if share or worth.points_of_game(what))

    @cached_property
    def _outcomes(self) -> Mapping[Result, tuple[RoundOutcome, RoundOutcome]]:
        return outcomes(self.rules.worth.open_game)

    def totals(self, rounds: Rounds, values: Sequence[int]) -> list[int]:
        """What the rounds give under these values, in units of totals."""
        totals: Sequence[int] = rounds.fixed
        for what, rows in rounds.opponents.items():
            worth = self.scale.items(self.rules.worth.of_games[what], values).__getitem__
            totals = list(map(add, totals, [sum(map(worth, row)) for row in rows]))
        for share, counts in rounds.own.items():
            totals = list(map(add, totals, map(mul, self.scale.items(share, values), counts)))
        return list(totals)

    def own(self, after_round: int, values: Sequence[int]) -> list[int]:
        """What the own value gives, in units of totals."""
        return self.scale.items(self.rules.worth.own_share(after_round), values)


def starting_list(entrants: Iterable[Entrant], order: StartingList) -> tuple[Entrant, ...]:
    """By number, drawn or not, or by rating with the unrated last."""
    by_number = sorted(entrants, key=lambda entrant: entrant.number)
    if order is not StartingList.RATING:
        return tuple(by_number)
    return tuple(sorted(by_number, key=unrated_last))


def unrated_last(entrant: Entrant) -> tuple[bool, int]:
    """A key: the highest rated first."""
    return entrant.rating is None, -(entrant.rating or 0)
