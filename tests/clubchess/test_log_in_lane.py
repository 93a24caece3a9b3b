"""Log-ins wait in a line of their own: however many come, nobody else's thread is taken."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubchess.log_in import lane
from clubchess.log_in.lane import is_log_in
from tests.tools.pages.hall import Hall, answering, hall_of, turn_until

WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
LOG_IN = b"POST /en/log-in/ HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\na=b"


class Asked:
    command = "POST"

    def __init__(self, path: str) -> None:
        self.path = path


def is_answer(received: bytes) -> bool:
    return received.startswith(b"HTTP/1.1 200 OK") and received.endswith(b"\r\n\r\nhere")


def held(go_on: threading.Event, seen: list[dict[str, Any]]) -> Callable[..., Iterable[bytes]]:
    """Answers log-ins only when told to, others at once; and those that it is to refuse."""

    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        seen.append(environ)
        if environ["REQUEST_METHOD"] == "POST" and not environ.get(lane.REFUSED):
            go_on.wait(10)
        return answering(b"here")(environ, start_response)

    return application


def flood(hall: Hall, number: int, seen: list[dict[str, Any]]) -> list[socket.socket]:
    """One after the other: the first are at work, the others wait."""
    clients = [hall.connect() for _ in range(number)]
    for count, client in enumerate(clients, start=1):
        client.send(LOG_IN)
        turn_until(hall.lines, lambda: len(hall.lines.busy) == count)  # noqa: B023
        turn_until(hall.lines, lambda: len(seen) == min(count, lane.THREADS))  # noqa: B023
    return clients


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_it_knows_a_log_in_in_every_language(language: str) -> None:
    with translation.override(language):
        assert is_log_in(Asked(reverse("log_in")))
        assert not is_log_in(Asked(reverse("home")))


def test_looking_at_the_page_is_no_log_in() -> None:
    asked = Asked("/en/log-in/")
    asked.command = "GET"

    assert not is_log_in(asked)


def test_a_flood_of_log_ins_keeps_nobody_else_waiting() -> None:
    go_on, seen = threading.Event(), list[dict[str, Any]]()
    with hall_of(held(go_on, seen)) as hall:
        waiting = flood(hall, 40, seen)
        director = hall.connect()
        for _ in range(5):
            director.send(WHOLE)
            assert hall.read(director, is_answer)
        assert len([each for each in seen if each["REQUEST_METHOD"] == "POST"]) == lane.THREADS

        go_on.set()
        for client in waiting:  # and they come to their turn
            assert hall.read(client, is_answer)


def test_when_too_many_wait_the_next_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane, "WAITING", 5)
    go_on, seen = threading.Event(), list[dict[str, Any]]()
    with hall_of(held(go_on, seen)) as hall:
        waiting = flood(hall, 5 + lane.THREADS, seen)
        one_more = hall.connect()
        one_more.send(LOG_IN)

        assert hall.read(one_more, is_answer)
        for client in waiting:
            with pytest.raises(BlockingIOError):
                client.recv(100)
        go_on.set()


@pytest.mark.django_db
def test_who_is_refused_there_is_told_to_try_again(client: Client) -> None:
    response = client.post("/en/log-in/", {"username": "a", "password": "b"}, **{lane.REFUSED: True})

    assert response.status_code == 503
    assert b"Many people are logging in just now" in response.content


def test_nobody_refuses_by_a_header() -> None:
    go_on, seen = threading.Event(), list[dict[str, Any]]()
    go_on.set()
    with hall_of(held(go_on, seen)) as hall, contextlib.suppress(TimeoutError):
        client = hall.connect()
        client.send(LOG_IN.replace(b"Host", lane.REFUSED.encode() + b": 1\r\nHost"))
        hall.read(client, is_answer)

    assert not seen[0].get(lane.REFUSED)
