"""The loop over the server's connections, turned by hand: idle ones cost nothing, busy ones are never forgotten."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count, takewhile
from typing import Any

import pytest
import waitress.channel
import waitress.server

from clubchess import open_lines
from clubchess.open_lines import OpenLines
from tests.tools.pages.hall import Hall, answering, hall_of, turn_until

WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
HALF = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Le"


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
        go_on.wait(60)
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


def test_who_finds_everybody_being_answered_comes_in_as_soon_as_another_one_goes() -> None:
    go_on = threading.Event()

    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        go_on.wait(60)
        return answering(b"here")(environ, start_response)

    with hall_of(application, connection_limit=5) as hall:
        for number in range(1, 6 - len(hall.lines)):
            hall.connect().send(WHOLE)
            turn_until(hall.lines, lambda: len(hall.lines.busy) == number)  # noqa: B023
        waiting = hall.stack.enter_context(socket.create_connection(hall.address))
        waiting.setblocking(False)
        waiting.send(WHOLE)
        for _ in range(10):
            hall.lines.turn(timeout=0)
        with pytest.raises(BlockingIOError):
            waiting.recv(100)
        go_on.set()

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


# Time and room


def is_hung_up_on(client: socket.socket) -> bool:
    with contextlib.suppress(BlockingIOError, InterruptedError):
        try:
            return client.recv(1000) == b""
        except ConnectionError:
            return True
    return False


class Clock:
    """The loop's own: it stands still until a test moves it, so that a busy machine is late for nothing."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def monotonic(self) -> float:
        return self.now

    time = monotonic


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (open_lines, waitress.channel, waitress.server):
        monkeypatch.setattr(module, "time", clock)
    return clock


def drip(hall: Hall, clock: Clock, client: socket.socket, data: bytes, *, every: float = 1) -> Iterator[float]:
    """A byte at a time, over and over, until the server has had enough of it: the seconds that have gone by."""
    began = clock.now
    for sent in count():
        yield clock.now - began
        with contextlib.suppress(ConnectionError):
            client.send(data[sent % len(data) :][:1])
        clock.now += every
        for _ in range(3):
            hall.lines.turn(timeout=0)
        if is_hung_up_on(client):
            return


def lasts(dripped: Iterator[float], limit: float = 1_000) -> float:
    """For how many seconds the server listens."""
    return max(takewhile(lambda seconds: seconds < limit, dripped))


