"""A guard on the connection: the app's own code writes to its tables only while a recording is active."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.commands import flush
from django.db import connection

from tools.files import existing
from tournaments.recording import is_recording

ROOT = Path(__file__).parents[3]
OURS = (str(existing(ROOT / "tournaments")), str(existing(ROOT / "clubchess")))
MIGRATIONS = str(existing(ROOT / "tournaments" / "migrations"))
_WRITE = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"tournaments_', re.IGNORECASE)


class WrittenPastTheRecorder(AssertionError):
    pass


@contextmanager
def guarded() -> Iterator[None]:
    """Rows that a test or a factory writes itself are exempt: none of the app's code is on the way to them."""
    with connection.execute_wrapper(_guard):
        yield


def _guard(execute: Callable[..., Any], sql: Any, *arguments: Any) -> Any:
    if _WRITE.match(str(sql)) and not is_recording() and (place := _our_code()):
        raise WrittenPastTheRecorder(f"{place}: {sql}")
    return execute(sql, *arguments)


def _our_code() -> str:
    frame = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename == flush.__file__:  # empties the record itself, too
            return ""
        if frame.f_code.co_filename.startswith(MIGRATIONS):  # carries the record over, too
            return ""
        if frame.f_code.co_filename.startswith(OURS):
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]  # None ends the loop
    return ""
