"""A mail server, and a round of tomorrow evening whose players want to know."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings
from time_machine import travel

from tests.tools.casts.factories import Evening
from tests.tools.guards.mail_server import MailServer, mail_server
from tournaments.models import Player, PlayerContact, Tournament

NOON = datetime.datetime(2026, 11, 23, 11, 0, tzinfo=datetime.UTC)
"""In Oslo, where the club is."""
TOMORROW = datetime.date(2026, 11, 24)


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with mail_server() as told:
        settings.MAIL_ON = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", told.port
        settings.EMAIL_TIMEOUT = 1
        settings.DEFAULT_FROM_EMAIL = "SK Rockaden <chess@example.org>"
        settings.PUBLIC_ADDRESS = "https://chess.example.org"
        yield told


@pytest.fixture
def noon() -> Iterator[Any]:
    with travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def evening(server: MailServer, noon: Any) -> Evening:
    """Five players with an address who want all mails."""
    evening = Evening.of(5, name="Autumn", starts_at=datetime.time(19))
    for number in range(1, 6):
        wants_mail(evening, number)
    return evening


def wants_mail(evening: Evening, number: int, **wishes: bool) -> Player:
    player = evening.entry(number).player
    wanted = dict.fromkeys(("mail_board", "mail_sits_out", "mail_asks"), True) | wishes
    Player.objects.filter(pk=player.pk).update(**wanted)
    PlayerContact.objects.update_or_create(player=player, defaults={"email": f"no{number}@example.org"})
    return player


def published(evening: Evening, *numbers: int) -> None:
    """A round of tomorrow."""
    evening.draft(*numbers)
    evening.tournament.rounds.update(date=TOMORROW)
    evening.publish()


def plan(tournament: Tournament, **values: Any) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**values)
