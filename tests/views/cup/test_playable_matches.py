"""A tie of a cup played now, from the tree and from the tie itself."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.services.cup.test_last_dates import a_cup
from tests.services.cup.test_shared_games import Both, of_two_games, published, two
from tests.tools.casts.factories import Evening
from tests.tools.pages.page_forms import form_for
from tests.tools.pages.todays_date import today_in
from tests.views.cup.test_last_dates import page
from tournaments.models import Game, Presence
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def tap_of(both: Both, name: str) -> str:
    other = both.other.tournament
    return reverse(name, args=[other.club.slug, other.slug, both.other.round.number, both.tie().pk])


def of_tie(evening: Evening) -> str:
    return evening.url("set_game_dates", evening.game(1).pk)


def test_from_the_tree_it_is_a_game_of_the_round_that_is_checked_in_and_can_be_let_go() -> None:
    both = two()
    client, at = both.cup.client(), both.cup.url("staff_tree")
    assert "Played now, a tie counts in Club evening, round 1, too." in page(both.cup, "staff_tree")
    client.post(tap_of(both, "play_now"), form_for(at, page(both.cup, "staff_tree"), tap_of(both, "play_now")))
    assert both.tie().counted_in == both.other.round
    assert "This is their game in this round." in page(both.cup, "staff_tree")
    client.post(tap_of(both, "not_now"), form_for(at, page(both.cup, "staff_tree"), tap_of(both, "not_now")))
    assert both.tie().counted_in is None


def test_from_the_tie_itself_too_and_who_is_away_is_named() -> None:
    both = two()
    client, at = both.cup.client(), of_tie(both.cup)
    body = form_for(at, client.get(at).content.decode(), tap_of(both, "play_now"))
    _white, black = both.players()
    both.other.mark(black, Presence.EXCUSED)
    answer = client.post(tap_of(both, "play_now"), body)
    assert answer.status_code == 409
    assert f"Not marked as here in Club evening: No{black}." in answer.content.decode()
    assert both.tie().counted_in is None


def test_without_a_check_in_it_is_agreed_for_tonight_and_counts_in_the_cup_alone() -> None:
    evening = a_cup(4, last=5)
    client, at = evening.client(), evening.url("staff_tree")
    answer = client.post(of_tie(evening), form_for(at, page(evening, "staff_tree"), of_tie(evening)))
    assert answer.status_code == 302
    assert evening.game(1).date == today_in(evening.tournament.club)
    assert "To be played tonight." in page(evening, "staff_tree")
    second = client.post(of_tie(evening), {"date": "", "play_by": "", "seen": "old"})
    assert second.status_code == 409


def test_of_two_games_it_is_said_that_the_first_one_counts() -> None:
    both = two(final_games=2)
    assert "If a tie has two games, the first counts there." in page(both.cup, "staff_tree")
    assert "If a tie has two games, the first counts here." in page(both.other, "evening")
    assert "If a tie has two games" not in page(two().cup, "staff_tree")


def test_nobody_else_is_offered_it() -> None:
    both = two()
    assert "Play it now" not in page(both.cup, "public_tree")
    evening = Evening.of(4)
    evening.play()
    Game.objects.update(result="*")
    assert "Play it now" not in evening.client().get(of_tie(evening)).content.decode()


def test_two_games_on_one_evening_are_ticked_to_count_as_one_and_both_boards_say_so() -> None:
    both = of_two_games(Result.WHITE_WINS)
    client = both.cup.client()
    at = reverse("decide_tie", args=[both.cup.tournament.club.slug, both.cup.tournament.slug, both.tie().pk])
    html = client.get(at).content.decode()
    assert "Both games were played on the evening of Club evening, round 1" in html
    body = form_for(at, html, at)
    assert body["as_one"] == ["on"], "while that round is on"

    answer = client.post(at, body | {"way": ["blitz:white"]})

    assert answer.status_code == 302
    assert both.results() == ("1-0", "1/2-1/2")
    for evening in (both.cup, both.other):
        assert "The two games of a tie as one: " in page(evening, "evening")
    assert form_for(at, client.get(at).content.decode(), at)["as_one"] == ["on"]
    public = reverse("public_round", args=[both.other.tournament.club.slug, both.other.tournament.slug, 1])
    assert "The two games of a tie as one: Spring cup, round 1, board 1" in client.get(public).content.decode()

    body = form_for(at, client.get(at).content.decode(), at) | {"way": ["blitz:white"]}
    client.post(at, {key: value for key, value in body.items() if key != "as_one"})
    assert both.results() == ("1-0", "1-0")
    assert "as_one" not in form_for(at, client.get(at).content.decode(), at)


def test_once_that_round_is_over_it_is_not_ticked_of_itself() -> None:
    both = of_two_games(Result.WHITE_WINS)
    for place in range(1, len(both.other.boards()) + 1):
        if both.other.game(place).result == "*":
            both.other.enter(place, Result.DRAW)
    both.other.finish()
    at = reverse("decide_tie", args=[both.cup.tournament.club.slug, both.cup.tournament.slug, both.tie().pk])
    html = both.cup.client().get(at).content.decode()
    assert 'name="as_one"' in html
    assert "as_one" not in form_for(at, html, at)


def test_a_tie_of_one_game_asks_for_nothing_of_the_kind() -> None:
    both = published()
    results.enter_result(both.tie(), Result.DRAW, seen="*", actor=None)
    at = reverse("decide_tie", args=[both.cup.tournament.club.slug, both.cup.tournament.slug, both.tie().pk])
    assert 'name="as_one"' not in both.cup.client().get(at).content.decode()
