"""The German DWZ: what a tournament's games change in it. A first DWZ is the federation's to give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ratings.fide import FideGame

_SPREAD = 200 * math.sqrt(2)
_YOUNG, _JUNIOR = 20, 25
_BRAKED_BELOW = 1300
"""Whoever is so low loses little: the brake, SBr."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DwzChange:
    """`expected` is We, `development` E, `rating` Z'."""

    expected: float
    development: int
    rating: int


def expected_score(own: int, opponent: int) -> float:
    """p, to three places as the official program has it."""
    exact = (1 + math.erf((own - opponent) / _SPREAD / math.sqrt(2))) / 2
    return math.floor(exact * 1000 + 0.5) / 1000


def development(*, rating: int, age: int, index: int, points: float, expected: float) -> int:
    """E: the smaller it is, the faster the DWZ moves. `index`: how many evaluations there were."""
    years = 5 if age <= _YOUNG else 10 if age <= _JUNIOR else 15
    value = (rating / 1000) ** 4 + years
    if age <= _YOUNG and points >= expected:
        value *= min(1.0, max(0.5, rating / 2000))
    brake = math.exp((_BRAKED_BELOW - rating) / 150) - 1 if rating < _BRAKED_BELOW and points <= expected else 0.0
    most = 150 if brake > 0 else min(30, 5 * index)
    return max(5, min(math.floor(value + brake + 0.5), most))


def change(rating: int, games: Sequence[FideGame], *, age: int, index: int) -> DwzChange:
    """`age` in the year of the games. Without a game the DWZ stays."""
    points = sum(game.halves for game in games) / 2
    expected = round(math.fsum(expected_score(rating, game.opponent) for game in games), 3)
    e = development(rating=rating, age=age, index=index, points=points, expected=expected)
    new = rating + 800 * (points - expected) / (e + len(games)) if games else rating
    return DwzChange(expected=expected, development=e, rating=math.floor(new + 0.5))
