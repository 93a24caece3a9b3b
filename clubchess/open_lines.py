"""waitress's loop over its connections, at a cost that does not grow with those that are idle.

waitress asks every connection at every turn whether it has something to read or to write: thousands of phones that poll
now and then cost a core. Here the kernel remembers; a connection is asked again only after something happened to it.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import WSGITask

# All are asked again now and then: what waitress decides by the clock (closing an idle connection) shows only so.
ASK_ALL_EVERY = 5.0


class Task(WSGITask):
    def set_close_on_finish(self) -> None:
        """waitress hangs up after 204 and 304, which have no body whose end it would mark. A poll is mostly that."""
        asks_to_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or asks_to_close:
            super().set_close_on_finish()


class Channel(HTTPChannel):
    task_class = Task


def server_on(lines: OpenLines, application: Callable[..., Any], **settings: Any) -> Any:
    """waitress's server, its connections in `lines`, whose `run` is then the server's."""
    # It goes on listening to a connection while it answers: nothing to tell the kernel at each request.
    server = create_server(application, map=lines, channel_request_lookahead=1, **settings)
    for line in lines.values():
        if line.accepting:
            line.channel_class = Channel
    return server


class OpenLines(dict[int, Any]):
    """The map that waitress's servers, connections and its trigger put themselves into. `run` is the loop over it.

    Only the loop's own thread adds and removes. The threads that answer change what a connection waits for, but only of
    one that has a request in hand: those are `busy`, and asked at every turn until they are done.
    """

    def __init__(self) -> None:
        super().__init__()
        self.selector = selectors.DefaultSelector()
        self.waits_for: dict[int, int] = {}
        self.to_ask: set[int] = set()
        self.busy: set[int] = set()
        self.listening: set[int] = set()
        self.ask_all_at = 0.0

    def __setitem__(self, number: int, line: Any) -> None:
        super().__setitem__(number, line)
        self.to_ask.add(number)  # not yet: it is still being made

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        if self.waits_for.pop(number, 0):
            self.selector.unregister(number)
        self.to_ask |= self.listening  # one that was full has a place again

    def run(self) -> None:
        while self:
            self.turn()

    def turn(self, timeout: float = 1.0) -> None:
        if time.monotonic() >= self.ask_all_at:
            self.ask_all_at = time.monotonic() + ASK_ALL_EVERY
            self.to_ask.update(self)
        asked, self.to_ask = self.to_ask | self.busy, set()
        for number in asked:
            self._ask(number)
        for key, events in self.selector.select(timeout):
            self.to_ask.add(key.fd)
            if events & selectors.EVENT_READ:
                self._tell(key.fd, wasyncore.read)
            if events & selectors.EVENT_WRITE:
                self._tell(key.fd, wasyncore.write)

    def _tell(self, number: int, news: Callable[[Any], None]) -> None:
        line = self.get(number)  # gone, when what was told before closed it
        if line is not None:
            news(line)

    def _ask(self, number: int) -> None:
        line = self.get(number)
        if line is None:
            self.busy.discard(number)
            self.listening.discard(number)
            return
        if line.accepting:
            self.listening.add(number)
        # First whether it is busy: it may be done right after, never the other way round.
        (self.busy.add if getattr(line, "requests", None) else self.busy.discard)(number)
        wants = selectors.EVENT_READ if line.readable() else 0
        if line.writable() and not line.accepting:
            wants |= selectors.EVENT_WRITE
        has = self.waits_for.get(number, 0)
        if wants == has:
            return
        if not has:
            self.selector.register(number, wants)
        elif not wants:
            self.selector.unregister(number)
        else:
            self.selector.modify(number, wants)
        self.waits_for[number] = wants
