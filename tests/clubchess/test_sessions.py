"""How long a log-in lasts, and what it costs to know."""

from __future__ import annotations

import datetime

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast
from tournaments.models import Session
from tournaments.session_store import SessionStore

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # times

HOME = "/en/sk-rockaden/staff/"
HOUR = 3600
MINUTE = 60


@pytest.fixture
def kari() -> Client:
    cast = Cast()
    assert cast.kari.pk
    client = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    client.post("/en/log-in/", {"username": "kari", "password": "long enough to pass"})
    assert client.get(HOME).status_code == 200
    return client


def at(seconds: float) -> travel:
    return travel(timezone.now() + datetime.timedelta(seconds=seconds))


def test_a_log_in_says_whose_it_is_on_what_and_since_when(kari: Client) -> None:
    row = Session.objects.get()

    assert row.user is not None
    assert (row.user.username, row.device) == ("kari", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
    assert row.began_at is not None
    assert row.seen_at is not None
    assert abs((timezone.now() - row.began_at).total_seconds()) < MINUTE


@pytest.mark.parametrize(("hours", "status"), [(11.9, 200), (12.1, 302)])
def test_twelve_hours_without_a_tap_end_it(kari: Client, hours: float, status: int) -> None:
    with at(hours * HOUR):
        assert kari.get(HOME).status_code == status


def test_whoever_taps_stays_until_two_weeks_after_the_log_in(kari: Client) -> None:
    for number in range(1, 34):
        with at(number * 10 * HOUR):
            assert kari.get(HOME).status_code == 200, number
    with at(14 * 24 * HOUR - MINUTE):
        assert kari.get(HOME).status_code == 200
    with at(14 * 24 * HOUR + MINUTE):
        assert kari.get(HOME).status_code == 302


def test_the_cookie_lasts_as_long_as_the_log_in_may(kari: Client) -> None:
    assert abs(int(kari.cookies["sessionid"]["max-age"]) - 14 * 24 * HOUR) < MINUTE


def test_saving_a_session_for_something_else_does_not_make_it_longer(kari: Client) -> None:
    began = Session.objects.get().began_at
    with at(5 * HOUR):
        session = kari.session
        session["note"] = 1
        session.save()
        row = Session.objects.get()
    assert row.began_at == began
    with at((5 + 12.1) * HOUR):
        assert kari.get(HOME).status_code == 302


def writes(client: Client) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(HOME).status_code == 200
    return [each["sql"] for each in captured.captured_queries if not each["sql"].startswith("SELECT")]


def test_a_tap_writes_nothing_of_it_and_one_statement_every_five_minutes(kari: Client) -> None:
    assert writes(kari) == []
    with at(4 * MINUTE):
        assert writes(kari) == []
    with at(6 * MINUTE):
        assert len(writes(kari)) == 1
        assert writes(kari) == []


def test_a_page_that_asks_for_nobody_reads_no_session(kari: Client) -> None:
    with at(6 * MINUTE), CaptureQueriesContext(connection) as captured:
        assert kari.get("/en/sk-rockaden/").status_code == 200
    assert [each for each in captured.captured_queries if "session" in each["sql"]] == []


def test_a_session_that_cannot_be_written_is_no_failure(kari: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(_self: SessionStore) -> None:
        raise DatabaseError("locked")

    monkeypatch.setattr(SessionStore, "saw", locked)
    with at(6 * MINUTE):
        assert kari.get(HOME).status_code == 200


def test_a_session_that_was_ended_meanwhile_is_not_brought_back(kari: Client) -> None:
    store = SessionStore(kari.session.session_key)
    assert "_auth_user_id" in store
    Session.objects.all().delete()
    store.saw()

    assert not Session.objects.exists()
    assert kari.get(HOME).status_code == 302
