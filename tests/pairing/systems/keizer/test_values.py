"""What places are worth, case by case from the rulebook's page."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.pairing.systems.keizer.values import Ladder, Rounding, Top, Values

STEP = Values(
    ladder=Ladder.STEP,
    top=Top.RATIO,
    ratio=Fraction(3),
    top_rounding=Rounding.DOWN,
    step=Fraction(1),
    bottom=Fraction(1),
    min_value=None,
    value_unit=Fraction(1, 10**6),
)
RANGE = replace(STEP, ladder=Ladder.RANGE_PLACE, top=Fraction(200), bottom=Fraction(100))


def of_places(values: Values, size: int) -> list[Fraction]:
    return [Fraction(units, values.scale) for units in values.of_places(size)]


def of_scores(values: Values, *scores: int) -> list[Fraction]:
    return [Fraction(units, values.scale) for units in values.of_scores(scores)]


def test_six_players_are_worth_seven_to_two() -> None:
    assert of_places(STEP, 6) == [7, 6, 5, 4, 3, 2]


@pytest.mark.parametrize(("size", "top"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (10, 13), (62, 91)])
def test_the_top_by_ratio_is_never_below_the_number_of_players(size: int, top: int) -> None:
    assert STEP.top_of(size) == top


@pytest.mark.parametrize(
    ("rounding", "top"), [(Rounding.DOWN, 4), (Rounding.HALF_EVEN, 4), (Rounding.HALF_UP, 5), (Rounding.UP, 5)]
)
def test_a_half_at_the_top_is_rounded_as_asked(rounding: Rounding, top: int) -> None:
    assert replace(STEP, top_rounding=rounding).top_of(4) == top  # 4.5


@pytest.mark.parametrize(
    ("top", "worth"),
    [(Top.N, 7), (Top.TWO_N, 14), (Top.ONE_AND_A_HALF_N, 11), (Fraction(50), 50), (Fraction(7, 2), Fraction(7, 2))],
)
def test_the_top_may_be_a_word_or_a_number(top: Top | Fraction, worth: Fraction) -> None:
    assert of_places(replace(STEP, top=top), 7)[0] == worth


def test_a_step_may_be_a_fraction_and_values_fall_below_nothing_unless_limited() -> None:
    falling = replace(STEP, top=Fraction(2), step=Fraction(3, 2))
    assert of_places(falling, 4) == [2, Fraction(1, 2), -1, Fraction(-5, 2)]
    assert of_places(replace(falling, min_value=Fraction(1, 3)), 4) == [
        2,
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(1, 3),
    ]


def test_a_range_falls_evenly_and_in_value_units() -> None:
    assert of_places(RANGE, 5) == [200, 175, 150, 125, 100]
    assert of_places(replace(RANGE, value_unit=Fraction(1, 2)), 4) == [200, Fraction(333, 2), Fraction(267, 2), 100]
    assert of_places(RANGE, 4)[1] == Fraction(166666667, 10**6)


def test_one_player_is_worth_the_top() -> None:
    for ladder in Ladder:
        assert of_places(replace(RANGE, ladder=ladder), 1) == [200]
    assert of_scores(replace(RANGE, ladder=Ladder.RANGE_SCORE), 17) == [200]


def test_values_by_score_lie_in_proportion_and_round_halves_up() -> None:
    by_score = replace(RANGE, ladder=Ladder.RANGE_SCORE, value_unit=Fraction(1))
    assert of_scores(by_score, 8, 3, 0) == [200, 138, 100]  # 137.5
    assert of_scores(by_score, 5, 5, 5) == [200, 200, 200]
    assert of_scores(replace(by_score, min_value=Fraction(150)), 8, 3, 0) == [200, 150, 150]
