"""A tie of a cup played now, from the tree and from the tie itself."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.services.test_counted import Both, two
from tests.services.test_last_dates import a_cup
from tests.tools.factories import Evening
from tests.tools.page_forms import form_for
from tests.tools.todays_date import today_in
from tests.views.test_last_dates import address, director_of, page
from tournaments.models import Game, Presence

pytestmark = pytest.mark.django_db


def tap_of(both: Both, name: str) -> str:
    other = both.other.tournament
    return reverse(name, args=[other.club.slug, other.slug, both.other.round.number, both.tie().pk])


def of_tie(evening: Evening) -> str:
    return reverse("set_game_dates", args=[evening.tournament.club.slug, evening.tournament.slug, evening.game(1).pk])


def test_from_the_tree_it_is_a_game_of_the_round_that_is_checked_in_and_can_be_let_go() -> None:
    both = two()
    client, at = director_of(both.cup), address(both.cup, "staff_tree")
    assert "Played now, a tie counts in Club evening, round 1, too." in page(both.cup, "staff_tree")
    client.post(tap_of(both, "play_now"), form_for(at, page(both.cup, "staff_tree"), tap_of(both, "play_now")))
    assert both.tie().counted_in == both.other.round
    assert "Is their game of this round." in page(both.cup, "staff_tree")
    client.post(tap_of(both, "not_now"), form_for(at, page(both.cup, "staff_tree"), tap_of(both, "not_now")))
    assert both.tie().counted_in is None


def test_from_the_tie_itself_too_and_who_is_away_is_named() -> None:
    both = two()
    client, at = director_of(both.cup), of_tie(both.cup)
    body = form_for(at, client.get(at).content.decode(), tap_of(both, "play_now"))
    _white, black = both.players()
    both.other.mark(black, Presence.EXCUSED)
    answer = client.post(tap_of(both, "play_now"), body)
    assert answer.status_code == 409
    assert f"Not marked as here in Club evening: No{black}." in answer.content.decode()
    assert both.tie().counted_in is None


def test_without_a_check_in_it_is_agreed_for_tonight_and_counts_in_the_cup_alone() -> None:
    evening = a_cup(4, last=5)
    client, at = director_of(evening), address(evening, "staff_tree")
    answer = client.post(of_tie(evening), form_for(at, page(evening, "staff_tree"), of_tie(evening)))
    assert answer.status_code == 302
    assert evening.game(1).date == today_in(evening.tournament.club)
    assert "Is to be played tonight." in page(evening, "staff_tree")
    second = client.post(of_tie(evening), {"date": "", "play_by": "", "seen": "old"})
    assert second.status_code == 409


def test_of_two_games_it_is_said_that_the_first_one_counts() -> None:
    both = two(final_games=2)
    assert "Of a tie of two games the first one counts there." in page(both.cup, "staff_tree")
    assert "Of a tie of two games the first one counts here." in page(both.other, "evening")
    assert "Of a tie of two games" not in page(two().cup, "staff_tree")


def test_nobody_else_is_offered_it() -> None:
    both = two()
    assert "Play it now" not in page(both.cup, "public_tree")
    evening = Evening.of(4)
    evening.play()
    Game.objects.update(result="*")
    assert "Play it now" not in director_of(evening).get(of_tie(evening)).content.decode()
