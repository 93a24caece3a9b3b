"""The loop over the server's connections, turned by hand: idle ones cost nothing, busy ones are never forgotten."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from clubchess import open_lines
from clubchess.open_lines import OpenLines, server_on

WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
HALF = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Le"


def turn_until(lines: OpenLines, done: Callable[[], bool], seconds: float = 4) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "not done in time"
        lines.turn(timeout=0.02)


@dataclass
class Hall:
    """A server, and everybody connected to it."""

    lines: OpenLines
    address: tuple[str, int]
    stack: contextlib.ExitStack

    def connect(self) -> socket.socket:
        before = len(self.lines)
        client = self.stack.enter_context(socket.create_connection(self.address))
        turn_until(self.lines, lambda: len(self.lines) > before)
        client.setblocking(False)
        return client

    def read(self, client: socket.socket, is_all: Callable[[bytes], bool]) -> bytes:
        received = b""

        def has_all() -> bool:
            nonlocal received
            with contextlib.suppress(BlockingIOError):
                received += client.recv(1 << 20)
            return is_all(received)

        turn_until(self.lines, has_all, seconds=2)
        return received


def hall_of(application: Callable[..., Iterable[bytes]], **settings: Any) -> contextlib.AbstractContextManager[Hall]:
    @contextlib.contextmanager
    def opened() -> Iterator[Hall]:
        lines = OpenLines()
        settings.setdefault("connection_limit", 1_000)
        server = server_on(lines, application, host="127.0.0.1", port=0, threads=2, **settings)
        with contextlib.ExitStack() as stack:
            yield Hall(lines, ("127.0.0.1", int(server.effective_port)), stack)
        server.task_dispatcher.shutdown()
        for line in list(lines.values()):
            line.close()

    return opened()


def answering(body: bytes) -> Callable[..., Iterable[bytes]]:
    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    return application


def is_answer(received: bytes) -> bool:
    return received.startswith(b"HTTP/1.1 200 OK") and received.endswith(b"\r\n\r\nhere")


def test_it_asks_idle_connections_nothing() -> None:
    asked = []

    class Idle:
        accepting = False

        def readable(self) -> bool:
            asked.append(1)
            return True

        def writable(self) -> bool:
            return False

    lines = OpenLines()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        lines[ours.fileno()] = Idle()
        for _ in range(20):
            lines.turn(timeout=0)
        del lines[ours.fileno()]

    assert len(asked) <= 2


def test_it_answers_every_one_of_many_connections_again_and_again() -> None:
    with hall_of(answering(b"here")) as hall:
        clients = [hall.connect() for _ in range(50)]
        for _ in range(3):
            for client in clients:
                client.send(WHOLE)
            for client in clients:
                assert hall.read(client, is_answer)


def test_a_long_answer_to_a_slow_reader_comes_whole() -> None:
    body = b"0123456789" * 1_000_000 + b"the end"
    with hall_of(answering(body)) as hall:
        client = hall.connect()
        client.send(WHOLE)
        time.sleep(0.2)

        assert hall.read(client, lambda received: received.endswith(b"the end")).endswith(b"\r\n\r\n" + body)


def test_requests_sent_at_once_are_answered_in_their_order() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Length", "2")])
        return [environ["PATH_INFO"].encode()]

    with hall_of(application) as hall:
        client = hall.connect()
        client.send(b"".join(WHOLE.replace(b"/ ", b"/%d " % number) for number in range(5)))
        received = hall.read(client, lambda received: received.count(b"\r\n\r\n/") == 5)

    assert [part[:2] for part in received.split(b"\r\n\r\n")[1:]] == [b"/0", b"/1", b"/2", b"/3", b"/4"]


def nothing(status: str) -> Callable[..., Iterable[bytes]]:
    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        start_response(status, [])
        return []

    return application


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_the_connection_stays_open_after_an_answer_without_a_body(status: str) -> None:
    with hall_of(nothing(status)) as hall:
        client = hall.connect()
        for _ in range(3):
            client.send(WHOLE)
            assert b"Connection: close" not in hall.read(client, lambda received: received.endswith(b"\r\n\r\n"))


def test_who_asks_to_be_hung_up_on_is() -> None:
    with hall_of(nothing("204 No Content")) as hall:
        nobody = len(hall.lines)
        hall.connect().send(WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))

        turn_until(hall.lines, lambda: len(hall.lines) == nobody)


def test_half_sent_requests_keep_nobody_waiting() -> None:
    with hall_of(answering(b"here")) as hall:
        for _ in range(100):
            hall.connect().send(HALF)
        client = hall.connect()
        client.send(WHOLE)

        assert hall.read(client, is_answer)


def test_a_connection_that_goes_is_forgotten() -> None:
    with hall_of(answering(b"here")) as hall:
        nobody = len(hall.lines)
        for client in [hall.connect(), hall.connect()]:
            client.send(HALF)
            client.close()

        turn_until(hall.lines, lambda: len(hall.lines) == nobody)
        assert set(hall.lines.waits_for) <= set(hall.lines)


def test_one_that_goes_while_it_is_answered_is_forgotten_too() -> None:
    go_on = threading.Event()

    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        go_on.wait(5)
        return answering(b"here")(environ, start_response)

    with hall_of(application) as hall:
        nobody = len(hall.lines)
        client = hall.connect()
        client.send(WHOLE)
        turn_until(hall.lines, lambda: bool(hall.lines.busy))
        client.close()
        go_on.set()

        turn_until(hall.lines, lambda: len(hall.lines) == nobody and not hall.lines.busy)


def test_an_idle_connection_is_closed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_lines, "ASK_ALL_EVERY", 0.1)
    with hall_of(answering(b"here"), channel_timeout=1, cleanup_interval=1) as hall:
        nobody = len(hall.lines)
        hall.connect()

        turn_until(hall.lines, lambda: len(hall.lines) == nobody)


def test_who_finds_it_full_comes_in_as_soon_as_another_one_goes() -> None:
    with hall_of(answering(b"here"), connection_limit=5) as hall:
        inside = [hall.connect() for _ in range(5 - len(hall.lines))]
        waiting = hall.stack.enter_context(socket.create_connection(hall.address))
        waiting.setblocking(False)
        waiting.send(WHOLE)
        for _ in range(10):
            hall.lines.turn(timeout=0)
        with pytest.raises(BlockingIOError):
            waiting.recv(100)
        inside[0].close()

        assert hall.read(waiting, is_answer)


def test_what_reads_and_writes_is_told_both() -> None:
    told = []

    class Both:
        accepting = False

        def readable(self) -> bool:
            return True

        def writable(self) -> bool:
            return True

        def handle_read_event(self) -> None:
            told.append(selectors.EVENT_READ)

        def handle_write_event(self) -> None:
            told.append(selectors.EVENT_WRITE)

    lines = OpenLines()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.send(b"x")
        lines[ours.fileno()] = Both()
        lines.turn(timeout=0)
        del lines[ours.fileno()]

    assert told == [selectors.EVENT_READ, selectors.EVENT_WRITE]
