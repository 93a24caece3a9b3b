"""The list for who comes late or leaves, over HTTP: two taps, and clear words where nothing can be done."""

import re
import uuid

import pytest
from django.http import HttpResponse

from tests.tools.evening_cast import Evening, evening
from tournaments.models import Action, Attendance, Game, Presence

pytestmark = pytest.mark.django_db


def published(here: int = 5, players: int = 8) -> Evening:
    cast = evening(players)
    cast.open()
    cast.check_in(here)
    cast.pair()
    cast.publish()
    return cast


def text(response: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def address(cast: Evening, index: int) -> str:
    return cast.url("late_player", cast.round.number, cast.entries[index].pk)


def choices(response: HttpResponse) -> list[str]:
    return re.findall(r'name="choice" value="([^"]+)"', response.content.decode())


def choose(cast: Evening, index: int, choice: str, **more: object) -> HttpResponse:
    data = {"choice": choice, "seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())}
    return cast.client().post(address(cast, index), data | more)  # type: ignore[return-value]


def odd_one(cast: Evening) -> Attendance:
    return Attendance.objects.select_related("entry__player").get(round=cast.round, bye="pairing")


@pytest.mark.slow
def test_two_taps_put_a_latecomer_on_a_board() -> None:
    cast = published()
    waiting = odd_one(cast).entry
    page = cast.client().get(cast.url("evening"))
    assert f'href="{address(cast, 6)}"' in page.content.decode()

    listed = cast.client().get(address(cast, 6))
    assert choices(listed)[0] == f"meet-{waiting.number}"
    assert f"plays {waiting.player.full_name}, who sits out" in text(listed)
    assert f"{waiting.player.full_name} no longer sits out." in text(listed)
    response = choose(cast, 6, choices(listed)[0])

    assert (response.status_code, response["Location"]) == (302, cast.url("evening"))
    assert Game.objects.filter(round=cast.round).count() == 3
    assert "came late and plays" in text(cast.client().get(cast.url("evening")))


@pytest.mark.slow
def test_each_choice_without_a_game_says_what_it_gives() -> None:
    cast = published()

    listed = text(cast.client().get(address(cast, 6)))

    assert "Bye in round 1, the odd one out: 3" in listed
    assert "Half-point bye asked for in round 1: 2" in listed
    assert "Away, excused, in round 1: 0" in listed


@pytest.mark.slow
def test_a_leaver_counts_as_chosen_and_the_opponent_plays_on() -> None:
    cast = published()
    waiting = odd_one(cast).entry
    game = cast.games[0]
    leaver = game.sides.get(colour="white").entry
    index = cast.entries.index(leaver)

    listed = cast.client().get(address(cast, index))
    assert choices(listed)[0] == f"meet-{waiting.number}"
    response = choose(cast, index, choices(listed)[0], leaves="yes", kind="club")

    assert response.status_code == 302
    assert Attendance.objects.get(round=cast.round, entry=leaver).presence == Presence.CLUB


@pytest.mark.slow
def test_a_refusal_shows_the_list_as_it_is_now() -> None:
    cast = published()
    revision = cast.round.revision
    choose(cast, 6, "bye")

    response = choose(cast, 7, "bye", seen_revision=revision)

    assert response.status_code == 409
    assert "Ola changed this" in text(response)
    assert f'name="seen_revision" value="{cast.round.revision}"' in response.content.decode()


def test_it_says_why_nothing_can_be_chosen() -> None:
    cast = published()
    cast.finish()

    listed = cast.client().get(address(cast, cast.entries.index(cast.games[0].sides.get(colour="black").entry)))

    assert listed.status_code == 200
    assert "Board 1 has begun and stays as it is" in text(listed)
    assert choices(listed) == []


@pytest.mark.slow
def test_an_unreadable_choice_changes_nothing() -> None:
    cast = published()
    newest = Action.objects.latest("pk").pk

    assert choose(cast, 6, "meet-x").status_code == 409
    assert choose(cast, 6, "", leaves="yes", kind="gone").status_code == 409
    assert Action.objects.latest("pk").pk == newest


def test_players_and_rounds_that_are_not_there_are_not_found() -> None:
    cast = published()

    assert cast.client().get(cast.url("late_player", 9, cast.entries[0].pk)).status_code == 404
    assert cast.client().get(cast.url("late_player", 1, 999_999)).status_code == 404
