"""Setting up over HTTP."""

import re
import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.answer_text import text
from tournaments.models import Action, Club, Entry, Player
from tournaments.services.setup import entries, tournaments
from tournaments.services.setup.tournaments import version_of

pytestmark = pytest.mark.django_db


def send(cast: Evening, name: str, *args: object, **data: Any) -> HttpResponse:
    receipt = {"receipt": str(uuid.uuid4())}
    return cast.client().post(cast.url(name, *args), receipt | data)  # type: ignore[return-value]


def entered(cast: Evening) -> set[int]:
    return set(cast.tournament.entries.values_list("player_id", flat=True))


def test_several_players_are_entered_at_once() -> None:
    cast = evening(4, entered=False)
    wanted = [player.pk for player in cast.players[:3]]

    response = send(cast, "enter_players", players=wanted)

    assert response["Location"] == cast.url("setup") + "#entries"
    assert entered(cast) == set(wanted)


def test_all_are_entered_with_one_button() -> None:
    cast = evening(4, entered=False)

    send(cast, "enter_players", all="on")

    assert entered(cast) == {player.pk for player in cast.players}


def test_names_are_pasted_and_entered() -> None:
    cast = evening(2, entered=False)
    client, known = cast.client(), cast.players[0].full_name
    pasted = {"text": f"Per Pine\n{known}", "names": "1", "receipt": str(uuid.uuid4())}

    looked = client.post(cast.url("enter_players"), pasted)
    assert "1 of them in the club's list already" in text(looked)
    below = dict(re.findall(r'name="(upload|seen)" value="([^"]*)"', looked.content.decode()))
    answers = [client.post(cast.url("enter_players"), pasted | below) for _ in range(2)]

    assert [each["Location"] for each in answers] == [cast.url("setup") + "#entries"] * 2
    assert set(cast.tournament.entries.values_list("player__given_name", flat=True)) == {
        "Per",
        cast.players[0].given_name,
    }


@pytest.mark.parametrize(("players", "is_said"), [(0, False), (2, True)])
def test_where_nobody_is_in_the_club_it_does_not_say_that_all_are_in(players: int, is_said: bool) -> None:
    cast = evening(players, entered=players > 0)

    page = text(cast.client().get(cast.url("setup")))

    assert ("All active players of the club are in." in page) is is_said
    assert "Paste names, or take a file" in page


def test_a_box_without_names_is_answered_beside_it() -> None:
    cast = evening(2, entered=False)

    response = send(cast, "enter_players", names="1")

    assert response.status_code == 422
    assert "Paste a list here, or choose a file below." in text(response)


def test_entering_nobody_is_answered_beside_the_list() -> None:
    cast = evening(4, entered=False)

    response = send(cast, "enter_players")

    assert response.status_code == 422
    assert "Tick at least one player." in text(response)


def test_another_clubs_player_cannot_be_entered() -> None:
    cast = evening(4, entered=False)

    other = Club.objects.create(name="Other", slug="other")
    stranger = Player.objects.create(club=other, given_name="Stranger", folded_name="stranger")

    assert send(cast, "enter_players", players=[stranger.pk]).status_code == 422
    assert entered(cast) == set()


def test_the_same_form_sent_twice_enters_once() -> None:
    cast = evening(4, entered=False)
    receipt = str(uuid.uuid4())

    for _ in range(2):
        assert send(cast, "enter_players", all="on", receipt=receipt).status_code == 302

    assert Action.objects.filter(verb="entry.add").count() == 1


@pytest.mark.slow
def test_a_latecomer_is_entered_from_the_evening_and_waits_there_to_be_marked() -> None:
    cast = evening(4)
    cast.play()
    cast.open()
    late = Player.objects.create(club=cast.club, given_name="Late", family_name="Comer", folded_name="late comer")
    place = f"{cast.url('setup')}?back=evening"
    assert f'href="{place}#enter"' in text(cast.client().get(cast.url("evening")))
    assert 'name="back" value="evening"' in text(cast.client().get(place))

    response = send(cast, "enter_players", players=late.pk, back="evening")

    assert response["Location"] == cast.url("evening")
    assert "Late Comer" in text(cast.client().get(cast.url("evening")))


