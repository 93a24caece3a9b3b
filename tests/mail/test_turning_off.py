"""A mail is turned off by the link in it: looking does no harm, one tap does it, and nobody else's."""

from __future__ import annotations

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from tests.mail.conftest import published
from tests.tools.casts.factories import Evening
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments.models import Action, Player
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(evening: Evening, server: MailServer) -> str:
    """As a mailbox that asks no user finds it."""
    published(evening, 1, 2)
    work()
    (mail,) = server.to("no1@example.org")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    (address,) = re.findall(r"<(https://\S+)>", str(mail["List-Unsubscribe"]))
    assert address in mail.get_content()
    return str(address).removeprefix("https://chess.example.org")


def wishes(evening: Evening, number: int) -> tuple[bool, bool, bool]:
    player = Player.objects.get(pk=evening.entry(number).player_id)
    return player.mail_board, player.mail_sits_out, player.mail_asks


def test_looking_changes_nothing_and_sets_no_cookie(evening: Evening, link: str) -> None:
    page = Client().get(link)

    assert page.status_code == 200
    assert "Turn off “your board”" in page.content.decode()
    assert wishes(evening, 1) == (True, True, True)
    assert not page.cookies
    assert page["Referrer-Policy"] == "no-referrer"


def test_a_mailbox_turns_off_that_message_with_one_post(evening: Evening, link: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(link, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200  # no redirect, RFC 8058
    assert wishes(evening, 1) == (False, True, True)
    assert wishes(evening, 2) == (True, True, True)


def test_all_are_turned_off_by_the_other_button(evening: Evening, link: str) -> None:
    answer = Client().post(link, {"which": "all"})

    assert "gets no mails from SK Rockaden" in answer.content.decode()
    assert wishes(evening, 1) == (False, False, False)


def test_a_second_time_nothing_is_left_to_do(evening: Evening, link: str) -> None:
    for _time in range(2):
        assert Client().post(link, {"which": "this"}).status_code == 200

    assert Action.objects.filter(verb="mail.turn_off").count() == 1


@pytest.mark.parametrize("change", ["x", ""])
def test_a_link_that_was_altered_opens_nothing(evening: Evening, link: str, change: str) -> None:
    altered = f"{link[:-2]}{change}/"

    assert Client().post(altered).status_code == 404
    assert wishes(evening, 1) == (True, True, True)


@pytest.mark.parametrize(("days", "status"), [(729, 200), (731, 404)])
def test_a_link_ends_after_two_years(evening: Evening, link: str, days: int, status: int) -> None:
    with travel(timezone.now() + datetime.timedelta(days=days)):
        assert Client().get(link).status_code == status


def test_it_is_recorded_and_nobody_else_undoes_it(evening: Evening, link: str) -> None:
    Client().post(link)
    action = Action.objects.get(verb="mail.turn_off")

    assert (action.actor, action.facts) == (None, {"player": evening.entry(1).player_id} | action.facts)
    with pytest.raises(Refused, match="own choice"):
        undo_in_club(action, actor=evening.director)
    assert wishes(evening, 1) == (False, True, True)


@pytest.mark.parametrize("language", ["nb"])
def test_it_is_in_the_readers_language(evening: Evening, server: MailServer, language: str) -> None:
    Player.objects.update(language=language)
    published(evening, 1, 2)
    work()

    (mail,) = server.to("no1@example.org")
    assert f"https://chess.example.org/{language}/mail/" in mail.get_content()
