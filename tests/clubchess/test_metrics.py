"""What a process tells whoever watches it, and whom."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max
from prometheus_client.parser import text_string_to_metric_families

from clubchess import health, metrics

TOKEN = "öffne dich 7"
SENT = TOKEN.encode().decode("latin-1")
"""As a server hands on what came in a header."""
pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # sums, times


@pytest.fixture(autouse=True)
def token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def told(client: Client) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {SENT}"})
    assert answer.status_code == 200
    assert answer["Cache-Control"].startswith("max-age=0")
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def value(client: Client, name: str, **labels: str) -> float:
    return told(client).get((name, frozenset(labels.items())), 0)


def test_there_is_no_such_page_without_a_token(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}, follow=True).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer ", "Bearer x", f"Basic {SENT}", f"Bearer {SENT} "])
def test_whoever_does_not_bring_it_reads_nothing(client: Client, given: str) -> None:
    answer = client.get("/metrics", headers={"Authorization": given})
    assert (answer.status_code, answer.content) == (401, b"token missing or wrong")


def test_answers_are_counted_by_few_kinds(client: Client) -> None:
    asked = {
        ("public", "200"): "/en/help/",
        ("staff", "302"): "/en/no-club/staff/",
        ("public", "404"): "/en/no-club/",
        ("none", "404"): "/nowhere.php",
    }
    for (kind, status), address in asked.items():
        before = value(client, "clubchess_answers_total", kind=kind, status=status)
        times = value(client, "clubchess_answer_seconds_count", kind=kind)
        assert client.get(address).status_code == int(status), address
        assert value(client, "clubchess_answers_total", kind=kind, status=status) == before + 1, address
        assert value(client, "clubchess_answer_seconds_count", kind=kind) == times + 1
    before = value(client, "clubchess_answers_total", kind="form", status="403")
    Client(enforce_csrf_checks=True).post("/en/log-in/")
    assert value(client, "clubchess_answers_total", kind="form", status="403") == before + 1


@pytest.mark.parametrize(
    ("address", "kind", "status"),
    [("/static/css/x.css", "file", 304), ("/en/club/", "kept", 304), ("/en/club/live/", "kept", 204)],
)
def test_what_is_answered_before_an_address_is_looked_up(
    rf: RequestFactory, address: str, kind: str, status: int
) -> None:
    before = value(Client(), "clubchess_answers_total", kind=kind, status=str(status))
    metrics.measured(lambda _: HttpResponse(status=status))(rf.get(address))
    assert value(Client(), "clubchess_answers_total", kind=kind, status=str(status)) == before + 1


def test_who_watches_is_not_counted(client: Client) -> None:
    before = told(client)
    for address in ("/healthz", "/readyz", "/metrics"):
        client.get(address)
    after = told(client)
    counted = [key for key in after if key[0].startswith("clubchess_answer")]
    assert {key: after[key] for key in counted} == {key: before[key] for key in counted}


def test_jobs_that_wait_are_counted_with_their_waiting(client: Client) -> None:
    now = timezone.now()
    put = {"args_kwargs": {"args": [], "kwargs": {}}, "task_path": "x", "backend_name": "default"}
    for run_after in (get_date_max(), now - datetime.timedelta(seconds=90), now + datetime.timedelta(hours=1)):
        DBTaskResult.objects.create(run_after=run_after, **put)
    assert value(client, "clubchess_jobs_due") == 2
    assert 90 <= value(client, "clubchess_oldest_job_seconds") < 150
    assert value(client, "clubchess_database_up") == 1


def test_a_database_that_takes_no_writes_is_told_of(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert value(client, "clubchess_database_writable") == 1
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL default_transaction_read_only = on")
    else:
        monkeypatch.setattr(health.os, "access", lambda *_: False)
    found = told(client)
    assert found["clubchess_database_writable", frozenset()] == 0
    assert found["clubchess_database_up", frozenset()] == 1


def test_the_room_for_the_data_is_told_where_it_is_on_this_machine(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: SimpleNamespace(free=7_000_000))
    is_here = connection.vendor == "sqlite"
    assert told(client).get(("clubchess_disk_free_bytes", frozenset())) == (7_000_000 if is_here else None)

    def gone(_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(health.shutil, "disk_usage", gone)
    assert ("clubchess_disk_free_bytes", frozenset()) not in told(client)


def test_scraping_asks_the_database_little(client: Client) -> None:
    with CaptureQueriesContext(connection) as captured:
        told(client)
    assert len(captured) == (1 if connection.vendor == "sqlite" else 2)


def test_a_database_that_is_away_is_told_of(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError

    monkeypatch.setattr(metrics.DBTaskResult.objects, "ready", gone)
    found = told(client)
    assert found["clubchess_database_up", frozenset()] == 0
    assert ("clubchess_jobs_due", frozenset()) not in found
    assert ("clubchess_database_writable", frozenset()) not in found
    assert (("clubchess_disk_free_bytes", frozenset()) in found) == (connection.vendor == "sqlite")
    assert found["process_resident_memory_bytes", frozenset()] > 10_000_000
