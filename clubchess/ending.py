"""How a page of the program ends the server that shows it, and whether it shall begin again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_MOMENT: Final = 1.5
"""Seconds."""


@dataclass(kw_only=True, slots=True)
class _Ending:
    stop: Callable[[], None] | None = None
    is_beginning_again: bool = False


_of_this_process = _Ending()


def ended_by(stop: Callable[[], None]) -> None:
    """What ends the server's loop, from any thread. Under another server than ours nothing does."""
    _of_this_process.stop = stop
    _of_this_process.is_beginning_again = False


def can_end() -> bool:
    return _of_this_process.stop is not None


def end(*, begins_again: bool) -> None:
    """In a moment, so that the page which says so still gets what it is made of. Raises RuntimeError where it cannot
    end."""
    if _of_this_process.stop is None:
        raise RuntimeError
    _of_this_process.is_beginning_again = begins_again
    timer = threading.Timer(_MOMENT, _of_this_process.stop)
    timer.daemon = True
    timer.start()


def is_beginning_again() -> bool:
    """Once the server has ended."""
    return _of_this_process.is_beginning_again
