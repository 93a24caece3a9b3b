"""A game of two tournaments is marked as that for the public too, and as data."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.services.cup.test_shared_games import DRAWN, Both, published
from tests.tools.casts.factories import Evening
from tournaments.pages.rounds.shared_games import also_in
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def public(evening: Evening, rest: str = "") -> str:
    tournament = evening.tournament
    return Client().get(f"/en/{tournament.club.slug}/{tournament.slug}/{rest}").content.decode()


def as_data(evening: Evening) -> list[str]:
    tournament = evening.tournament
    answer = Client().get(f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/rounds/1/")
    assert answer.status_code == 200, answer.content
    return [board["also_in"] for board in answer.json()["boards"]]


def played() -> Both:
    both = published()
    results.enter_result(both.their_board(), DRAWN, seen="*", actor=both.cup.director)
    return both


def test_both_rounds_say_where_the_game_counts_too() -> None:
    both = played()
    there = both.their_board().board
    assert public(both.cup, "rounds/1/").count(f"Also in Club evening, round 1, board {there}") == 1
    assert public(both.other, "rounds/1/").count("Also in Spring cup, round 1, board 1") == 1
    assert [text for text in as_data(both.other) if text] == ["Also in Spring cup, round 1, board 1"]
    assert [text for text in as_data(both.cup) if text] == [f"Also in Club evening, round 1, board {there}"]


def test_what_has_been_parted_is_not_said_any_more() -> None:
    both = played()
    results.clear_result(both.tie(), seen="1/2-1/2", actor=both.cup.director)
    assert "Also in" not in public(both.cup, "rounds/1/")


def test_another_round_asks_nothing_more(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    evening = Evening.of(6)
    evening.play()
    played = evening.round
    rows = list(played.attendances.select_related("game", "entry"))
    with django_assert_num_queries(0):
        assert also_in(played, rows) == {}
