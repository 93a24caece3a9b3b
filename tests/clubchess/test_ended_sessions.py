"""What has ended is deleted by whatever serves, though nobody comes again; and no backup holds a session."""

from __future__ import annotations

import threading
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from structlog.testing import capture_logs
from time_machine import travel

from clubchess.log_in import ended_sessions
from tests.tools.casts.factories import ClubFactory, PlayerFactory
from tests.tools.casts.some_jobs import note
from tests.tools.processes.races import database_of_its_own
from tests.tools.processes.served import served
from tests.tools.processes.waiting import until
from tournaments.models import CardKey, Club, Session
from tournaments.services.players.card_keys import LIVES_UNUSED

pytestmark = pytest.mark.postgresql  # locks

SECRET = "Xanthe Zwingmann, +47 900 00 001"


def broken() -> None:
    raise ValueError("a row that nobody thought of")


def session(seconds: int) -> str:
    store = ended_sessions.session_store()()
    store.set_expiry(seconds)
    store["note"] = SECRET
    store.save()
    return str(store.session_key)


class Turns(threading.Event):
    """Stands in for the ten minutes: at each turn of the clock something happens, then it is told to stop."""

    def __init__(self, *happens: object) -> None:
        super().__init__()
        self.happens = list(happens)
        self.waited: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout)
        if not self.happens:
            self.set()
        elif callable(happens := self.happens.pop(0)):
            happens()
        return self.is_set()


@pytest.mark.django_db(transaction=True)
class TestWhileItServes:
    def test_it_deletes_at_once_and_every_ten_minutes_what_has_ended(self) -> None:
        gone, alive = session(3600), session(7200)
        with travel(timezone.now().timestamp() + 3601):
            turns = Turns(lambda: session(-1), lambda: None)
            ended_sessions.clear_until(turns)

        assert not Session.objects.filter(pk=gone).exists()
        assert [row.pk for row in Session.objects.all()] == [alive]
        assert turns.waited == [600, 600, 600]

    def test_once_a_day_it_forgets_what_is_kept_for_a_time_only(self) -> None:
        key = CardKey.objects.create(player=PlayerFactory(), token_hash="0" * 64, made_at=timezone.now())
        with travel(timezone.now() + LIVES_UNUSED - timedelta(minutes=1)) as traveller:
            ended_sessions.clear_until(
                Turns(
                    lambda: traveller.shift(timedelta(hours=25)),
                    lambda: CardKey.objects.filter(pk=key.pk).exists() and pytest.fail("it is still there"),
                )
            )

    def test_one_that_fails_is_logged_and_what_comes_after_it_is_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        forgets = "tournaments.services.activity.retention.forget_what_is_old"
        monkeypatch.setattr(settings, "ONCE_A_DAY", ["tests.clubchess.test_ended_sessions.broken", forgets])
        old = timezone.now() - LIVES_UNUSED - timedelta(days=1)
        CardKey.objects.create(player=PlayerFactory(), token_hash="0" * 64, made_at=old)
        ended = session(-1)
        with capture_logs() as logs:
            ended_sessions.clear_until(Turns(lambda: session(-1)))

        assert not CardKey.objects.exists()
        assert not Session.objects.filter(pk=ended).exists()
        assert [line["task"] for line in logs if line["event"] == "job_failed"] == [
            "tests.clubchess.test_ended_sessions.broken"
        ]

    def test_a_database_that_does_not_answer_is_asked_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        store = ended_sessions.session_store()
        clear = store.clear_expired

        def refuse() -> None:
            monkeypatch.setattr(store, "clear_expired", clear)
            raise DatabaseError

        ended = session(-1)
        monkeypatch.setattr(store, "clear_expired", refuse)
        ended_sessions.clear_until(Turns(lambda: None))

        assert not Session.objects.filter(pk=ended).exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_server_that_starts_deletes_what_has_ended_and_still_stops_at_once(tmp_path: Path) -> None:
    with database_of_its_own(tmp_path, called="ended") as environment:
        ClubFactory()  # without one it would begin with a word for the first page
        ended, alive = session(-1), session(3600)
        with served(environment):
            until(lambda: not Session.objects.filter(pk=ended).exists())

        assert [row.pk for row in Session.objects.all()] == [alive]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_backup_holds_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail that waited would be sent when the backup is put back, one that was sent since a second time."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    with database_of_its_own(tmp_path, called="with_jobs"):
        ClubFactory(name="SK Rockaden")
        note.enqueue("Xanthe's board")
        call_command("backup", tmp_path / "club.zip", verbosity=0)
        assert DBTaskResult.objects.count() == 1
    with database_of_its_own(tmp_path, called="restored", migrated=False):
        call_command("restore", tmp_path / "club.zip", verbosity=0)
        assert Club.objects.get().name == "SK Rockaden"
        assert not DBTaskResult.objects.exists()
        note.enqueue("the table is there")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_backup_holds_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds one could use the key of a session, and read what was uploaded and not confirmed."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    with database_of_its_own(tmp_path, called="with_sessions"):
        ClubFactory(name="SK Rockaden")
        keys = [session(3600) for _ in range(200)]
        Session.objects.filter(pk__in=keys[100:]).delete()  # on pages that the file may still hold
        call_command("backup", tmp_path / "club.zip", verbosity=0)
        assert Session.objects.count() == 100  # of those who are logged in, nobody is logged out

    with zipfile.ZipFile(tmp_path / "club.zip") as archive:
        content = archive.read("database")
    assert [key for key in keys if key.encode() in content] == []
    with database_of_its_own(tmp_path, called="restored", migrated=False):
        call_command("restore", tmp_path / "club.zip", verbosity=0)
        assert Club.objects.get().name == "SK Rockaden"
        assert not Session.objects.exists()
        assert session(3600)  # the table is there
        assert Session._meta.db_table in connection.introspection.table_names()
