"""What beating each of the nearest would bring."""

import gzip
import random
from fractions import Fraction

import pytest
from django.template.loader import render_to_string

from tests.tools.casts.factories import Evening
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.ranks_before import RankBefore
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.win_values import NEAREST, win_values


def ladder(players: int, *, worth: int = 200) -> dict[int, RankBefore]:
    return {
        place: RankBefore(points=None, place=place, worth=Fraction(worth - place)) for place in range(1, players + 1)
    }


def names(players: int) -> dict[int, str]:
    return {number: f"No{number}" for number in range(1, players + 1)}


@pytest.mark.parametrize(
    ("player", "shown"),
    [(1, [2, 3, 4, 5, 6, 7]), (5, [2, 3, 4, 6, 7, 8]), (20, [14, 15, 16, 17, 18, 19]), (2, [1, 3, 4, 5, 6, 7])],
)
def test_the_six_nearest_are_shown_the_highest_first(player: int, shown: list[int]) -> None:
    assert [each.number for each in win_values(ladder(20), player, names(20))] == shown


def test_each_is_a_sentence_and_a_number() -> None:
    first, second = win_values(ladder(3, worth=11), 3, names(3))

    assert (first.place, first.name, first.value) == ("1st", "No1", "10")
    assert first.words == "Beating No1 brings 10."
    assert second.value == "9"


def test_without_values_or_a_place_there_is_nothing() -> None:
    without = {1: RankBefore(points=Fraction(1)), 2: RankBefore(points=Fraction(0))}
    assert win_values(without, 1, names(2)) == ()
    assert win_values(ladder(4), 5, names(5)) == ()
    assert win_values(ladder(1), 1, names(1)) == ()


def test_who_is_worth_nothing_any_more_is_not_shown() -> None:
    standings = ladder(4) | {2: RankBefore(points=None, place=2), 3: RankBefore(points=None, worth=Fraction(3))}
    assert [each.number for each in win_values(standings, 1, names(4))] == [4]


@pytest.mark.parametrize("seed", range(20))
def test_nobody_left_out_is_nearer_than_somebody_shown(seed: int) -> None:
    drawn = random.Random(seed)
    players = drawn.randint(2, 30)
    places = drawn.sample(range(1, players + 1), players)
    standings = {
        number: RankBefore(points=None, place=place, worth=Fraction(drawn.randint(-5, 50), 3))
        for number, place in enumerate(places, 1)
    }
    shown = [each.number for each in win_values(standings, 1, names(players))]

    far = {number: abs(place - places[0]) for number, place in enumerate(places, 1)}
    assert len(shown) == min(NEAREST, players - 1)
    assert 1 not in shown
    others = [far[number] for number in far if number not in shown and number != 1]
    assert not others or max(far[number] for number in shown) <= min(others)


@pytest.mark.django_db
def test_the_card_of_a_keizer_tournament_shows_them_and_is_light() -> None:
    evening = Evening.of(8, system="keizer")
    evening.play()

    page = scorecard_page(evening.tournament, Audience.PUBLIC, number=3)
    after_one = scorecard_page(evening.tournament, Audience.PUBLIC, number=3, after=1)

    assert len(page.values) == NEAREST
    assert after_one.values == page.values
    html = render_to_string("components/charts/_win_values.html", {"values": page.values})
    assert len(gzip.compress(html.encode())) < 3_000


@pytest.mark.django_db
def test_the_card_of_another_system_shows_none() -> None:
    evening = Evening.of(4)
    evening.play()

    assert scorecard_page(evening.tournament, Audience.PUBLIC, number=1).values == ()
