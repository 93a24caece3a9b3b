"""Which texts were asked for while a page was made. Django's functions are taken aside only while somebody records."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.utils import translation

from clubchess.texts.catalogue import Place

_FUNCTIONS = ("gettext", "pgettext", "ngettext", "npgettext")
_django: Any = vars(translation)["_trans"]
"""Where gettext and its like look for the real function, each time they are asked."""
_found: ContextVar[dict[Place, None] | None] = ContextVar("texts of this page", default=None)
_lock = threading.Lock()
_recording = 0
_as_they_came: dict[str, Callable[..., str]] = {}


@contextmanager
def recorded_texts() -> Iterator[dict[Place, None]]:
    """What this thread asks for meanwhile, in the order in which it did; a dictionary, since a set has none.

    While nobody records, in whatever thread, Django's functions are as they came and cost what they did.
    """
    found: dict[Place, None] = {}
    _count(+1)
    token = _found.set(found)
    try:
        yield found
    finally:
        _found.reset(token)
        _count(-1)


def is_recording_texts() -> bool:
    """What was kept ready made then says nothing of its texts, and is made anew."""
    return _found.get() is not None


def _count(step: int) -> None:
    global _recording
    with _lock:
        before, _recording = _recording, _recording + step
        if not before:
            _as_they_came.update({name: getattr(_django, name) for name in _FUNCTIONS})
        if not (before and _recording):
            for name, real in _as_they_came.items():
                setattr(_django, name, _noting(name, real) if _recording else real)


def _noting(name: str, real: Callable[..., str]) -> Callable[..., str]:
    has_context = "pg" in name

    def noting(*given: Any) -> str:
        found = _found.get()
        if found is not None:
            text = str(given[1 if has_context else 0]).replace("\r\n", "\n").replace("\r", "\n")
            found[str(given[0]) if has_context else "", text] = None
        return real(*given)

    return noting
