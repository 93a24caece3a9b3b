"""Log lines hold no names, no tokens, no rows."""

import io
import json
import logging
import sqlite3
import sys
from collections.abc import Callable

import pytest
import structlog
from django.conf import settings
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from clubchess.logs import drop_message_of_database_errors, drop_paths, frames_only
from clubchess.middleware import request_id
from clubchess.outages import Stacks


def formatter() -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_log_level, drop_paths, frames_only],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()],
    )


def line(error: Exception, **extra: object) -> dict[str, object]:
    try:
        raise error
    except Exception:
        record = logging.getLogger("django.request").makeRecord(
            "django.request",
            logging.ERROR,
            __file__,
            1,
            "%s: %s",
            ("Internal Server Error", "/invited/tOkEn/"),
            sys.exc_info(),
        )
    record.__dict__.update(extra)
    return dict(json.loads(formatter().format(record)))


def test_a_failed_request_is_named_by_its_route_and_never_by_its_path() -> None:
    seen = line(RuntimeError("Kari Nordmann"), request=RequestFactory().get("/invited/tOkEn/"))

    assert "tOkEn" not in json.dumps(seen)
    assert (seen["method"], seen["route"]) == ("GET", None)


def fail(request: HttpRequest, how: str) -> HttpResponse:
    raise {"broken": RuntimeError, "gone": OperationalError}[how]("Kari Nordmann")


urlpatterns = [path("<str:how>", fail)]
handler500 = "clubchess.errors.server_error"