@pytest.mark.parametrize(
    ("first", "dripped", "seconds"),
    [
        (b"", b"GET / HTTP/1.1\r\nX: " + b"y" * 1_000, 20),
        (WHOLE, b"GET / HTTP/1.1\r\nX: " + b"y" * 1_000, 20),
        (b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n", b"y" * 1_000, 300),
        (b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\ny\r\n" * 200, 300),
    ],
)
def test_a_request_that_is_dripped_ends(clock: Clock, first: bytes, dripped: bytes, seconds: int) -> None:
    """A header has twenty seconds, all of a request has five minutes; all are asked every five."""
    with hall_of(answering(b"here")) as hall:
        client = hall.connect()
        client.send(first)
        if first == WHOLE:
            hall.read(client, is_answer)

        assert seconds <= lasts(drip(hall, clock, client, dripped)) <= seconds + 6


def test_blank_lines_are_no_sign_of_life(clock: Clock) -> None:
    with hall_of(answering(b"here"), channel_timeout=60, cleanup_interval=10) as hall:
        client = hall.connect()

        assert 60 <= lasts(drip(hall, clock, client, b"\r\n")) <= 60 + 10 + 6


def test_who_asks_again_and_again_is_not_late(clock: Clock) -> None:
    with hall_of(answering(b"here")) as hall:
        client = hall.connect()
        for _ in range(10):
            client.send(WHOLE[:20])
            hall.lines.turn(timeout=0)
            clock.now += 10
            hall.lines.turn(timeout=0)
            client.send(WHOLE[20:])
            assert hall.read(client, is_answer)
            clock.now += 10
            hall.lines.turn(timeout=0)


def test_an_answer_may_take_longer_than_a_request(clock: Clock) -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        clock.now += 2 * open_lines.REQUEST_SECONDS
        return answering(b"here")(environ, start_response)

    with hall_of(application) as hall:
        client = hall.connect()
        client.send(WHOLE)

        assert hall.read(client, is_answer)


@pytest.mark.parametrize(
    "sent", [b"", HALF, b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf", WHOLE]
)
def test_who_was_answered_longest_ago_makes_room(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_lines, "ARRIVING_SECONDS", 0.1)
    with hall_of(answering(b"here"), connection_limit=30) as hall:
        director = hall.connect()
        others = []
        for number in range(60):
            client = hall.stack.enter_context(socket.create_connection(hall.address))
            client.setblocking(False)
            client.send(sent)
            others.append(client)
            for _ in range(3):
                hall.lines.turn(timeout=0.01)
            if number % 5 == 0:
                director.send(WHOLE)
                assert hall.read(director, is_answer)

        newest = hall.stack.enter_context(socket.create_connection(hall.address))
        newest.setblocking(False)
        newest.send(WHOLE)
        assert hall.read(newest, is_answer)
        director.send(WHOLE)
        assert hall.read(director, is_answer)
        assert len(hall.lines) < 30
        others[0].setblocking(True)
        others[0].settimeout(1)
        assert sent == WHOLE or is_hung_up_on(others[0])


def test_who_has_just_come_makes_no_room() -> None:
    with hall_of(answering(b"here"), connection_limit=10) as hall:
        first = hall.connect()
        for _ in range(20):
            hall.stack.enter_context(socket.create_connection(hall.address))
            hall.lines.turn(timeout=0.001)
        first.send(WHOLE)

        assert hall.read(first, is_answer)


def test_one_that_is_being_answered_makes_no_room() -> None:
    go_on = threading.Event()

    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        go_on.wait(60)
        return answering(b"here")(environ, start_response)

    with hall_of(application, connection_limit=10) as hall:
        first = hall.connect()
        first.send(WHOLE)
        turn_until(hall.lines, lambda: bool(hall.lines.busy))
        for _ in range(20):
            hall.stack.enter_context(socket.create_connection(hall.address))
            for _ in range(3):
                hall.lines.turn(timeout=0.01)
        go_on.set()

        assert hall.read(first, is_answer)


# Bodies on their way

KB = 1024


def body(length: int, sent: int) -> bytes:
    return b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n" % length + b"x" * sent


def send(hall: Hall, client: socket.socket, data: bytes) -> None:
    while data:
        with contextlib.suppress(BlockingIOError):
            data = data[client.send(data) :]
        hall.lines.turn(timeout=0.01)


def test_bodies_that_are_never_finished_fill_neither_disk_nor_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_lines, "HELD_BYTES", 1_000 * KB)
    with hall_of(answering(b"here")) as hall:
        unfinished = [hall.connect() for _ in range(12)]
        for client in unfinished:
            send(hall, client, body(1_000 * KB, 200 * KB))
            for _ in range(30):  # it reads 8 KB at a time
                hall.lines.turn(timeout=0.001)
            assert hall.lines.held <= 1_000 * KB + 8 * KB
        assert hall.lines.held > 800 * KB
        director = hall.connect()
        send(hall, director, body(600 * KB, 600 * KB))

        assert hall.read(director, is_answer)
        assert is_hung_up_on(unfinished[0])  # who began first
        assert not is_hung_up_on(unfinished[-1])


def test_what_was_held_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_lines, "HELD_BYTES", 1_000 * KB)
    with hall_of(answering(b"here")) as hall:
        client, gone = hall.connect(), hall.connect()
        for _ in range(5):
            send(hall, client, body(600 * KB, 600 * KB))
            assert hall.read(client, is_answer)
        send(hall, gone, body(600 * KB, 300 * KB))
        gone.close()

        turn_until(hall.lines, lambda: hall.lines.held == 0)


def test_who_is_being_answered_is_not_hung_up_on_for_others_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_lines, "HELD_BYTES", 500 * KB)
    go_on = threading.Event()

    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        go_on.wait(60)
        return answering(b"here")(environ, start_response)

    with hall_of(application) as hall:
        first, second = hall.connect(), hall.connect()
        send(hall, first, body(400 * KB, 400 * KB))
        turn_until(hall.lines, lambda: bool(hall.lines.busy))
        send(hall, second, body(400 * KB, 300 * KB))
        turn_until(hall.lines, lambda: is_hung_up_on(second))
        go_on.set()

        assert hall.read(first, is_answer)


# The end


class Slow:
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        self.go_on.wait(60)
        return answering(b"here")(environ, start_response)


def test_what_was_asked_before_the_end_is_answered_and_nobody_new_is_taken(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    with hall_of(slow) as hall:
        asked, idle = [hall.connect() for _ in range(20)], hall.connect()
        for client in asked:
            client.send(WHOLE)
        turn_until(hall.lines, lambda: len(hall.lines.busy) == 20)
        turn = hall.lines.turn

        def go_on(timeout: float) -> None:
            slow.go_on.set()  # not before the end has begun
            turn(timeout)

        monkeypatch.setattr(hall.lines, "turn", go_on)

        hall.lines.finish(20)

        for client in asked:
            client.settimeout(60)
            assert is_answer(client.recv(1_000))
            assert client.recv(1_000) == b""  # or a proxy would send the next request into a line that ends
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(idle.getpeername(), timeout=60)


def waits(hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how long the loop waits at each turn: it has no other news than that time goes by."""
    waited: list[float] = []

    def turn(timeout: float) -> None:
        waited.append(timeout)
        clock.now += timeout

    monkeypatch.setattr(hall.lines, "turn", turn)
    return waited


def test_the_end_waits_for_nobody_who_has_not_asked_yet(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with hall_of(answering(b"here")) as hall:
        hall.connect().send(HALF)
        waited = waits(hall, clock, monkeypatch)

        hall.lines.finish(20)

        assert waited == []


def test_the_end_does_not_wait_for_ever(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    with hall_of(slow) as hall:
        hall.connect().send(WHOLE)
        turn_until(hall.lines, lambda: bool(hall.lines.busy))
        waited = waits(hall, clock, monkeypatch)

        hall.lines.finish(20)

        assert sum(waited) == pytest.approx(20, abs=0.1)
        slow.go_on.set()
