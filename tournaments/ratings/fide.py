"""FIDE's rating (B.02 of 1 March 2024 with the change of 1 October 2025): what a period's games change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.ratings.tables import expected, half_up, stronger_by

FLOOR = 1400
"""Whoever would stand lower is on no list."""
_FURTHEST = 400
_TRUE_DIFFERENCE_FROM = 2650
_LEAST_GAMES = 5
_HIGHEST_FIRST = 2200
_SUPPOSED = 1800
"""Two draws against so much are added to somebody's first games."""
_MOST = 700
"""K times the number of games."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FideGame:
    """One with a move by both against a rated player; forfeits are none. Two halves are a win."""

    opponent: int
    halves: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FideChange:
    """`difference` is score less expectation, in points, and `by` is K times it; `rating` is rounded, a half of the
    change away from zero. None below FLOOR."""

    k: int
    difference: Fraction
    by: Fraction
    rating: int | None


def expected_score(own: int, opponent: int) -> Fraction:
    """In hundredths of a point as the table has them. A difference over 400 counts as 400 for whoever is below 2650."""
    difference = own - opponent
    if own < _TRUE_DIFFERENCE_FROM:
        difference = max(-_FURTHEST, min(_FURTHEST, difference))
    return Fraction(expected(difference), 100)


def k_factor(*, rating: int, games_before: int, turns: int | None, reached_2400: bool, games: int) -> int:
    """`turns`: the age reached in the year of the period, None where it is not known; `games` are those of the
    period, since K times their number is at most 700."""
    if games_before < 30 or (turns is not None and turns <= 18 and rating < 2300):
        k = 40
    elif reached_2400 or rating >= 2400:
        k = 10
    else:
        k = 20
    return min(k, _MOST // games) if games else k


def change(rating: int, games: Sequence[FideGame], *, k: int) -> FideChange:
    difference = sum((Fraction(game.halves, 2) - expected_score(rating, game.opponent) for game in games), Fraction(0))
    by = k * difference
    away = half_up(abs(by).numerator, by.denominator)
    new = rating + (away if by >= 0 else -away)
    return FideChange(k=k, difference=difference, by=by, rating=new if new >= FLOOR else None)


def first_rating(games: Sequence[FideGame]) -> int | None:
    """Of the games of 26 months against rated players; None for fewer than five, for no point of them, and below
    FLOOR. Whose first event was a zero leaves that event out."""
    halves = sum(game.halves for game in games)
    if len(games) < _LEAST_GAMES or not halves:
        return None
    count = len(games) + 2
    total = sum(game.opponent for game in games) + 2 * _SUPPOSED
    by = stronger_by(half_up(50 * (halves + 2), count))
    rating = min(_HIGHEST_FIRST, half_up(total + by * count, count))
    return rating if rating >= FLOOR else None
