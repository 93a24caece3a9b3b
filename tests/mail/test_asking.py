"""Say whether you come: to whom an answer is missing, once, the day before, and while it helps."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from clubchess.jobs import Worker
from tests.mail.conftest import TOMORROW, plan, wants_mail
from tests.mail.test_boards import receivers
from tests.tools.casts.factories import Evening
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments.mail.asking import ask_who_has_not_said
from tournaments.models import Availability, DefaultAvailability, Entry, RespondedBy, Response

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a row locked, JSON of the jobs
FIVE = datetime.datetime(2026, 11, 23, 16, 0, tzinfo=datetime.UTC)
"""In the afternoon of the day before, in Oslo."""


@pytest.fixture
def tomorrow(evening: Evening, noon: Any) -> Evening:
    """A tournament in which nobody is expected who has not said so."""
    plan(evening.tournament, round_dates=[TOMORROW.isoformat()], expected="who_says")
    noon.move_to(FIVE)
    return evening


def asked() -> None:
    ask_who_has_not_said()
    work()


def says(entry: Entry, said: Response) -> None:
    Availability.objects.create(entry=entry, date=TOMORROW, said=said, said_by=RespondedBy.CARD, said_at=FIVE)


def test_whoever_has_not_said_is_asked_once(tomorrow: Evening, server: MailServer, noon: Any) -> None:
    says(tomorrow.entry(1), Response.COMING)
    says(tomorrow.entry(2), Response.AWAY)
    wants_mail(tomorrow, 3, mail_asks=False)
    for _look in range(3):
        asked()
        noon.shift(datetime.timedelta(minutes=10))

    assert receivers(server) == ["no4", "no5"]
    (mail,) = server.to("no4@example.org")
    assert mail["Subject"] == "SK Rockaden: are you coming?"
    assert "Autumn, Tuesday 24 Nov 2026 at 19:00" in mail.get_content()
    assert "/c/" in mail.get_content()


def test_not_before_five_the_day_before(tomorrow: Evening, server: MailServer, noon: Any) -> None:
    noon.move_to(FIVE - datetime.timedelta(minutes=1))
    asked()

    assert server.received == []


def test_a_day_before_they_can_say_so_in_time_no_more(tomorrow: Evening, server: MailServer, noon: Any) -> None:
    plan(tomorrow.tournament, closing_days=1, closing_time=datetime.time(12))
    noon.move_to(datetime.datetime(2026, 11, 22, 10, 59, tzinfo=datetime.UTC))
    asked()
    assert server.received == []

    noon.shift(datetime.timedelta(minutes=2))
    asked()
    assert len(server.received) == 5


def test_where_everybody_is_expected_nobody_need_say_but_who_asked_for_it(
    tomorrow: Evening, server: MailServer
) -> None:
    plan(tomorrow.tournament, expected="everybody")
    Entry.objects.filter(pk=tomorrow.entry(2).pk).update(standing_plan=DefaultAvailability.ON_WORD)
    Entry.objects.filter(pk=tomorrow.entry(3).pk).update(must_say=True)
    asked()

    assert receivers(server) == ["no2", "no3"]


def test_who_said_so_meanwhile_or_has_withdrawn_is_not_asked(tomorrow: Evening, server: MailServer) -> None:
    ask_who_has_not_said()
    says(tomorrow.entry(1), Response.COMING)
    tomorrow.withdraw(2)
    work()

    assert receivers(server) == ["no3", "no4", "no5"]


def test_nobody_is_asked_once_it_has_begun_or_is_published(tomorrow: Evening, server: MailServer, noon: Any) -> None:
    ask_who_has_not_said()
    noon.move_to(datetime.datetime(2026, 11, 24, 18, 1, tzinfo=datetime.UTC))
    work()
    asked()

    assert server.received == []


def test_a_date_that_was_moved_is_not_asked_of(tomorrow: Evening, server: MailServer) -> None:
    ask_who_has_not_said()
    plan(tomorrow.tournament, round_dates=["2026-12-01"])
    work()

    assert server.received == []


def test_at_night_it_waits(tomorrow: Evening, server: MailServer, noon: Any) -> None:
    noon.move_to(FIVE + datetime.timedelta(hours=5))
    asked()
    assert server.received == []

    noon.move_to(datetime.datetime(2026, 11, 24, 7, 1, tzinfo=datetime.UTC))
    asked()
    assert len(server.received) == 5


def test_where_members_say_nothing_by_card_nobody_is_asked(tomorrow: Evening, server: MailServer) -> None:
    plan(tomorrow.tournament, may_say=False)
    asked()

    assert server.received == []


def test_a_worker_looks_by_itself_and_survives_what_it_finds(
    tomorrow: Evening, server: MailServer, settings: Any
) -> None:
    settings.REGULAR_JOBS = ["tests.mail.test_asking.broken", "tournaments.mail.asking.ask_who_has_not_said"]
    worker = Worker()
    worker.tidy()
    while worker.run_one():
        pass

    assert len(server.received) == 5


def broken() -> None:
    raise ValueError("no")
