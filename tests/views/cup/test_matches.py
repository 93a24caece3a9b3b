"""The form at a level tie: asked for at the board, saved, refused, stale."""

import pytest
from django.test import Client

from tests.services.cup.test_matches import a_cup, drawn
from tests.tools.casts.factories import Evening
from tournaments.models import Game
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db


def at(evening: Evening, route: str, game: Game) -> str:
    return evening.url(route, game.pk)


def evening_html(evening: Evening, client: Client) -> str:
    address = evening.url("evening")
    return client.get(address).content.decode()


def logged_in(evening: Evening, client: Client) -> Client:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def test_the_board_asks_and_the_answer_stands_beside_the_result(client: Client) -> None:
    evening = a_cup()
    logged_in(evening, client)
    assert "Level: who goes through?" not in evening_html(evening, client)
    game = drawn(evening)
    assert "Level: who goes through?" in evening_html(evening, client)
    page = client.get(at(evening, "decide_tie", game)).content.decode()
    assert "Armageddon" in page
    assert 'value="blitz:white"' in page

    answer = client.post(
        at(evening, "decide_tie", game),
        {"way": "blitz:black", "seen": "", "further": ["black 1-0", "", "white 1/2-1/2"]},
    )

    assert answer.status_code == 302
    html = evening_html(evening, client)
    assert "Level: who goes through?" not in html
    assert "goes through: ½–1½" in html
    public = client.get(evening.url("public_round", 1))
    assert "(½–1½)" in public.content.decode()


def test_not_all_results_are_in_while_a_tie_is_level(client: Client) -> None:
    evening = a_cup()
    logged_in(evening, client)
    results.enter_result(evening.game(2), Result.WHITE_WINS, seen="*", actor=evening.director)
    drawn(evening)
    assert "1 tie is level: say who goes through." in evening_html(evening, client)
    assert "All results are in" not in evening_html(evening, client)
    evening.decide(evening.round)
    assert "All results are in." in evening_html(evening, client)


def test_before_the_result_it_says_what_comes_first(client: Client) -> None:
    evening = a_cup()
    page = logged_in(evening, client).get(at(evening, "decide_tie", evening.game(1))).content.decode()
    assert "Enter the result of the game first" in page
    assert "<select" not in page
    answer = client.post(at(evening, "decide_tie", evening.game(1)), {"way": "blitz:white", "seen": ""})
    assert answer.status_code == 409
    assert "Enter the result of the game first" in answer.content.decode()


@pytest.mark.parametrize(
    "form", [{}, {"way": "blitz"}, {"way": "blitz:green"}, {"way": "blitz:white", "further": ["white 2-0"]}]
)
def test_what_cannot_be_read_saves_nothing(client: Client, form: dict[str, object]) -> None:
    evening = a_cup()
    game = drawn(evening)
    answer = logged_in(evening, client).post(at(evening, "decide_tie", game), form)
    assert answer.status_code == 422
    assert evening.game(1).decided_by is None


def test_another_was_first(client: Client) -> None:
    evening = a_cup()
    game = drawn(evening)
    evening.decide(evening.round)
    answer = logged_in(evening, client).post(at(evening, "decide_tie", game), {"way": "blitz:black", "seen": ""})
    assert answer.status_code == 409
    assert evening.game(1).decided_by["winner"] == "white"


def test_it_is_opened_again(client: Client) -> None:
    evening = a_cup()
    game = drawn(evening)
    evening.decide(evening.round)
    answer = logged_in(evening, client).post(at(evening, "clear_tie", game), {"seen": "blitz white"})
    assert answer.status_code == 302
    assert evening.game(1).decided_by is None


def test_of_another_tournament_there_is_nothing(client: Client) -> None:
    evening, other = a_cup(), a_cup()
    assert logged_in(evening, client).get(at(evening, "decide_tie", other.game(1))).status_code == 404
    plain = Evening.of(4)
    plain.play(result=Result.DRAW)
    page = logged_in(plain, client).get(at(plain, "decide_tie", plain.game(1))).content.decode()
    assert "This game is not a cup tie." in page


def test_ties_that_are_known_now_get_their_boards_with_one_tap(client: Client) -> None:
    evening = Evening.of(7, system="cup", options={"draw": "bracket"})
    evening.come_to_a_known_tie()
    logged_in(evening, client)
    html = evening_html(evening, client)
    assert "These have an opponent but no board yet:" in html
    address = evening.url("set_up_ties")
    assert client.post(address, {"seen": "2"}).status_code == 409
    assert client.post(address, {"seen": "1"}).status_code == 302
    assert len(evening.boards()) == 2
    assert "These have an opponent but no board yet:" not in evening_html(evening, client)
