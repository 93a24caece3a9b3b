"""Mails that could not be sent: the director reads how many and why where members take part, and nobody's address."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import Settings
from time_machine import travel

from clubchess.jobs import MINUTES_BETWEEN_TRIES
from tests.mail.conftest import NOON, published, wants_mail
from tests.tools.casts.factories import Evening
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments.models import PlayerContact

pytestmark = pytest.mark.django_db

NO_SUCH = "550 no such mailbox"
LATER = "451 not now"


def told(evening: Evening) -> str:
    """What the director reads."""
    client = evening.client()
    place = [evening.tournament.club.slug, evening.tournament.slug]
    page = " ".join(client.get(reverse("change_settings", args=place)).content.decode().split())
    assert "@example.org" not in page
    return page.partition('id="mail-trouble">')[2].partition("</p>")[0].strip()


def test_where_all_mails_went_nothing_is_said(evening: Evening) -> None:
    published(evening)
    work()
    assert told(evening) == ""


def test_addresses_that_do_not_exist_are_counted_for_a_day(evening: Evening, server: MailServer) -> None:
    server.refuses["RCPT"] = NO_SUCH
    published(evening, 1, 2)
    work()

    assert told(evening) == (
        "2 mails of the last day could not be sent. "
        "The mail server does not know the address: look at the player’s e-mail address."
    )
    with travel(NOON + datetime.timedelta(days=1, minutes=1)):
        assert told(evening) == ""


@pytest.mark.parametrize(
    ("command", "answer", "reason"),
    [
        ("MAIL", "530 who are you", "The mail server does not take mails from the club’s address."),
        ("RCPT", LATER, "The mail server refuses the mail."),
        ("DATA", "554 no", "The mail server refuses the mail."),
    ],
)
def test_what_is_tried_again_is_said_with_its_reason(
    evening: Evening, server: MailServer, command: str, answer: str, reason: str
) -> None:
    server.refuses[command] = answer
    wants_mail(evening, 2, mail_board=False)
    published(evening, 1, 2)
    work()
    assert told(evening) == f"1 mail could not be sent yet and is tried again. {reason}"


def test_a_server_that_is_gone_and_one_that_hangs(evening: Evening, server: MailServer, settings: Settings) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    published(evening, 1, 2)
    work()
    again = "2 mails could not be sent yet and are tried again."
    assert told(evening) == f"{again} The mail server cannot be reached."

    settings.EMAIL_PORT, server.hangs_at = port, "MAIL"
    with travel(NOON + datetime.timedelta(minutes=MINUTES_BETWEEN_TRIES[0], seconds=1)):
        work()
        assert told(evening) == f"{again} The mail server does not answer."


def test_what_went_at_last_is_trouble_no_more(evening: Evening, server: MailServer) -> None:
    server.refuses["RCPT"] = LATER
    published(evening, 1, 2)
    work()
    server.refuses.clear()
    with travel(NOON + datetime.timedelta(minutes=MINUTES_BETWEEN_TRIES[0], seconds=1)):
        work()
        assert told(evening) == ""


def test_another_tournaments_mails_are_not_counted(evening: Evening, server: MailServer, noon: Any) -> None:
    server.refuses["RCPT"] = NO_SUCH
    other = Evening.of(2)
    published(evening, 1, 2)
    work()
    assert PlayerContact.objects.exists()
    assert told(other) == ""
