"""The process's two answers to whoever watches it."""

import pytest
from django.db import OperationalError
from django.test import Client

from clubchess import health


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
