"""Files of strangers are read in a process of their own, which may take so much memory and time and no more.

It imports no Django, knows no database and no secret, and is gone with its file. Short texts are read here: a process
costs a tenth of a second, and no text so short has taken a noticeable time.
"""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from tournaments.exchange.json_node import FileError, error_again
from tournaments.pairing.types.translation import gettext_noop as _

SHORT: Final = 64_000
"""Bytes of a text that is read in this process."""
_CHILD: Final = "tournaments.exchange.apart_child"
_PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How spreadsheets begin."""
_ROOT: Final = Path(__file__).parents[2]
_AT_ONCE: Final = 2
_LONGEST_WAIT: Final = 20.0
"""Seconds for the files before it."""


class Reader(StrEnum):
    SHEET = "sheet"
    TOURNAMENT = "tournament"
    LOGO = "logo"


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadingLimits:
    seconds: int
    megabytes: int
    """Over what the process has when it begins."""


LIMITS: Final[Mapping[Reader, ReadingLimits]] = {
    Reader.SHEET: ReadingLimits(seconds=10, megabytes=256),
    Reader.TOURNAMENT: ReadingLimits(seconds=10, megabytes=256),
    Reader.LOGO: ReadingLimits(seconds=10, megabytes=256),
}
_places = threading.BoundedSemaphore(_AT_ONCE)
_at_work: set[str] = set()
_lock = threading.Lock()


def read_upload(reader: Reader, data: bytes, *, whose: str = "", **asked: object) -> Any:
    """What `reader` makes of `data`, in a process of its own unless it is a short text. `whose`: the address that sent
    it, of which one file is read at a time.

    Raises FileError, with the reader's own reason, or since the file takes too much.
    """
    if len(data) <= SHORT and reader is not Reader.LOGO and not data.startswith(_PACKED):
        return reading(reader)(data, **asked)
    return read_apart(reader, data, whose=whose, **asked)


def reading(reader: Reader) -> Callable[..., Any]:
    """Imported here, so that each process has its own reader alone."""
    match reader:
        case Reader.SHEET:
            from tournaments.exchange.spreadsheet_reader import read_sheet

            return read_sheet
        case Reader.TOURNAMENT:
            from tournaments.exchange.tournament_formats import read_tournament

            return read_tournament
        case Reader.LOGO:
            from tournaments.exchange.logo import normalised

            return normalised


def read_apart(reader: Reader, data: bytes, *, whose: str = "", **asked: object) -> Any:
    """As read_upload, whatever the data."""
    limits = LIMITS[reader]
    with _a_place_for(whose):
        try:
            done = subprocess.run(  # noqa: S603  # our own program, and nothing of the file in its arguments
                [sys.executable, "-m", _CHILD, reader.value, str(limits.seconds), str(limits.megabytes)],
                input=pickle.dumps((data, asked)),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=2 * limits.seconds + 5,  # it waits for a processor, too
                cwd=_ROOT,
                env=_without_secrets(),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise FileError(_("This file takes too long to read: is it a list or a tournament at all?")) from None
    if done.returncode or not done.stdout:
        raise FileError(_("This file takes too much memory or time to read. Nothing was taken from it."))
    found = unpickled(done.stdout)
    if isinstance(found, FileError):
        raise found
    return found


def unpickled(answer: bytes) -> Any:
    """Raises pickle.UnpicklingError for what no reader answers."""
    return _Careful(io.BytesIO(answer)).load()


@contextmanager
def _a_place_for(whose: str) -> Iterator[None]:
    with _lock:
        is_there = bool(whose) and whose in _at_work
        if whose and not is_there:
            _at_work.add(whose)
    if is_there:
        raise FileError(_("A file of yours is being read. Wait until it is, then send this one."))
    try:
        if not _places.acquire(timeout=_LONGEST_WAIT):
            raise FileError(_("Other files are being read. Try again in a minute."))
        try:
            yield
        finally:
            _places.release()
    finally:
        with _lock:
            _at_work.discard(whose)


def _without_secrets() -> dict[str, str]:
    """What Python itself needs, on Windows too."""
    return {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "TEMP") if name in os.environ}


class _Careful(pickle.Unpickler):
    """What a reader may answer: values of classes of ours, and of those that they are made of."""

    _ALLOWED: Final = {
        ("datetime", "date"),
        ("decimal", "Decimal"),
        ("fractions", "Fraction"),
        ("builtins", "frozenset"),
    }
    _OURS: Final = ("tournaments.exchange.", "tournaments.pairing.types.")

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in self._ALLOWED:
            return super().find_class(module, name)
        found = super().find_class(module, name) if module.startswith(self._OURS) and "." not in name else None
        if found is error_again or (isinstance(found, type) and found.__module__ == module):
            return found
        raise pickle.UnpicklingError(f"{module}.{name}")
