"""Figures of a season that can be counted on paper, and how they spread over seasons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.simulation.field import SimulatedField, SimulatedMember
from tournaments.simulation.season import PlayedSeason
from tournaments.simulation.statistics import CODES, Spread, figures_of, percentile, spreads, to_row

PLAN = SimulatedField(
    members=tuple(
        SimulatedMember(rating=rating, comes=comes) for rating, comes in ((1900, 1), (1700, 1), (1600, 1), (2200, 0))
    ),
    evenings=3,
)
SEASON = PlayedSeason(
    # 0 and 1 meet twice, 0 has White in both and Black against 2; 3 never comes.
    games=((0, 1), (0, 1), (2, 0)),
    came=(3, 3, 2, 0),
    without_game=(0, 1, 1, 0),
    postponed=0,
    not_paired=0,
    evenings=3,
    winners=frozenset({0, 2}),
)


def test_a_season_counted_on_paper() -> None:
    found = figures_of(SEASON, PLAN)

    assert found.met_again == pytest.approx((1 + 1 + 0) / 3)
    assert found.most_meetings == 2
    assert found.without_game == pytest.approx((0 + 1 + 1) / 3)
    assert found.most_without_game == 1
    assert found.gap == pytest.approx((200 + 200 + 300) / 3)
    assert found.wide_gap == 300
    assert found.strongest_wins == 0.5  # 0 is the strongest who comes, and shares the first place with 2
    assert found.colours_apart == pytest.approx((abs(2 - 1) + 2 + 1) / 3)
    assert found.most_colours_apart == 2
    assert found.games == pytest.approx((3 + 2 + 1) / 3)
    assert (found.postponed, found.not_paired, found.evenings) == (0, 0, 3)


def test_a_season_without_a_game_is_nothing_but_evenings() -> None:
    empty = PlayedSeason(
        games=(), came=(3, 0), without_game=(3, 0), postponed=0, not_paired=0, evenings=3, winners=frozenset()
    )
    plan = SimulatedField(members=PLAN.members[:2], evenings=3)

    assert dict(zip(CODES, to_row(figures_of(empty, plan)), strict=True)) == {
        **dict.fromkeys(CODES, 0),
        "without_game": 3,
        "most_without_game": 3,
        "evenings": 3,
    }


def test_percentiles_by_nearest_rank() -> None:
    ten = [float(value) for value in range(10, 0, -1)]

    assert (percentile(ten, 10), percentile(ten, 50), percentile(ten, 90), percentile(ten, 100)) == (1, 5, 9, 10)
    assert (percentile([7.0], 10), percentile([], 90)) == (7, 0)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60))
def test_the_spread_lies_within_the_values_and_their_order_does_not_matter(values: list[float]) -> None:
    spread = Spread.of(values)

    assert min(values) <= spread.low <= spread.high <= max(values)
    assert min(values) <= spread.mean <= max(values)
    assert spread == Spread.of(sorted(values))


def test_each_figure_is_spread_by_itself() -> None:
    one = to_row(figures_of(SEASON, PLAN))
    found = spreads([one, [2 * value for value in one]])

    assert (found["gap"].mean, found["gap"].low, found["gap"].high) == pytest.approx((350, 700 / 3, 1400 / 3))
    assert tuple(found) == CODES
