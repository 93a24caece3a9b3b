"""The database is away for a moment: how that is known, and that the logs do not drown in it."""

from __future__ import annotations

import threading
from time import monotonic

import structlog
from django.db import InterfaceError, InternalError, OperationalError

_READ_ONLY = "25006"
_SECONDS_BETWEEN_STACKS = 60

log = structlog.get_logger("clubchess")


def is_away(error: BaseException | None) -> bool:
    """The database, or whoever writes to it: a server that only reads, as one does that takes over from another."""
    return isinstance(error, OperationalError | InterfaceError) or (
        isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", "") == _READ_ONLY
    )


def named_by_the_database(error: BaseException | None) -> str:
    """SQLite's name for an error (SQLITE_FULL) or its SQLSTATE, never the message, which quotes rows. Empty where no
    database has answered."""
    while error is not None:
        name = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
        if isinstance(name, str):
            return name
        error = error.__cause__
    return ""


class Stacks:
    """What led to it is written once a minute in this process: thousands of requests, and each look for jobs, say the
    same on such an evening, each in a line of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next: float | None = None

    def is_due(self) -> bool:
        return self._next is None or monotonic() >= self._next

    def taken(self) -> bool:
        """Whether it was due; whoever asked writes it."""
        with self._lock:
            was_due = self.is_due()
            if was_due:
                self._next = monotonic() + _SECONDS_BETWEEN_STACKS
            return was_due


stacks = Stacks()


def tell_of_outage(error: BaseException) -> None:
    """Of a request whose own line has no error in it, since its view's was caught."""
    if stacks.is_due():
        log.error("database_gone", exc_info=error)
