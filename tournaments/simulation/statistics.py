"""What is read off played seasons: numbers of one season, and how they spread over many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import ceil
from typing import Any

from tournaments.simulation.field import SimulatedField
from tournaments.simulation.season import PlayedSeason


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonFigures:
    """Of one season. Means over players are of those who played a game at all; 0 where nobody did."""

    met_again: float
    """Mean over players of the number of opponents that they met twice or more."""
    most_meetings: float
    """So many games the same two had with each other, of all pairs the most."""
    without_game: float
    """Mean over those who came at least once: evenings on which they were there and played nobody."""
    most_without_game: float
    """The same of whoever it hit most often."""
    gap: float
    """Mean over games of the difference in rating, in rating points; whoever has no rating counts with the median."""
    wide_gap: float
    """The 90th percentile of these differences: nine games in ten were at most so uneven."""
    strongest_wins: float
    """1 where the strongest regular (`Field.strongest`) stood first in the end, 1/n where n shared that place, else
    0. The mean over seasons is the share of them that the strongest wins."""
    colours_apart: float
    """Mean over players of |games with White - games with Black|."""
    most_colours_apart: float
    """The same of whoever it was largest for."""
    games: float
    """Mean over players of the number of their games."""
    postponed: float
    """Games of the season that were set up though one of the two was away, to be played another day."""
    not_paired: float
    """Evenings with at least two players for whom the system had no pairing."""
    evenings: float
    """So many the tournament lasted: fewer than planned where it was over before."""


CODES = tuple(each.name for each in fields(SeasonFigures))


@dataclass(frozen=True, kw_only=True, slots=True)
class Spread:
    """Over seasons: the mean, and between which values four seasons in five lie (10th and 90th percentile)."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(
            mean=float(sum(map(Fraction, values)) / len(values)),
            low=percentile(values, 10),
            high=percentile(values, 90),
        )


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest of the values that at least so many percent of them do not exceed (nearest rank); 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


def figures_of(season: PlayedSeason, plan: SimulatedField) -> SeasonFigures:
    games: Counter[int] = Counter()
    balance: Counter[int] = Counter()
    meetings: Counter[frozenset[int]] = Counter()
    for white, black in season.games:
        games.update((white, black))
        balance[white] += 1
        balance[black] -= 1
        meetings[frozenset((white, black))] += 1
    again = Counter(player for pair, count in meetings.items() if count > 1 for player in pair)
    ratings = plan.ratings
    gaps = [abs(ratings[white] - ratings[black]) for white, black in season.games]
    without = [missed for came, missed in zip(season.came, season.without_game, strict=True) if came]
    apart = [abs(balance[player]) for player in games]
    won = plan.strongest in season.winners
    return SeasonFigures(
        met_again=_mean([again[player] for player in games]),
        most_meetings=max(meetings.values(), default=0),
        without_game=_mean(without),
        most_without_game=max(without, default=0),
        gap=_mean(gaps),
        wide_gap=percentile(gaps, 90),
        strongest_wins=1 / len(season.winners) if won else 0.0,
        colours_apart=_mean(apart),
        most_colours_apart=max(apart, default=0),
        games=_mean(list(games.values())),
        postponed=season.postponed,
        not_paired=season.not_paired,
        evenings=season.evenings,
    )


def to_row(figures: SeasonFigures) -> list[float]:
    """In the order of `CODES`."""
    return [getattr(figures, code) for code in CODES]


def spreads(rows: Sequence[Sequence[float]]) -> Mapping[str, Spread]:
    """By code, over seasons given as `to_row` has them, one at least."""
    return {code: Spread.of([row[place] for row in rows]) for place, code in enumerate(CODES)}


def spreads_to_json(found: Mapping[str, Spread]) -> dict[str, Any]:
    return {code: [spread.mean, spread.low, spread.high] for code, spread in found.items()}


def spreads_from_json(saved: Mapping[str, Sequence[float]]) -> dict[str, Spread]:
    return {code: Spread(mean=mean, low=low, high=high) for code, (mean, low, high) in saved.items()}


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0
