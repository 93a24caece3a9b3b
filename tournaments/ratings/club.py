"""A club's own rating, from its first evening to its last: each evening from the ratings at its start.

A value is a float that no order of the games alters (`math.fsum`); whoever shows it rounds it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

D = TypeVar("D")
"""What tells an evening: a day, for whoever gives them."""

_FURTHEST = 400
_SCALE = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubRules:
    """The numbers of a club. A player is provisional until they have played `provisional` games."""

    k: int = 20
    provisional_k: int = 40
    provisional: int = 10
    floor: int = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubGame:
    """Over the board, with a result; players by their key. Two halves for White are a win of White."""

    white: int
    black: int
    halves: int
    about: int = 0
    """By which whoever gives it knows it again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameChange:
    """What one game gave one player: k times (halves / 2 − expected)."""

    about: int
    opponent: int
    opponent_rating: float
    halves: int
    expected: float
    k: float

    @property
    def by(self) -> float:
        return self.k * (self.halves / 2 - self.expected)


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningChange(Generic[D]):
    """`after` is `before` and the changes of all games, at least the floor."""

    evening: D
    before: float
    games: tuple[GameChange, ...]
    after: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubRatings(Generic[D]):
    """`history` has the evenings of each player in order; whoever has played no rated game stands in neither."""

    ratings: Mapping[int, float]
    games: Mapping[int, int]
    history: Mapping[int, Sequence[EveningChange[D]]] = field(default_factory=dict)

    def is_provisional(self, player: int, rules: ClubRules) -> bool:
        return self.games.get(player, 0) < rules.provisional


def expected_score(own: float, opponent: float) -> float:
    """The curve itself, no table; differences over 400 count as 400."""
    difference = max(-_FURTHEST, min(_FURTHEST, own - opponent))
    return 1.0 / (1.0 + math.pow(10.0, -difference / _SCALE))


def rated(
    evenings: Iterable[tuple[D, Sequence[ClubGame]]],
    starts: Mapping[int, float | None],
    rules: ClubRules,
    earlier: Mapping[int, int] | None = None,
    elsewhere: Mapping[int, float] | None = None,
) -> ClubRatings[D]:
    """`evenings` in order, each with all its games; `starts`: what each begins with, None for whoever is not rated,
    whose games change nobody; `earlier`: rated games that somebody brings along, as where a club comes with a list;
    `elsewhere`: ratings of opponents who are rated elsewhere. Theirs are settled, and no game here changes them."""
    elsewhere = elsewhere or {}
    starts = {**starts, **elsewhere}
    ratings: dict[int, float] = {}
    counts: dict[int, int] = defaultdict(int, earlier or {})
    history: dict[int, list[EveningChange[D]]] = defaultdict(list)
    for evening, games in evenings:
        changes: dict[int, list[GameChange]] = defaultdict(list)
        for game in games:
            if starts.get(game.white) is None or starts.get(game.black) is None or game.white == game.black:
                continue
            at_start = {player: ratings.get(player, starts[player] or 0.0) for player in (game.white, game.black)}
            for own, other, halves in (
                (game.white, game.black, game.halves),
                (game.black, game.white, 2 - game.halves),
            ):
                if own in elsewhere:
                    continue
                k = float(rules.provisional_k if counts[own] < rules.provisional else rules.k)
                if counts[other] < rules.provisional and other not in elsewhere:
                    k /= 2
                changes[own].append(
                    GameChange(
                        about=game.about,
                        opponent=other,
                        opponent_rating=at_start[other],
                        halves=halves,
                        expected=expected_score(at_start[own], at_start[other]),
                        k=k,
                    )
                )
        after = {}
        for player, played in changes.items():
            before = ratings.get(player, starts[player] or 0.0)
            after[player] = max(float(rules.floor), math.fsum([before, *(change.by for change in played)]))
            history[player].append(
                EveningChange(
                    evening=evening,
                    before=before,
                    games=tuple(sorted(played, key=lambda change: (change.about, change.opponent))),
                    after=after[player],
                )
            )
        ratings |= after
        for player, played in changes.items():
            counts[player] += len(played)
    played_here = {player: counts[player] for player in ratings}
    return ClubRatings(ratings=ratings, games=played_here, history=dict(history))
