"""FIDE's rating: the worked examples, every number; and what holds whatever was played."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.fide import FideGame, change, expected_score, first_rating, k_factor

WIN, DRAW, LOSS = 2, 1, 0
GAMES = st.lists(st.builds(FideGame, opponent=st.integers(1000, 2900), halves=st.integers(0, 2)), max_size=15)


def games(*met: tuple[int, int]) -> list[FideGame]:
    return [FideGame(opponent=opponent, halves=halves) for opponent, halves in met]


def test_berg_beats_two_and_draws_the_third() -> None:
    met = (1540, 1480, 1455)

    assert [1612 - each for each in met] == [72, 132, 157]
    assert [expected_score(1612, each) for each in met] == [Fraction(60, 100), Fraction(68, 100), Fraction(71, 100)]
    found = change(1612, games((1540, WIN), (1480, WIN), (1455, DRAW)), k=20)
    assert (found.difference, found.by, found.rating) == (Fraction(51, 100), Fraction(102, 10), 1622)


@pytest.mark.parametrize(("own", "p"), [(1980, 92), (2649, 92), (2650, 100)])
def test_a_difference_over_400_counts_as_400_below_2650(own: int, p: int) -> None:
    opponent = 1500 if own == 1980 else own - 800

    assert expected_score(own, opponent) == Fraction(p, 100)
    assert expected_score(opponent, own) == Fraction(8, 100)


def test_two_of_five_make_a_first_rating() -> None:
    met = (1540, 1480, 1455, 1612, 1700)
    played = games(*zip(met, (WIN, WIN, LOSS, LOSS, LOSS), strict=True))

    assert sum(met) + 2 * 1800 == 11387
    assert first_rating(played) == 1577
    assert first_rating(list(reversed(played))) == 1577


def test_who_has_no_first_rating() -> None:
    assert first_rating(games(*[(1500, WIN)] * 4)) is None, "four games"
    assert first_rating(games(*[(1500, LOSS)] * 6)) is None, "no point"
    assert first_rating(games(*[(1100, LOSS)] * 9, (1100, DRAW))) is None, "below 1400"
    assert first_rating(games(*[(2700, WIN)] * 9)) == 2200, "at most"


@pytest.mark.parametrize(
    ("rating", "before", "turns", "reached", "count", "k"),
    [
        (1600, 29, 40, False, 5, 40),
        (1600, 30, 40, False, 5, 20),
        (2299, 300, 18, False, 5, 40),
        (2300, 300, 18, False, 5, 20),
        (1600, 300, 19, False, 5, 20),
        (1600, 300, None, False, 5, 20),
        (2399, 300, 40, False, 5, 20),
        (2400, 300, 40, False, 5, 10),
        (2390, 300, 40, True, 5, 10),
        (1600, 0, 40, False, 17, 40),
        (1600, 0, 40, False, 18, 38),
        (1600, 300, 40, False, 36, 19),
        (1600, 300, 40, False, 0, 20),
    ],
)
def test_k(rating: int, before: int, turns: int | None, reached: bool, count: int, k: int) -> None:
    assert k_factor(rating=rating, games_before=before, turns=turns, reached_2400=reached, games=count) == k


@pytest.mark.parametrize(("halves", "rating"), [(WIN, 1606), (LOSS, 1594)])
def test_a_half_of_a_change_goes_away_from_zero(halves: int, rating: int) -> None:
    assert abs(change(1600, games((1600, halves)), k=11).by) == Fraction(11, 2)
    assert change(1600, games((1600, halves)), k=11).rating == rating


def test_below_1400_is_on_no_list() -> None:
    assert change(1405, games((1405, LOSS)), k=40).rating is None


@given(st.integers(1000, 2649), st.integers(1000, 2649))
def test_two_below_2650_expect_one_point_between_them(one: int, other: int) -> None:
    assert expected_score(one, other) + expected_score(other, one) == 1


@given(st.integers(1400, 2900), GAMES, st.randoms())
def test_the_order_of_the_games_says_nothing(rating: int, played: list[FideGame], chance: object) -> None:
    assert change(rating, played, k=20) == change(rating, sorted(played, key=lambda g: (g.halves, g.opponent)), k=20)
    assert first_rating(played) == first_rating(list(reversed(played)))
