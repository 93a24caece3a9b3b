"""How many may be writing to the database at once: never all threads, so that those who only look find one.

Whoever holds the database's lock for a while (a large import, a slow disk, another program) keeps everybody else who
writes waiting, each in a thread. A public page needs no lock, but it needs a thread.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

THREADS = 16
"""Of `manage.py serve`, unless it is told otherwise."""
PATIENCE = 1.0
"""Seconds in which one of the places nearly always becomes free: a tap takes a tenth of that."""


class AllTaken(Exception):
    pass


class Places:
    """Three quarters of the threads; of the rest half may wait for a place, and the others never write."""

    def __init__(self, threads: int) -> None:
        rest = threads // 4
        self._places = threading.BoundedSemaphore(threads - rest)
        self._waiting = threading.Semaphore(rest // 2)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Raises AllTaken."""
        if not self._places.acquire(blocking=False):
            self._wait()
        try:
            yield
        finally:
            self._places.release()

    def _wait(self) -> None:
        if not self._waiting.acquire(blocking=False):
            raise AllTaken
        try:
            if not self._places.acquire(timeout=PATIENCE):
                raise AllTaken
        finally:
            self._waiting.release()


_places = Places(THREADS)


def for_threads(threads: int) -> None:
    """To be told before the first request, where there are not as many as usual."""
    global _places  # as many processes as there are, each has its own threads
    _places = Places(threads)


def place() -> Places:
    return _places
