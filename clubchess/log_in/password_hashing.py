"""Hashing of passwords that takes a bounded part of the machine, however many log in."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher, get_hasher, identify_hasher
from django.http import HttpRequest, HttpResponse

from clubchess.log_in.lane import REFUSED

T = TypeVar("T")
View = Callable[..., HttpResponse]

# One core stays with the pages and taps of a small server; twenty log-ins a second are more than a club's.
AT_ONCE = 1
WAITING = 5


class TooManyAtOnce(Exception):
    """So many passwords are being looked at that another one would have to wait long."""


class AtMost:
    """So many are let in. Who comes then is refused at once: whoever waits keeps a thread of the server's."""

    def __init__(self, number: int) -> None:
        self._places = threading.BoundedSemaphore(number)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Raises TooManyAtOnce."""
        if not self._places.acquire(blocking=False):
            raise TooManyAtOnce
        try:
            yield
        finally:
            self._places.release()


class Hashing:
    """At most `at_once` are at work and `waiting` more wait for it.

    Each takes memory and a core. It has threads of its own, since each that has hashed keeps the memory.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._places = AtMost(at_once + waiting)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="hashing")

    def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Raises TooManyAtOnce."""
        with self._places.one():
            return self._threads.submit(work, *arguments).result()


hashing = Hashing(AT_ONCE, WAITING)
log_ins = AtMost(AT_ONCE + WAITING)


def few_at_once(view: View) -> View:
    """For a view that hashes what is posted. Whoever would be refused there is refused before the database is asked."""

    @wraps(view)
    def bounded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        if request.META.get(REFUSED):
            raise TooManyAtOnce
        with log_ins.one():
            return view(request, *args, **kwargs)

    return bounded


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with OWASP's 19 MiB, two passes, one lane (Password Storage Cheat Sheet).

    What was hashed with other costs is read as before. Raises TooManyAtOnce.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return hashing.do(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        return hashing.do(super().verify, password, encoded)


def is_outdated(encoded: str) -> bool:
    """Whether a usable hash was made by another hasher than the one in use, or with other costs."""
    hasher, current = identify_hasher(encoded), get_hasher()
    return hasher.algorithm != current.algorithm or current.must_update(encoded)