def test_numbers_are_drawn_and_shown() -> None:
    cast = evening(4, entered=False)
    entries.enter_players(cast.tournament, cast.players, **cast.by)

    send(cast, "draw_numbers")

    assert sorted(cast.tournament.entries.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert "On to the evening" in text(cast.client().get(cast.url("setup")))


def test_numbers_drawn_from_the_evening_lead_back_to_it() -> None:
    cast = evening(4)

    assert send(cast, "draw_numbers", back="evening")["Location"] == cast.url("evening")


def test_numbers_stay_once_a_round_is_open() -> None:
    cast = evening(4)
    cast.open()

    response = send(cast, "draw_numbers")

    assert response.status_code == 409
    assert "the numbers stay as they are" in text(response)
    assert "start numbers again" not in text(response)


def test_an_entry_is_removed_withdrawn_and_brought_back() -> None:
    cast = evening(4)
    one, other = cast.entries[:2]

    send(cast, "remove_entry", one.pk)
    send(cast, "withdraw_entry", other.pk)
    assert not Entry.objects.filter(pk=one.pk).exists()
    assert other.withdrawals.filter(last_round=None).exists()

    assert send(cast, "return_entry", other.pk)["Location"] == cast.url("setup") + f"#entry-{other.pk}"
    assert not other.withdrawals.filter(last_round=None).exists()


def test_whoever_has_played_cannot_be_removed() -> None:
    cast = evening(4)
    cast.play()

    response = send(cast, "remove_entry", cast.entries[0].pk)

    assert response.status_code == 409
    assert "let them withdraw instead" in text(response)


def test_an_entry_that_is_gone_is_answered_in_words() -> None:
    cast = evening(4)
    send(cast, "remove_entry", cast.entries[0].pk)

    assert send(cast, "remove_entry", cast.entries[0].pk).status_code == 409


def test_two_are_kept_apart_and_allowed_again() -> None:
    cast = evening(4)
    pair = {"one": cast.entries[0].pk, "other": cast.entries[1].pk}

    send(cast, "forbid_pair", **pair)
    assert cast.tournament.forbidden_pairs.count() == 1

    send(cast, "allow_pair", **pair)
    assert cast.tournament.forbidden_pairs.count() == 0


def test_nobody_is_kept_apart_from_himself() -> None:
    cast = evening(4)

    response = send(cast, "forbid_pair", one=cast.entries[0].pk, other=cast.entries[0].pk)

    assert response.status_code == 422
    assert "Choose two different players." in text(response)


def options(**changed: str) -> dict[str, str]:
    shown = {"win": "3", "draw": "2", "loss": "1", "bye_points": "3", "absent_points": "0", "excused_points": "0"}
    shown |= {"late_points": "0", "colour_count": "whites", "max_meetings": "1", "last_resort": "rematch"}
    shown |= {"second_bye": "give"}
    return shown | {"buchholz": "sum", "open_game": "unscored"} | changed


@pytest.mark.parametrize(
    ("system", "verb"), [("attendance_monrad", "Draw the start numbers by lot"), ("keizer", "Number by rating")]
)
def test_the_button_says_where_the_numbers_come_from(system: str, verb: str) -> None:
    cast = evening(4)
    type(cast.tournament).objects.filter(pk=cast.tournament.pk).update(system=system, options={})
    cast.tournament.entries.update(number=None)

    assert f"<button>{verb}</button>" in text(cast.client().get(cast.url("setup")))
    assert f"<button>{verb}</button>" in text(cast.client().get(cast.url("evening")))


def test_options_are_changed() -> None:
    cast = evening(4)

    send(cast, "change_options", seen=version_of(cast.tournament), **options(win="2½", colour_count="balance"))

    cast.tournament.refresh_from_db()
    assert cast.tournament.options == {"win": "5/2", "colour_count": "balance"}


def test_options_changed_by_somebody_else_meanwhile_are_shown_and_nothing_is_saved() -> None:
    cast = evening(4)
    seen = version_of(cast.tournament)
    assert f'name="seen" value="{seen}"' in text(cast.client().get(cast.url("change_options")))
    send(cast, "change_options", seen=seen, **options(win="2½"))

    response = send(cast, "change_options", seen=seen, **options(draw="1"))

    cast.tournament.refresh_from_db()
    assert response.status_code == 409
    assert "Ola changed this at" in text(response)
    assert f'name="seen" value="{version_of(cast.tournament)}"' in text(response)
    assert cast.tournament.options == {"win": "5/2"}


def test_an_option_that_cannot_be_read_is_answered_beside_its_field() -> None:
    cast = evening(4)

    response = send(cast, "change_options", **options(win="much"))

    assert response.status_code == 422
    assert "The option Win is much, but must be a number" in text(response)
    assert 'value="much"' in text(response)


@pytest.mark.slow
def test_it_says_that_options_are_settled_once_a_round_is_published() -> None:
    cast = evening(4)
    cast.play()

    assert "In force since the first round was published" in text(cast.client().get(cast.url("setup")))
    assert "A round is published" in text(cast.client().get(cast.url("change_options")))


def test_an_undo_on_this_page_leads_back_to_it() -> None:
    cast = evening(4)
    send(cast, "withdraw_entry", cast.entries[0].pk)
    action = Action.objects.latest("pk")

    response = send(cast, "undo_action", action.pk, back="setup")

    assert response["Location"] == cast.url("setup")
    assert not cast.entries[0].withdrawals.exists()


def test_strangers_are_led_to_the_log_in() -> None:
    cast = evening(4)

    for name in ("setup", "change_options"):
        assert Client().get(cast.url(name)).status_code == 302
    for name in ("enter_players", "draw_numbers", "forbid_pair", "allow_pair"):
        assert Client().post(cast.url(name)).status_code == 302
        assert cast.client().get(cast.url(name)).status_code == 405


def test_the_entry_of_another_tournament_is_not_there() -> None:
    cast = evening(4)

    other = tournaments.create_tournament(
        cast.club, season=cast.season, name="Other", system="attendance_monrad", options={}, actor=cast.director
    )
    (entry,) = entries.enter_players(other, cast.players[:1], **cast.by)

    for verb in ("remove_entry", "withdraw_entry", "return_entry"):
        assert send(cast, verb, entry.pk).status_code == 404
    assert send(cast, "forbid_pair", one=entry.pk, other=cast.entries[0].pk).status_code == 422
