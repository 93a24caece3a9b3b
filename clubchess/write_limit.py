"""How many may be writing to the database at once: never all threads, so that those who only look find one.

Whoever holds the database's lock for a while (a large import, a slow disk, another program) keeps everybody else who
writes waiting, each in a thread. A public page needs no lock, but it needs a thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

THREADS = 16
"""Of `manage.py serve`, unless it is told otherwise."""
PATIENCE = 0.5
"""Seconds in which at least one of so many is done, if nothing but work keeps them: a tap takes a tenth of that."""


class AllTaken(Exception):
    pass


class WritePlaces:
    """Three quarters of the threads. Where all are taken one waits, however many do, as long as others get done.

    Once nobody got done for `PATIENCE`, something holds them all: then nobody waits any more, and the rest of the
    threads is there for those who only look.
    """

    def __init__(self, threads: int) -> None:
        self._free = threads - threads // 4
        self._changed = threading.Condition()
        self._none_done_since = 0.0

    @contextmanager
    def one(self) -> Iterator[None]:
        """Raises AllTaken."""
        self._take()
        try:
            yield
        finally:
            self._give_back()

    def _take(self) -> None:
        with self._changed:
            while not self._free:
                patience = self._none_done_since + PATIENCE - time.monotonic()
                if patience <= 0:
                    raise AllTaken
                self._changed.wait(patience)
            self._free -= 1
            if not self._free:
                self._none_done_since = time.monotonic()

    def _give_back(self) -> None:
        with self._changed:
            self._free += 1
            self._none_done_since = time.monotonic()
            self._changed.notify()


_places = WritePlaces(THREADS)


def for_threads(threads: int) -> None:
    """To be told before the first request, where there are not as many as usual."""
    global _places  # as many processes as there are, each has its own threads
    _places = WritePlaces(threads)


def place() -> WritePlaces:
    return _places
