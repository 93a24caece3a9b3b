"""The DWZ: the worked examples, every number; and what holds whatever was played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.dwz import change, development, expected_score
from tournaments.ratings.fide import FideGame

GAMES = st.lists(st.builds(FideGame, opponent=st.integers(500, 2900), halves=st.integers(0, 2)), max_size=15)


def games(*met: tuple[int, int]) -> list[FideGame]:
    return [FideGame(opponent=opponent, halves=halves) for opponent, halves in met]


def test_berg_at_thirty_after_twenty_evaluations() -> None:
    assert [expected_score(1612, each) for each in (1540, 1480, 1455)] == [0.6, 0.68, 0.711]
    found = change(1612, games((1540, 2), (1480, 2), (1455, 1)), age=30, index=20)

    assert (found.expected, found.development, found.rating) == (1.991, 22, 1628)


def test_a_youth_who_scores_well_moves_faster() -> None:
    found = change(1400, games((1500, 2), (1450, 2), (1350, 1)), age=16, index=8)

    assert (found.expected, found.development, found.rating) == (1.362, 6, 1501)


@pytest.mark.parametrize(
    ("rating", "age", "index", "points", "e"),
    [
        (1600, 20, 20, 0.0, 12),  # 6.55 + 5, no factor for who scores badly
        (1600, 21, 20, 0.0, 17),
        (1600, 26, 20, 0.0, 22),
        (2200, 26, 20, 0.0, 30),  # at most 30
        (1600, 26, 3, 0.0, 15),  # at most five times the index
        (900, 12, 20, 3.0, 5),  # 5.66 × ½, at least 5
        (1000, 40, 20, 0.0, 22),  # 16 + e² − 1 = 22.4
        (500, 40, 20, 0.0, 150),  # the brake at its most
    ],
)
def test_development(rating: int, age: int, index: int, points: float, e: int) -> None:
    assert development(rating=rating, age=age, index=index, points=points, expected=1.5) == e


@given(st.integers(500, 2900), st.integers(500, 2900))
def test_two_expect_one_point_between_them(one: int, other: int) -> None:
    assert abs(expected_score(one, other) + expected_score(other, one) - 1) < 0.0011


@given(st.integers(300, 2900), GAMES, st.integers(6, 90), st.integers(1, 200))
def test_it_rises_only_with_more_than_expected(rating: int, played: list[FideGame], age: int, index: int) -> None:
    found = change(rating, played, age=age, index=index)
    points = sum(game.halves for game in played) / 2

    assert 5 <= found.development <= 150
    assert found.rating >= rating if points >= found.expected else found.rating <= rating
    assert found == change(rating, list(reversed(played)), age=age, index=index)
