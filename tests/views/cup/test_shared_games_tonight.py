"""Ties of a cup on the evening of the tournament in which its games count."""

import pytest
from django.test import Client

from tests.services.cup.test_shared_games import published, two
from tests.tools.casts.factories import Evening
from tournaments.models import Tournament
from tournaments.pages.evening.trial_pairing import if_paired_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def logged_in(evening: Evening, client: Client) -> Client:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def test_whoever_is_here_for_both_is_offered_the_tie_and_it_is_set_with_one_tap(client: Client) -> None:
    both = two()
    page = logged_in(both.other, client).get(both.other.url("evening")).content.decode()
    assert "Games of other tournaments: both players are here" in page
    assert "Spring cup, round 1" in page
    assert "This is their game in this round." not in page

    answer = client.post(both.other.url("play_now", 1, both.tie().pk), HTTP_HX_REQUEST="true")

    assert answer.status_code == 200
    assert "This is their game in this round." in answer.content.decode()
    assert both.tie().counted_in_id == both.other.round.pk
    client.post(both.other.url("not_now", 1, both.tie().pk))
    assert both.tie().counted_in is None


def test_who_would_sit_out_is_said_of_the_others(client: Client) -> None:
    both = two(players=7)
    logged_in(both.other, client)
    before = client.get(both.other.url("evening")).content.decode()
    assert "one sits out: No7" in before
    board = next(place for place, pair in enumerate(both.cup.boards(), 1) if 7 in pair)
    both.play_now(board)
    after = client.get(both.other.url("evening")).content.decode()
    assert "one sits out: No7" not in after
    assert "one sits out" in after
    [trial] = if_paired_page(both.other.tournament, both.other.round).trials
    both.other.pair()
    [(number, _bye)] = both.other.byes().items()
    assert f"one sits out: No{number}," in after
    assert trial.sit_out == (f"No{number}",)


def test_a_mark_takes_the_offer_away_out_of_band(client: Client) -> None:
    both = two()
    white, black = both.players()
    entry = both.other.entry(white)
    answer = logged_in(both.other, client).post(
        both.other.url("mark_attendance", 1, entry.pk),
        {"presence": "excused", "seen": "present", "screen": "open"},
        HTTP_HX_REQUEST="true",
    )
    shown = answer.content.decode()
    assert 'id="offered-games"' in shown
    assert f"No{black}</b>" not in shown.partition('id="offered-games"')[2].partition("</ul>")[0]


def test_both_boards_say_where_else_the_game_stands(client: Client) -> None:
    both = published()
    results.enter_result(both.tie(), Result.DRAW, seen="*", actor=None)
    board = both.their_board()
    theirs = logged_in(both.other, client).get(both.other.url("evening")).content.decode()
    assert "Also in Spring cup, round 1, board 1" in theirs
    cups = client.get(both.cup.url("evening")).content.decode()
    assert f"Also in Club evening, round 1, board {board.board}" in cups


def test_the_form_of_a_cup_asks_where_its_games_count_and_no_other_does(client: Client) -> None:
    both = two()
    form = logged_in(both.cup, client).get(both.cup.url("edit_tournament")).content.decode()
    assert "Second tournament for its games" in form
    assert f'<option value="{both.other.tournament.pk}" selected>' in form
    assert "Second tournament for its games" not in client.get(both.other.url("edit_tournament")).content.decode()
    assert "Its games also count in Club evening" in client.get(both.cup.url("setup")).content.decode()

    seen = form.partition('name="seen" value="')[2].partition('"')[0]
    sent = {"name": "Spring cup", "season": both.cup.tournament.season_id, "counts_in": "", "seen": seen}
    assert client.post(both.cup.url("edit_tournament"), sent).status_code == 302
    assert Tournament.objects.get(pk=both.cup.tournament.pk).counts_in is None
