"""A club's own rating: the worked example, provisional players, guests, order; and what holds whatever was played."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.club import ClubGame, ClubRatings, ClubRules, expected_score, rated

SETTLED = ClubRules(provisional=0)
BERG, DAHL, ERIKSEN, FOSS = 1, 2, 3, 4
LISTED = {BERG: 1612.0, DAHL: 1540.0, ERIKSEN: 1480.0, FOSS: 1455.0}


def game(white: int, black: int, halves: int) -> ClubGame:
    return ClubGame(white=white, black=black, halves=halves, about=white * 100 + black)


def test_berg_beats_two_and_draws_the_third_on_one_evening() -> None:
    played = [game(BERG, DAHL, 2), game(ERIKSEN, BERG, 0), game(BERG, FOSS, 1)]
    found = rated([("1", played)], LISTED, SETTLED)

    (evening,) = found.history[BERG]
    assert [round(1 - each.expected, 3) for each in evening.games[:1]] == [0.398]
    gained = {each.opponent: round(each.by / 20, 3) for each in evening.games}
    assert gained == {DAHL: 0.398, ERIKSEN: 0.319, FOSS: -0.212}
    assert round((evening.after - evening.before) / 20, 3) == 0.505
    assert round(evening.after - evening.before, 1) == 10.1
    assert round(found.ratings[BERG]) == 1622


def test_rapid_and_blitz_have_another_k() -> None:
    found = rated([("1", [game(BERG, DAHL, 2)])], LISTED, ClubRules(k=16, provisional=0))

    assert found.ratings[BERG] - 1612 == pytest.approx(16 * (1 - expected_score(1612, 1540)))
    assert found.ratings[BERG] + found.ratings[DAHL] == pytest.approx(1612 + 1540)


def test_against_a_provisional_player_the_change_is_half() -> None:
    evenings = [(str(n), [game(BERG, DAHL, 1)]) for n in range(10)]
    found = rated([*evenings, ("last", [game(BERG, ERIKSEN, 2)])], LISTED, ClubRules())

    assert {each.games[0].k for each in found.history[DAHL]} == {20.0}, "both are provisional: 40 halved"
    assert found.history[BERG][-1].games[0].k == 10.0, "settled, against one who is not: 20 halved"
    assert found.history[ERIKSEN][0].games[0].k == 40.0, "provisional, against one who is settled"
    assert (found.is_provisional(BERG, ClubRules()), found.is_provisional(ERIKSEN, ClubRules())) == (False, True)


def test_an_evening_begins_with_what_stood_before_it() -> None:
    """Both games of the evening from the ratings at its start, though the tenth of them would settle the player."""
    rules = ClubRules(provisional=1)
    found = rated([("1", [game(BERG, DAHL, 2), game(DAHL, BERG, 2)])], LISTED, rules)

    assert {each.opponent_rating for each in found.history[BERG][0].games} == {1540.0}
    assert {each.k for each in found.history[BERG][0].games} == {20.0}


def test_nobody_is_rated_by_a_guest_without_a_rating() -> None:
    found = rated([("1", [game(BERG, 9, 2), game(BERG, DAHL, 2)])], {**LISTED, 9: None}, SETTLED)

    assert found.games == {BERG: 1, DAHL: 1}
    assert 9 not in found.ratings


def test_nobody_falls_below_the_floor() -> None:
    found = rated([("1", [game(1, 2, 0)])], {1: 405.0, 2: 405.0}, SETTLED)

    assert (found.ratings[1], found.ratings[2]) == (400.0, 415.0)


@st.composite
def seasons(draw: st.DrawFn) -> list[tuple[int, list[ClubGame]]]:
    pairs = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2)).filter(lambda each: each[0] != each[1])
    evenings = draw(st.lists(st.lists(pairs, max_size=8), max_size=8))
    return [
        (day, [ClubGame(white=w, black=b, halves=h, about=nth) for nth, (w, b, h) in enumerate(played)])
        for day, played in enumerate(evenings)
    ]


STARTS = {1: 1400.0, 2: 1400.0, 3: 1000.0, 4: 1850.0, 5: 410.0, 6: None}


def values(found: ClubRatings[int]) -> Sequence[object]:
    return found.ratings, found.games, found.history


@given(seasons())
def test_the_order_of_entry_says_nothing(season: list[tuple[int, list[ClubGame]]]) -> None:
    turned = [(day, list(reversed(played))) for day, played in season]

    assert values(rated(turned, STARTS, ClubRules())) == values(rated(season, STARTS, ClubRules()))


@given(seasons())
def test_each_evening_goes_on_from_the_one_before(season: list[tuple[int, list[ClubGame]]]) -> None:
    found = rated(season, STARTS, ClubRules())

    for player, history in found.history.items():
        assert history[0].before == STARTS[player]
        assert all(one.after == other.before for one, other in itertools.pairwise(history))
        assert history[-1].after == found.ratings[player] >= 400
        assert sum(len(each.games) for each in history) == found.games[player]


@given(seasons())
def test_what_one_gains_the_other_loses_among_settled_players(season: list[tuple[int, list[ClubGame]]]) -> None:
    starts: dict[int, float | None] = dict.fromkeys(range(1, 7), 1500.0)
    found = rated(season, starts, SETTLED)

    assert sum(found.ratings.values()) == pytest.approx(1500 * len(found.ratings))
