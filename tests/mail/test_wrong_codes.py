"""Ten wrong codes behind a right password: whoever has the password hears of it, once a day."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments.mail.wrong_codes import tell_of_wrong_codes
from tournaments.models import Club, SecondFactor, User
from tournaments.services.accounts import second_factor

pytestmark = pytest.mark.django_db

ADDRESS = "kari@example.org"


@pytest.fixture
def kari(server: MailServer, noon: Any, cast: Cast) -> User:
    Club.objects.filter(pk=cast.club.pk).update(language="de")
    User.objects.filter(pk=cast.kari.pk).update(email=ADDRESS)
    cast.kari.refresh_from_db()
    SecondFactor.objects.create(user=cast.kari, secret=second_factor.new_secret(), last_step=-1)
    return cast.kari


def wrong(user: User, times: int) -> None:
    for _each in range(times):
        assert not second_factor.use_code(user, "-")


def test_the_tenth_is_told_in_their_language(server: MailServer, kari: User) -> None:
    wrong(kari, 9)
    work()
    assert server.received == []

    wrong(kari, 1)
    work()
    (mail,) = server.to(ADDRESS)
    assert mail["Subject"] == "Clubchess: falsche Codes beim Einloggen"
    text = mail.get_content()
    assert "10 falsche Codes" in text
    assert "https://chess.example.org/de/account/" in text
    assert "List-Unsubscribe" not in mail, "nobody turns this off for them"


def test_they_are_told_though_the_next_code_was_right(server: MailServer, kari: User) -> None:
    """Whoever guessed it is in."""
    wrong(kari, 10)
    SecondFactor.objects.update(failures=0)
    work()

    assert len(server.received) == 1


def test_once_a_day(server: MailServer, kari: User, noon: Any) -> None:
    wrong(kari, 30)  # in one moment
    work()
    noon.shift(datetime.timedelta(hours=23))
    wrong(kari, 10)
    work()
    assert len(server.received) == 1

    noon.shift(datetime.timedelta(hours=2))
    wrong(kari, 10)
    work()
    assert ["50 falsche" in mail.get_content() for mail in server.to(ADDRESS)] == [False, True]


def test_one_that_the_server_did_not_take_keeps_no_other_from_being_sent(server: MailServer, kari: User) -> None:
    server.refuses["RCPT"] = "550 nobody of that name"
    wrong(kari, 10)
    work()
    server.refuses.clear()
    wrong(kari, 10)
    work()

    assert len(server.received) == 1


@pytest.mark.parametrize("values", [{"email": ""}, {"is_active": False}], ids=["no address", "gone"])
def test_whoever_has_no_address_any_more_is_told_nothing(
    server: MailServer, kari: User, values: dict[str, object]
) -> None:
    wrong(kari, 10)
    User.objects.filter(pk=kari.pk).update(**values)
    work()

    assert server.received == []


def test_without_a_mail_server_nothing_waits_for_one(kari: User, settings: Settings) -> None:
    settings.MAIL_ON = False
    wrong(kari, 10)

    assert not DBTaskResult.objects.filter(task_path=tell_of_wrong_codes.module_path).exists()
