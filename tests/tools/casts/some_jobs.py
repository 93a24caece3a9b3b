"""Jobs for the tests of the worker: what they do is told to them beforehand."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from django_tasks import task

done: list[str] = []
happens: list[Callable[[], object]] = []
"""One for each time that `try_it` is called."""


@task()
def note(what: str) -> str:
    done.append(what)
    return what


@task()
def try_it(what: str) -> str:
    if happens:
        happens.pop(0)()
    return note.call(what)


@task()
def note_of(**keys: int) -> str:
    if "tournament" in keys and happens:
        happens.pop(0)()
    return note.call(str(keys))


def raising(error: Exception) -> Callable[[], object]:
    def fail() -> None:
        raise error

    return fail


def minutes(count: float) -> datetime.timedelta:
    return datetime.timedelta(minutes=count)
