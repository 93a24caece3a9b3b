"""The process's two answers to whoever watches it."""

import logging
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubchess import health

pytestmark = pytest.mark.postgresql  # read-only, away


def test_it_says_that_the_process_lives_without_asking_the_database(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.django_db
def test_it_is_ready_when_every_migration_is_applied(client: Client) -> None:
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_it_is_not_ready_while_a_migration_waits(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["one"])

    response = client.get("/readyz")

    assert (response.status_code, response.content) == (503, b"migrations not applied")


@pytest.mark.django_db
def test_it_is_not_ready_while_the_database_is_gone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(health, "MigrationExecutor", gone)

    response = client.get("/readyz")

    assert (response.status_code, response.content) == (503, b"database not reachable")


def free(monkeypatch: pytest.MonkeyPatch, free_bytes: int) -> list[Path]:
    """So many bytes of whatever directory is asked for; those that were."""
    asked: list[Path] = []

    def usage(path: Path) -> SimpleNamespace:
        asked.append(Path(path))
        return SimpleNamespace(total=10**12, used=10**12 - free_bytes, free=free_bytes)

    monkeypatch.setattr(health.shutil, "disk_usage", usage)
    return asked


@pytest.mark.django_db
def test_it_is_not_ready_while_the_disk_is_full(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = free(monkeypatch, 49 * 1024 * 1024)

    response = client.get("/readyz")

    if connection.vendor == "sqlite":
        assert (response.status_code, response.content) == (503, b"disk full: less than 50 MB free for the data")
        assert asked == [Path(connection.settings_dict["NAME"]).parent]
    else:  # its disk is the other server's
        assert (response.status_code, asked) == (200, [])


@pytest.mark.django_db
def test_it_is_ready_with_room_for_an_evening(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    free(monkeypatch, 51 * 1024 * 1024)

    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_it_is_not_ready_where_the_data_cannot_be_looked_at(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: Path) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(health.shutil, "disk_usage", gone)

    response = client.get("/readyz")

    if connection.vendor == "sqlite":
        assert (response.status_code, response.content) == (503, b"data directory not readable")
    else:
        assert response.status_code == 200


@pytest.mark.django_db
def test_it_is_not_ready_while_the_server_takes_no_writes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL default_transaction_read_only = on")
    else:
        monkeypatch.setattr(health.os, "access", lambda *_: False)

    response = client.get("/readyz")

    assert (response.status_code, response.content) == (503, b"database takes no writes")


@pytest.mark.django_db
def test_the_log_is_told_once_when_it_turns_and_not_at_each_look(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    def lines() -> list[tuple[str, str | None]]:
        found = [record.msg if isinstance(record.msg, dict) else {} for record in caplog.records]
        caplog.clear()
        return [(line.get("event", "not ours"), line.get("missing")) for line in found]

    client.get("/readyz")
    lines()
    with monkeypatch.context() as unready:
        unready.setattr(health, "takes_writes", lambda: False)
        assert [client.get("/readyz").status_code for _ in range(3)] == [503] * 3
        assert lines() == [("not_ready", "database takes no writes")]
        unready.setattr(health, "free_bytes", lambda: 0)
        assert [client.get("/readyz").status_code for _ in range(3)] == [503] * 3
        assert lines() == [("not_ready", "disk full: less than 50 MB free for the data")]
    assert [client.get("/readyz").status_code for _ in range(3)] == [200] * 3
    assert lines() == [("ready_again", None)]


def test_a_process_that_leaves_is_no_error(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "is_leaving", lambda: True)

    assert client.get("/readyz").content == b"stopping"
    assert caplog.records == []


@pytest.mark.django_db
def test_asking_writes_nothing(client: Client) -> None:
    with CaptureQueriesContext(connection) as captured:
        client.get("/readyz")

    assert {query["sql"].split()[0].upper() for query in captured} <= {"SELECT", "SHOW", "PRAGMA"}
