"""Every page of a club in which teams play, for the director and for everybody: what is about people never meets a
team."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.tools.casts.team_event import TeamEvent
from tests.tools.played.kept import as_outside_a_transaction
from tests.views.common.test_roles import routes
from tournaments.models import Game

pytestmark = pytest.mark.django_db


def addresses(event: TeamEvent) -> Iterator[tuple[str, str]]:
    """Of what can be asked for about this tournament and its club."""
    newest = event.tournament.rounds.order_by("-number").first()
    game = Game.objects.filter(round__tournament=event.tournament).order_by("-pk").first()
    gaps: dict[str, Any] = {
        "club": event.tournament.club.slug,
        "tournament": event.tournament.slug,
        "number": newest.number if newest else 1,
        "entry": event.entry(1).pk,
        "game": game.pk if game else 1,
        "player": 1,
        "part": "boards",
        "paper": "all",
    }
    for route in routes():
        if "club" in route.gaps and set(route.gaps) <= gaps.keys():
            try:
                yield route.name, reverse(route.name, kwargs={gap: gaps[gap] for gap in route.gaps})
            except NoReverseMatch:
                continue


def test_the_evening_speaks_of_matches() -> None:
    event = TeamEvent.of_teams()
    event.draft()
    event.publish()
    event.enter_boards(1, "1110")
    page = event.client().get(reverse("evening", args=[event.tournament.club.slug, event.tournament.slug]))
    assert "Postpone the 2 unfinished matches" in page.content.decode()


def failing(event: TeamEvent, client: Client) -> list[tuple[str, str]]:
    client.raise_request_exception = False
    return [(name, where) for name, where in addresses(event) if client.get(where).status_code >= 500]


def test_each_page_is_there_in_every_state_of_a_round() -> None:
    event = TeamEvent.of_teams()
    director = event.client()
    found = failing(event, director)
    event.open()
    event.check_in()
    found += failing(event, director)
    event.pair()
    found += failing(event, director)
    event.publish()
    event.enter_boards(1, "1")
    found += failing(event, director)
    for match in (1, 2, 3):
        event.enter_boards(match, "1110")
    event.finish()
    found += failing(event, director) + failing(event, Client())
    assert not found
    assert len([*addresses(event)]) > 100


def test_a_tap_on_a_board_is_answered_with_its_result_and_with_the_score_of_the_match() -> None:
    """On the page that was read before it: what is kept of the round follows each tap."""
    event = TeamEvent.of_teams()
    event.draft()
    event.publish()
    director, game = event.client(), event.game(1)
    at = [event.tournament.club.slug, event.tournament.slug]
    with as_outside_a_transaction():
        director.get(reverse("evening", args=at))
        for line, result, score in ((1, "1-0", "1–0"), (2, "0-1", "1–1")):
            answer = director.post(
                reverse("enter_result", args=[*at, game.pk]),
                {"line": line, "seen": "*", "screen": "boards", "result": result},
                headers={"HX-Request": "true"},
            ).content.decode()
            assert re.search(rf'id="board-row-{game.pk}-{line}" class="pairing of-match done', answer)
            assert f'<b class="match-score">{score}</b>' in answer
