"""What time it is: now, except where a past is written down, as in the demo."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import timezone

_told: ContextVar[datetime.datetime | None] = ContextVar("moment", default=None)


def now() -> datetime.datetime:
    """For every time that is kept with what was done, and for the evening that this is."""
    return _told.get() or timezone.now()


@contextmanager
def at(moment: datetime.datetime) -> Iterator[None]:
    """What is done inside is kept as done then. For the demo alone: what a club does is done when it is done.

    Raises ValueError for a moment without a time zone, and for one that is still to come.
    """
    if timezone.is_naive(moment):
        raise ValueError("a moment has a time zone")
    if moment > timezone.now():
        raise ValueError("what is still to come cannot have been done")
    before = _told.set(moment)
    try:
        yield
    finally:
        _told.reset(before)
