"""waitress's loop over its connections, at a cost that does not grow with those that are idle.

waitress asks every connection at every turn whether it has something to read or to write: thousands of phones that poll
now and then cost a core. Here the kernel remembers; a connection is asked again only after something happened to it.

Nor does it mind how slowly a request comes, and when all places are taken it takes nobody. Here a request has its time,
and who was answered longest ago makes room.
"""

# waitress has no types.
# mypy: allow-untyped-calls

from __future__ import annotations

import heapq
import selectors
import time
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import WSGITask

from clubchess.log_in.lane import REFUSED, Dispatcher
from clubchess.this_machine import noting_forwarding

# All are asked again now and then: what waitress decides by the clock (closing an idle connection) shows only so.
ASK_ALL_EVERY = 5.0

# From its first byte. A tournament of 20 MB over a slow line takes four minutes.
HEADER_SECONDS = 20.0
REQUEST_SECONDS = 300.0
# Who has just come may be about to ask.
ARRIVING_SECONDS = 1.0
# Of bodies that are on their way or being looked at, in memory and in temporary files: eight of the largest.
HELD_BYTES = 200 * 1024 * 1024


class Task(WSGITask):
    def set_close_on_finish(self) -> None:
        """waitress hangs up after 204 and 304, which have no body whose end it would mark. A poll is mostly that."""
        asks_to_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or asks_to_close:
            super().set_close_on_finish()

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        if getattr(self.request, "is_refused", False):
            environ[REFUSED] = True
        return environ


class Channel(HTTPChannel):
    """A connection. What waitress calls it with comes from the loop's thread, but for `service`."""

    task_class = Task
    _map: OpenLines

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.answered_at = self.began_at = time.monotonic()
        self.begun: Any = None
        self.heard_at = time.time()
        self.held = 0
        super().__init__(*arguments, **more)

    def received(self, data: bytes) -> bool:
        if self._is_between_requests() and not data.strip(b"\r\n"):
            # Blank lines are allowed there, and no sign of life.
            self.last_activity = self.heard_at  # type: ignore[assignment]  # it begins as 0
        else:
            self.heard_at = self.last_activity
        went_on = bool(super().received(data))
        if self.request is not self.begun:
            self.begun, self.began_at = self.request, time.monotonic()
        self._count_held()
        return went_on

    def _is_between_requests(self) -> bool:
        request = self.request
        return request is None or not (request.headers_finished or request.header_plus.strip(b"\r\n"))

    def readable(self) -> bool:
        self._count_held()
        if self._is_late():
            self.will_close = True
        return bool(super().readable())

    def service(self) -> None:
        super().service()
        self.answered_at = time.monotonic()
        if self._map.is_finishing:
            self.close_when_flushed = True

    @property
    def is_in_hand(self) -> bool:
        """Something was asked that is not answered to its last byte."""
        return bool(self.requests) or self.total_outbufs_len > 0

    def _count_held(self) -> None:
        requests = [*self.requests, self.request]
        held = sum(request.body_bytes_received for request in requests if request is not None)
        self._map.held += held - self.held
        self.held = held

    def _is_late(self) -> bool:
        if self.begun is None or self.requests:
            return False
        has = REQUEST_SECONDS if self.begun.headers_finished else HEADER_SECONDS
        return time.monotonic() - self.began_at > has


def server_on(lines: OpenLines, application: Callable[..., Any], **settings: Any) -> Any:
    """waitress's server, its connections in `lines`, whose `run` is then the server's."""
    lines.places = settings["connection_limit"]
    # It goes on listening to a connection while it answers: nothing to tell the kernel at each request.
    dispatcher = Dispatcher(settings["threads"])
    server = create_server(application, map=lines, _dispatcher=dispatcher, channel_request_lookahead=1, **settings)
    for line in lines.values():
        if line.accepting:
            line.channel_class = Channel
            line.application = noting_forwarding(line.application)
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
        self.places = 0
        self.held = 0
        self.is_finishing = self.is_stopped = False

    def __setitem__(self, number: int, line: Any) -> None:
        if self.places and len(self) + 1 >= self.places:  # at as many as there are places the server stops listening
            self._make_room()
        super().__setitem__(number, line)
        self.to_ask.add(number)  # not yet: it is still being made

    def __delitem__(self, number: int) -> None:
        self.held -= getattr(self.get(number), "held", 0)
        super().__delitem__(number)
        if self.waits_for.pop(number, 0):
            self.selector.unregister(number)
        self.to_ask |= self.listening  # one that was full has a place again

    def _make_room(self) -> None:
        """For some at once, since all must be looked at. Whoever only keeps a place was never answered, or long ago."""
        before = time.monotonic() - ARRIVING_SECONDS
        idle = (
            line
            for line in self.values()
            if isinstance(line, Channel) and not line.requests and line.answered_at < before
        )
        for line in heapq.nsmallest(max(1, self.places // 100), idle, key=lambda line: line.answered_at):
            line.handle_close()

    def _drop_bodies(self) -> None:
        """Those that began first of the ones that are not finished, until the others have room."""
        unfinished = [line for line in self.values() if isinstance(line, Channel) and line.held and not line.requests]
        for line in sorted(unfinished, key=lambda line: line.began_at):
            if self.held <= HELD_BYTES:
                break
            line.handle_close()

    def run(self) -> None:
        """Until it is told to stop, by another thread as well."""
        while self and not self.is_stopped:
            self.turn()

    def stop(self) -> None:
        """Within a turn."""
        self.is_stopped = True

    def finish(self, seconds: float) -> None:
        """Takes nobody new, and ends when all that was asked is answered; after so many seconds at the latest."""
        self.is_finishing = True
        for line in list(self.values()):
            if line.accepting:
                wasyncore.dispatcher.close(line)  # its own would close what threads call the loop with as well
        until = time.monotonic() + seconds
        while time.monotonic() < until and any(isinstance(line, Channel) and line.is_in_hand for line in self.values()):
            self.turn(0.05)
        for line in list(self.values()):
            if isinstance(line, Channel):
                line.handle_close()

    def turn(self, timeout: float = 1.0) -> None:
        if time.monotonic() >= self.ask_all_at:
            self.ask_all_at = time.monotonic() + ASK_ALL_EVERY
            self.to_ask.update(self)
        asked, self.to_ask = self.to_ask | self.busy, set()
        for number in asked:
            self._ask(number)
        if self.places and len(self) >= self.places:  # all were being answered when the last one came
            self._make_room()
        if self.held > HELD_BYTES:
            self._drop_bodies()
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
