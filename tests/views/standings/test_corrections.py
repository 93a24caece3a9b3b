"""A correction of a finished round over HTTP: looked at first, then saved."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tournaments.models import Game, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Two rounds are played, the table after the first is published."""
    evening = Evening.of(6)
    evening.play()
    evening.play()
    return evening


def address(evening: Evening, name: str, *rest: object) -> str:
    tournament = evening.tournament
    return reverse(name, args=[tournament.club.slug, tournament.slug, *rest])


@pytest.mark.slow
def test_a_board_of_a_finished_round_leads_to_the_preview(evening: Evening, as_user: Callable[[User], Client]) -> None:
    client = as_user(evening.director)
    game = evening.game(1, in_round=1)
    earlier = client.get(address(evening, "evening_round", 1)).content.decode()
    newest = client.get(address(evening, "evening")).content.decode()

    assert f"{address(evening, 'correct_result', game.pk)}?result=%2B--" in earlier
    assert "correct/?result" not in newest


@pytest.mark.slow
def test_the_form_of_the_preview_saves_the_correction(evening: Evening, as_user: Callable[[User], Client]) -> None:
    client = as_user(evening.director)
    game = evening.game(1, in_round=1)
    page = client.get(address(evening, "correct_result", game.pk), {"result": "0-1"}).content.decode()
    assert Game.objects.get(pk=game.pk).result == "1-0"

    receipt = re.search(r'name="receipt" value="([^"]+)"[^>]*>\s*<input type="hidden" name="seen" value="1-0"', page)
    assert receipt is not None
    form = {"receipt": receipt[1], "seen": "1-0", "screen": "boards", "result": "0-1"}
    answer = client.post(address(evening, "enter_result", game.pk), form)

    assert answer["Location"] == f"{address(evening, 'evening_round', 1)}#board-row-{game.pk}"
    assert Game.objects.get(pk=game.pk).result == "0-1"


def test_clearing_is_looked_at_too_and_saved_by_its_own_verb(
    evening: Evening, as_user: Callable[[User], Client]
) -> None:
    game = evening.game(1, in_round=1)
    answer = as_user(evening.director).get(address(evening, "correct_result", game.pk), {"result": "*"})

    assert f'action="{address(evening, "clear_result", game.pk)}"' in answer.content.decode()


def test_a_result_that_is_there_already_has_nothing_to_save(
    evening: Evening, as_user: Callable[[User], Client]
) -> None:
    game = evening.game(1, in_round=1)
    answer = as_user(evening.director).get(address(evening, "correct_result", game.pk), {"result": "1-0"})

    assert "nothing to save" in answer.content.decode()
    assert "save-correction" not in answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("result", ["", "2-0", "1-0\x00"])
def test_what_is_no_result_is_not_found(evening: Evening, as_user: Callable[[User], Client], result: str) -> None:
    game = evening.game(1, in_round=1)
    answer = as_user(evening.director).get(address(evening, "correct_result", game.pk), {"result": result})

    assert answer.status_code == 404


@pytest.mark.slow
def test_another_tournaments_game_is_not_found(evening: Evening, as_user: Callable[[User], Client]) -> None:
    other = Evening.of(4)
    other.play()
    answer = as_user(evening.director).get(address(evening, "correct_result", other.game(1).pk), {"result": "0-1"})

    assert answer.status_code == 404