@pytest.mark.parametrize(
    ("how", "status", "event"), [("broken", 500, "Internal Server Error"), ("gone", 503, "Service Unavailable")]
)
@override_settings(ROOT_URLCONF=__name__)
def test_a_line_says_what_happened(how: str, status: int, event: str, caplog: pytest.LogCaptureFixture) -> None:
    Client(raise_request_exception=False).get(f"/{how}")
    written = [json.loads(formatter().format(record)) for record in caplog.records if record.name == "django.request"]

    assert [(each["event"], each["status"]) for each in written] == [(event, status)]
    assert f"/{how}" not in json.dumps(written)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock of the process says; no stack has been written yet."""
    now = [1_000.0]
    monkeypatch.setattr("clubchess.outages.monotonic", lambda: now[0])
    monkeypatch.setattr("clubchess.logs.stacks", stacks := Stacks())
    monkeypatch.setattr("clubchess.outages.stacks", stacks)
    return now


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[dict[str, object]]]:
    """What was written since it was last asked, as the settings have it on a server."""
    steps = [step for step in settings.LOG_STEPS if step is not drop_message_of_database_errors]
    steps += [] if frames_only in steps else [frames_only]
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=steps,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    for name in ("", "django"):  # in the place of those that write the same to the terminal
        monkeypatch.setattr(logging.getLogger(name), "handlers", [handler])

    def lines() -> list[dict[str, object]]:
        found = [json.loads(line) for line in stream.getvalue().splitlines()]
        stream.seek(0)
        stream.truncate()
        return found

    return lines


def gone_in_middleware(_get_response: object) -> Callable[[HttpRequest], HttpResponse]:
    """As that of the session: no view is asked, and so no process_exception."""

    def middleware(request: HttpRequest) -> HttpResponse:
        raise OperationalError("Kari Nordmann")

    return middleware


@pytest.mark.parametrize("where", ["a view", "a middleware"])
def test_while_the_database_is_away_a_request_is_one_line_and_what_led_to_it_stands_once_a_minute(
    where: str, seconds: list[float], written: Callable[[], list[dict[str, object]]]
) -> None:
    first = [*settings.MIDDLEWARE, f"{__name__}.gone_in_middleware"] if where == "a middleware" else settings.MIDDLEWARE
    visitor = Client(raise_request_exception=False)
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=first):
        for minute in range(2):
            seconds[0] += 61
            for _request in range(20):
                assert visitor.get("/gone").status_code == 503
            lines = written()
            requests = [line for line in lines if line["logger"] == "django.request"]
            assert [(line["event"], line["status"]) for line in requests] == [("Service Unavailable", 503)] * 20, minute
            with_stack = [line for line in lines if "frames" in line]
            assert [line["exception"] for line in with_stack] == ["OperationalError"]
            assert len(lines) <= len(requests) + 1


def test_what_is_broken_has_its_stack_each_time(
    seconds: list[float], written: Callable[[], list[dict[str, object]]]
) -> None:
    with override_settings(ROOT_URLCONF=__name__):
        for _request in range(3):
            Client(raise_request_exception=False).get("/broken")

    assert [line["exception"] for line in written() if "frames" in line] == ["RuntimeError"] * 3


@pytest.mark.parametrize(
    ("message", "more", "event"),
    [
        ("Forbidden (%s): %s", {"status_code": 403}, "Forbidden"),
        ("%s: %s", {"status_code": 599}, "…"),
        ("Something else about %s", {}, "Something else about …"),
        (ValueError("tOkEn"), {}, "request"),
    ],
)
def test_of_what_django_says_only_its_own_words_stay(message: object, more: dict[str, object], event: str) -> None:
    asked = RequestFactory().get("/invited/tOkEn/")
    record = logging.makeLogRecord({"msg": message, "args": ("tOkEn", "tOkEn"), "request": asked, **more})

    assert drop_paths(None, "error", {"_record": record})["event"] == event


def test_an_exception_is_logged_by_type_and_place_and_never_by_message() -> None:
    seen = line(RuntimeError("Kari Nordmann"), request=RequestFactory().get("/"))

    assert seen["exception"] == "RuntimeError"
    assert "test_logs.py" in json.dumps(seen["frames"])
    assert "Kari" not in json.dumps(seen)


def test_even_on_a_terminal_a_database_error_keeps_its_rows_to_itself() -> None:
    event = drop_message_of_database_errors(None, "error", {"exc_info": IntegrityError("Key (name)=(Kari)")})

    assert event["exception"] == "IntegrityError"
    assert event["exc_info"] is None


@pytest.mark.django_db
@pytest.mark.postgresql  # names of its own
@pytest.mark.parametrize(
    ("statement", "sqlite", "postgresql"),
    [
        ("SELECT * FROM kari_nordmann", "SQLITE_ERROR", "42P01"),
        ("INSERT INTO django_migrations VALUES (1, 'Kari', 'x', NULL)", "SQLITE_CONSTRAINT_NOTNULL", "23502"),
    ],
)
def test_an_error_of_the_database_has_the_name_that_it_gives_it(statement: str, sqlite: str, postgresql: str) -> None:
    with pytest.raises(DatabaseError) as found, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    seen = line(found.value)

    assert seen["database_error"] == (sqlite if connection.vendor == "sqlite" else postgresql)
    assert "kari" not in json.dumps({**seen, "frames": None}).lower()


def test_a_full_disk_is_told_from_a_database_that_is_gone(
    seconds: list[float], written: Callable[[], list[dict[str, object]]]
) -> None:
    """In the line with what led to it and in those without."""
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError) as full:
        database.execute("CREATE TABLE one (x)")
    for _time in range(2):
        error = OperationalError("Kari Nordmann")
        error.__cause__ = full.value
        logging.getLogger("clubchess").error("database_gone", exc_info=error)
    logging.getLogger("clubchess").error("database_gone", exc_info=OperationalError("Kari Nordmann"))

    lines = written()

    assert [("frames" in line, line.get("database_error")) for line in lines] == [
        (True, "SQLITE_FULL"),
        (False, "SQLITE_FULL"),
        (False, None),
    ]
    assert "Kari" not in json.dumps(lines)


def test_on_a_terminal_other_exceptions_keep_their_message() -> None:
    error = ValueError("wrong")

    assert drop_message_of_database_errors(None, "error", {"exc_info": error}) == {"exc_info": error}


@pytest.mark.parametrize("name", ["axes", "django.request", "django.security.csrf"])
def test_the_loggers_that_quote_names_or_paths_are_quiet(name: str) -> None:
    assert logging.getLogger(name).getEffectiveLevel() >= logging.ERROR


def test_the_id_of_a_request_stands_in_its_lines() -> None:
    lines: list[dict[str, object]] = []

    def view(request: HttpRequest) -> HttpResponse:
        lines.append(dict(structlog.contextvars.merge_contextvars(None, "info", {"event": "round published"})))
        return HttpResponse()

    response = request_id(view)(RequestFactory().get("/"))

    assert lines == [{"event": "round published", "request_id": response["X-Request-ID"]}]
    assert structlog.contextvars.merge_contextvars in settings.LOG_STEPS
    assert structlog.contextvars.get_contextvars() == {}
