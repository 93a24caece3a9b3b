"""Who comes late, leaves or did not come, on the person's page: two taps, and clear words where nothing can be done."""

import re
import uuid

import pytest
from django.http import HttpResponse

from tests.tools.casts.evening_cast import Evening, evening
from tournaments.models import Action, Attendance, Game, Presence
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds

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
    return cast.url("person", cast.entries[index].pk)


def choices(response: HttpResponse) -> list[str]:
    return re.findall(r'name="choice" value="([^"]+)"', response.content.decode())


def choose(cast: Evening, index: int, choice: str, **more: object) -> HttpResponse:
    data = {"choice": choice, "seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())}
    verb = cast.url("late_player", cast.round.number, cast.entries[index].pk)
    return cast.client().post(verb, data | more)  # type: ignore[return-value]


def chosen_kind(response: HttpResponse) -> list[str]:
    return re.findall(r'name="kind" value="(\w+)" checked', response.content.decode())


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

    assert "Bye in round 1 (odd number): 3" in listed
    assert "Half-point bye asked for in round 1: 2" in listed
    assert "Excused absence in round 1: 0" in listed


@pytest.mark.slow
def test_a_leaver_counts_as_chosen_and_the_opponent_plays_on() -> None:
    cast = published()
    waiting = odd_one(cast).entry
    game = cast.games[0]
    leaver = game.sides.get(colour="white").entry
    index = cast.entries.index(leaver)

    page = cast.client().get(cast.url("evening")).content.decode()
    assert f'href="{address(cast, index)}"' in page
    listed = cast.client().get(address(cast, index))
    assert choices(listed)[0] == f"meet-{waiting.number}"
    assert chosen_kind(listed) == ["excused"]
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


@pytest.mark.slow
def test_who_did_not_come_is_said_at_the_board_and_counts_as_unexcused() -> None:
    cast = published()
    game = cast.games[0]
    absent, left = game.sides.get(colour="white").entry, game.sides.get(colour="black").entry
    index = cast.entries.index(absent)
    page = cast.client().get(cast.url("evening")).content.decode()
    assert page.count(f'href="{address(cast, index)}?kind=unexcused"') == 1

    listed = cast.client().get(f"{address(cast, index)}?kind=unexcused")
    assert chosen_kind(listed) == ["unexcused"]
    assert "Did not come: unexcused" in text(listed)
    bye = f"bye-{left.number}"
    assert bye in choices(listed)
    choose(cast, index, bye, leaves="yes", kind="unexcused")

    assert Attendance.objects.get(round=cast.round, entry=absent).presence == Presence.NO_SHOW
    assert f"{absent.player.full_name} did not come, the bye goes to {left.player.full_name}" in text(
        cast.client().get(cast.url("evening"))
    )


@pytest.mark.slow
def test_by_our_mistake_no_forfeit_is_offered_and_the_absence_is_excused() -> None:
    cast = published()
    game = cast.games[0]
    absent, left = game.sides.get(colour="white").entry, game.sides.get(colour="black").entry
    index = cast.entries.index(absent)

    listed = cast.client().get(f"{address(cast, index)}?kind=mistake")
    assert chosen_kind(listed) == ["mistake"]
    assert [choice for choice in choices(listed) if choice.startswith("forfeit")] == []
    choose(cast, index, f"bye-{left.number}", leaves="yes", kind="mistake")

    assert Attendance.objects.get(round=cast.round, entry=absent).presence == Presence.EXCUSED


@pytest.mark.slow
def test_who_sits_out_and_did_not_come_is_named_so() -> None:
    cast = published()
    absent = odd_one(cast).entry
    index = cast.entries.index(absent)

    listed = cast.client().get(f"{address(cast, index)}?kind=unexcused")
    assert choices(listed) == ["away"]
    assert f"{absent.player.full_name} does not play" in text(listed)
    choose(cast, index, "away", leaves="yes", kind="unexcused")

    assert f"{absent.player.full_name} did not come" in text(cast.client().get(cast.url("evening")))
    assert Attendance.objects.get(round=cast.round, entry=absent).presence == Presence.NO_SHOW


@pytest.mark.slow
def test_two_who_are_left_alone_play_each_other() -> None:
    cast = published(here=4)
    first, second = cast.games
    left_first, left_second = (game.sides.get(colour="black").entry for game in (first, second))
    for game, choice in ((first, f"bye-{left_first.number}"), (second, f"meet-{left_first.number}")):
        absent = cast.entries.index(game.sides.get(colour="white").entry)
        listed = cast.client().get(f"{address(cast, absent)}?kind=unexcused")
        assert choice in choices(listed)
        assert choose(cast, absent, choice, leaves="yes", kind="unexcused").status_code == 302

    (board,) = cast.games
    assert set(board.sides.values_list("entry", flat=True)) == {left_first.pk, left_second.pk}


def test_it_says_where_they_play_where_nothing_can_be_chosen() -> None:
    cast = published()
    cast.finish()

    black = cast.games[0].sides.get(colour="black").entry
    listed = cast.client().get(address(cast, cast.entries.index(black)))

    assert listed.status_code == 200
    white = cast.games[0].sides.get(colour="white").entry.player.full_name
    assert f"Board 1: 1–0, Black against {white}." in text(listed)
    assert choices(listed) == []


@pytest.mark.slow
def test_the_point_for_whoever_waits_at_a_board_that_has_begun_is_one_tap() -> None:
    cast = published()
    rounds.start_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    white = cast.games[0].sides.get(colour="white").entry
    black = cast.games[0].sides.get(colour="black").entry

    listed = cast.client().get(address(cast, cast.entries.index(white)))

    assert choices(listed) == []
    assert f"{white.player.full_name} did not come: {black.player.full_name} wins by forfeit" in text(listed)
    (result,) = re.findall(r'name="result" value="([^"]+)"', listed.content.decode())
    cast.client().post(cast.url("enter_result", cast.games[0].pk), {"result": result, "seen": "*"})
    assert cast.games[0].result == Result.BLACK_WINS_BY_FORFEIT


@pytest.mark.slow
def test_a_double_tap_does_it_once() -> None:
    cast = published()
    absent = cast.games[0].sides.get(colour="white").entry
    index, revision, receipt = cast.entries.index(absent), cast.round.revision, str(uuid.uuid4())
    choice = choices(cast.client().get(address(cast, index)))[0]
    form = {"leaves": "yes", "kind": "excused", "seen_revision": revision, "receipt": receipt}

    assert [choose(cast, index, choice, **form).status_code for _ in range(2)] == [302, 302]
    assert Action.objects.filter(verb__startswith="leave.").count() == 1


@pytest.mark.slow
def test_an_unreadable_choice_changes_nothing() -> None:
    cast = published()
    newest = Action.objects.latest("pk").pk

    assert choose(cast, 6, "meet-x").status_code == 409
    assert choose(cast, 6, "", leaves="yes", kind="gone").status_code == 409
    assert Action.objects.latest("pk").pk == newest


def test_whoever_is_not_there_is_not_found_and_a_round_that_is_gone_is_said() -> None:
    cast = published()

    assert cast.client().get(cast.url("person", 999_999)).status_code == 404
    assert cast.client().post(cast.url("late_player", 1, 999_999)).status_code == 404
    assert cast.client().post(cast.url("late_player", 9, cast.entries[0].pk)).status_code == 409
