"""My card: for whoever holds it, one or several on one phone, and for nobody else."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import Evening
from tests.tools.pages.card_client import holding
from tournaments.models import CardKey, Player, ShownAs, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db
ME = "/en/sk-rockaden/me/"


@pytest.fixture
def evening() -> Evening:
    """Three boards and a bye; the eighth is away."""
    evening = Evening.of(8, options={"max_meetings": 5})
    evening.open()
    evening.check_in(1, 2, 3, 4, 5, 6, 7)
    evening.pair()
    return evening


def card_of(evening: Evening, number: int) -> Client:
    return holding(evening.entry(number).player)


def page_of(evening: Evening, number: int) -> str:
    answer = card_of(evening, number).get(f"/en/{evening.tournament.club.slug}/me/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_without_a_card_there_is_a_sentence_that_says_how_to_open_it(cast: Cast) -> None:
    anna = cast.add_player("Anna")
    for client in (Client(), holding(Player.objects.create(club=cast.other_club, given_name="X", folded_name="x"))):
        answer = client.get(ME)
        assert answer.status_code == 404
        assert "Open your slip again" in answer.content.decode()
        assert client.get(f"{ME}{anna.public_key}/").status_code == 404
    assert Client().get("/en/nowhere/me/").status_code == 404


def test_of_another_player_nothing_is_seen_with_ones_own_card(cast: Cast) -> None:
    anna, bo = cast.add_player("Anna"), cast.add_player("Bosse")
    client = holding(anna)

    assert client.get(f"{ME}{anna.public_key}/").status_code == 200
    answer = client.get(f"{ME}{bo.public_key}/")
    assert answer.status_code == 404
    assert "Bosse" not in answer.content.decode()


def test_it_says_the_place_in_the_category_and_of_all_whatever_the_public_sees(evening: Evening) -> None:
    Tournament.objects.update(categories=[{"name": "B", "low": None, "high": None}])
    evening.tournament.entries.filter(number__in=(1, 8)).update(category="B")
    Player.objects.update(shown_as=ShownAs.NUMBER)
    evening.publish()
    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS)
    evening.finish()

    assert "<b>2nd in B, 8th overall</b>" in page_of(evening, 8)
    assert " in B" not in page_of(evening, 2)


def test_a_withdrawn_key_opens_the_page_no_more(cast: Cast) -> None:
    anna = cast.add_player("Anna")
    client = holding(anna)
    card_keys.withdraw_all(anna, actor=cast.dag)
    assert client.get(ME).status_code == 404


def test_the_day_of_a_look_is_kept_and_nothing_else(cast: Cast) -> None:
    client = holding(cast.add_player("Anna"))
    assert CardKey.objects.get().used_at is None
    client.get(ME)
    assert CardKey.objects.get().used_at is not None
    assert set(client.cookies) == {settings.CARDS_COOKIE, settings.CSRF_COOKIE_NAME}


def test_the_own_board_with_its_result(evening: Evening) -> None:
    white, black = evening.boards()[0]
    assert "Black against" not in page_of(evening, black)  # a draft is nobody's business

    evening.publish()
    page = page_of(evening, black)
    assert "Board</span> <b>1</b>" in page
    assert "Black against <a" in page
    assert f">No{white}</a>" in page
    evening.enter(1, Result.WHITE_WINS)
    assert '<b class="result">1 – 0</b>' in page_of(evening, black)


def test_who_sits_out_and_who_is_away_read_so(evening: Evening) -> None:
    evening.publish()
    (bye,) = evening.byes()

    assert "You sit out" in page_of(evening, bye)
    assert "You do not play" in page_of(evening, 8)


def test_where_i_stand_and_the_sum_behind_it(evening: Evening) -> None:
    evening.publish()
    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS)
    white = evening.boards()[0][0]
    page = page_of(evening, white)

    assert f"/players/{white}/" in page
    assert "My standing" in page
    assert "Last rounds, the oldest first: " in page
    assert "Report a mistake" in page
    Tournament.objects.update(may_flag=False)
    assert "Report a mistake" not in page_of(evening, white)


def test_what_a_win_would_bring_where_it_depends_on_the_opponent() -> None:
    evening = Evening.of(6, system="keizer")
    evening.draft()
    evening.publish()
    assert "Value of a win" not in page_of(evening, 1)
    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS)
    evening.finish()
    page = page_of(evening, 1)
    assert page.count("Value of a win") == 1
    assert page.count(" brings ") >= 5


def test_several_cards_on_one_phone_and_forgetting_them(cast: Cast) -> None:
    anna, bo = cast.add_player("Anna", "Berg"), cast.add_player("Bo", "Berg")
    client = holding(anna, bo)
    page = client.get(ME).content.decode()
    assert "Anna Berg</a></h2>" in page
    assert "Bo Berg</a></h2>" in page

    assert client.post(f"{ME}forget/", {"player": anna.public_key})["Location"] == ME
    page = client.get(ME).content.decode()
    assert "Anna" not in page
    assert "Hello Bo" in page
    assert client.post(f"{ME}forget/")["Location"] == "/en/sk-rockaden/"
    assert client.get(ME).status_code == 404
    assert card_keys.active_keys().count() == 2  # the links go on


def test_a_form_from_elsewhere_is_refused(cast: Cast) -> None:
    client = holding(cast.add_player("Anna"), csrf=True)
    assert client.post(f"{ME}forget/").status_code == 403
    assert client.get(ME).status_code == 200
