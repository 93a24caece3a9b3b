"""Two results for one board: both are shown, one tap settles it, and without a tap nothing changes."""

import uuid
from typing import Any

import pytest
from django.http import HttpResponse

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.pages.answer_text import text
from tournaments.models import Action, Game
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """A round is being played, and Kari has just entered a result for board 1."""
    evening = Evening.of(6)
    evening.draft(1, 2, 3, 4, 5, 6)
    evening.publish()
    kari = UserFactory(name="Kari")
    results.enter_result(evening.game(1), Result.BLACK_WINS, seen="*", actor=kari)
    return evening


def post(evening: Evening, verb: str, game: Game, **data: Any) -> HttpResponse:
    client = evening.client()
    verbs = {"enter": "result", "clear": "clear", "postpone": "postpone"}
    address = f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/games/{game.pk}/{verbs[verb]}/"
    headers = data.pop("headers", None)
    form = {"screen": "boards", "receipt": str(uuid.uuid4())} | data
    return client.post(address, form, headers=headers)  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["whole page", "htmx"])
def test_a_second_result_is_refused_and_both_are_shown_with_a_button_each(
    evening: Evening, headers: dict[str, str]
) -> None:
    response = post(evening, "enter", evening.game(1), result="1-0", seen="*", headers=headers)

    assert response.status_code == 409
    shown = text(response)
    assert "You: 1–0" in shown
    assert "<span>Kari at " in shown
    assert ">Keep 0–1</button>" in shown
    assert ">Enter 1–0</button>" in shown
    assert "Board 1 has two results" in shown
    assert shown.count('class="conflict"') == 1
    assert evening.game(1).result == "0-1"


def test_keeping_theirs_is_nobodys_action(evening: Evening) -> None:
    before = Action.objects.count()

    assert post(evening, "enter", evening.game(1), result="0-1", seen="0-1").status_code == 302

    assert Action.objects.count() == before


def test_a_stale_clearing_shows_what_it_would_have_taken_away(evening: Evening) -> None:
    response = post(evening, "clear", evening.game(1), seen="1-0")

    assert response.status_code == 409
    assert "You: no result" in text(response)
    assert ">Keep 0–1</button>" in text(response)
    assert evening.game(1).result == "0-1"


@pytest.mark.slow
def test_a_result_that_was_cleared_meanwhile_can_be_set_again(evening: Evening) -> None:
    game = evening.game(1)
    results.clear_result(game, seen="0-1", actor=None)

    response = post(evening, "enter", game, result="1-0", seen="0-1")

    assert "Keep no result" in text(response)
    assert ">Enter 1–0</button>" in text(response)
    assert post(evening, "enter", game, result="1-0", seen="*").status_code == 302
    assert evening.game(1).result == "1-0"


def test_the_same_result_twice_is_no_conflict(evening: Evening) -> None:
    assert post(evening, "enter", evening.game(1), result="0-1", seen="*").status_code == 302


@pytest.mark.slow
def test_a_result_that_can_not_be_read_is_no_conflict(evening: Evening) -> None:
    response = post(evening, "enter", evening.game(1), result="2-0", seen="*")

    assert response.status_code == 422
    assert 'class="conflict"' not in text(response)


def test_what_waited_on_the_page_of_another_person_is_not_taken_for_ones_own(evening: Evening) -> None:
    """They have logged in since, on the same device."""
    headers = {"HX-Request": "true", "X-Sent-By": str(UserFactory().pk)}
    response = post(evening, "enter", evening.game(2), result="1-0", seen="*", headers=headers)

    assert response["HX-Redirect"].startswith("/en/log-in/")
    assert evening.game(2).result == "*"
    own = headers | {"X-Sent-By": str(evening.director.pk)}
    assert post(evening, "enter", evening.game(2), result="1-0", seen="*", headers=own).status_code == 200
    assert evening.game(2).result == "1-0"
