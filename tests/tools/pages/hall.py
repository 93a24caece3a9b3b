"""A server whose loop the test turns by hand, and everybody connected to it."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from clubchess.open_lines import OpenLines, server_on


def turn_until(lines: OpenLines, done: Callable[[], bool], seconds: float = 60) -> None:
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

        turn_until(self.lines, has_all)
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
