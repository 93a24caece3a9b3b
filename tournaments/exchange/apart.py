"""Files of strangers are read in a process of their own, which may take so much memory and time and no more.

It imports no Django, knows no database and no secret, and is gone with its file. Short texts are read here: a process
costs a tenth of a second, and no text so short has taken a noticeable time.
"""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, Any, Final

from clubchess import program_files
from clubchess.child_processes import Child, command
from tournaments.exchange.json_node import FileError, error_again
from tournaments.pairing.types.translation import gettext_noop as _

SHORT: Final = 64_000
"""Bytes of a text that is read in this process."""
LENGTH_BYTES: Final = 8
"""Before each answer stands how long it is; behind the last of several stands 0."""
_CHILD: Final = Child.READER
_PACKED: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How spreadsheets and packed lists begin."""
_NO_TEXTS: Final = (*_PACKED, b"SQLite format 3\0")
_AT_ONCE: Final = 2


class Reader(StrEnum):
    SHEET = "sheet"
    CALENDAR = "calendar"
    TOURNAMENT = "tournament"
    LOGO = "logo"
    LIST_HEAD = "list_head"
    """What a rating list is, as it says at its beginning."""
    RATING_LIST = "rating_list"


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadingLimits:
    seconds: int
    """Of a processor; of a long list for each turn that it has."""
    megabytes: int
    """Over what the process has when it begins."""
    megabytes_of_answer: int
    """The one that asked holds one answer at a time."""
    seconds_before: float
    """For the files before it."""
    is_alone: bool = False
    """No other of its kind is read meanwhile in this process."""
    rows_of_a_turn: int | None = None
    most_turns: int = 1


_ONE_FILE: Final = ReadingLimits(seconds=10, megabytes=256, megabytes_of_answer=128, seconds_before=20)
LIMITS: Final[Mapping[Reader, ReadingLimits]] = {
    **dict.fromkeys((Reader.SHEET, Reader.CALENDAR, Reader.TOURNAMENT, Reader.LOGO, Reader.LIST_HEAD), _ONE_FILE),
    Reader.RATING_LIST: ReadingLimits(
        seconds=60,
        megabytes=512,
        megabytes_of_answer=2,
        seconds_before=600,  # nobody waits for the worker that asks
        is_alone=True,
        rows_of_a_turn=500_000,
        most_turns=6,
    ),
}
_BYTES_OF_A_ROW: Final = 50
"""Of the shortest that there are."""
_BYTES_OF_A_PACKED_ROW: Final = 12
_places = threading.BoundedSemaphore(_AT_ONCE)
_alone: Final = {reader: threading.Lock() for reader, limits in LIMITS.items() if limits.is_alone}


def is_short(reader: Reader, data: bytes) -> bool:
    """Whether it is read in this process."""
    return len(data) <= SHORT and reader is not Reader.LOGO and not data.startswith(_NO_TEXTS)


def read_upload(reader: Reader, data: bytes, **asked: object) -> Any:
    """What `reader` makes of `data`, in a process of its own unless it is a short text.

    Raises FileError, with the reader's own reason, or since the file takes too much.
    """
    if is_short(reader, data):
        return reading(reader)(data, **asked)
    return read_apart(reader, data, **asked)


def reading(reader: Reader) -> Callable[..., Any]:
    """Imported here, so that each process has its own reader alone. What it makes is an answer, or an iterator of
    several."""
    match reader:
        case Reader.SHEET:
            from tournaments.exchange.spreadsheet_reader import read_sheet

            return read_sheet
        case Reader.CALENDAR:
            from tournaments.exchange.fixtures.calendar_file import read_calendar

            return read_calendar
        case Reader.TOURNAMENT:
            from tournaments.exchange.tournament_formats import read_tournament

            return read_tournament
        case Reader.LOGO:
            from tournaments.exchange.logo import normalised

            return normalised
        case Reader.LIST_HEAD:
            from tournaments.exchange.rating_lists.batches import head_of

            return head_of
        case Reader.RATING_LIST:
            from tournaments.exchange.rating_lists.batches import in_batches

            return in_batches


def read_apart(reader: Reader, data: bytes, **asked: object) -> Any:
    """As read_upload, whatever the data."""
    with answers_apart(reader, data, **asked) as answers:
        for found in answers:
            return found
        raise _took_too_much()


@contextmanager
def answers_apart(reader: Reader, data: bytes, **asked: object) -> Iterator[Iterator[Any]]:
    """All that `reader` makes of `data`, one after another; with this the process ends, wherever it is. Raises
    FileError, as going through them does."""
    limits = LIMITS[reader]
    seconds = limits.seconds * _turns(limits, data)
    with _a_place_for(reader):
        process = subprocess.Popen(  # noqa: S603  # our own program, and nothing of the file in its arguments
            command(_CHILD, reader.value, str(seconds), str(limits.megabytes)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=program_files.ROOT,
            env=_without_secrets(),
        )
        try:
            # On the wall: it waits for a processor, too.
            yield _Child(process, seconds=2 * seconds + 5, most=limits.megabytes_of_answer * 1_000_000).answers(
                data, asked
            )
        finally:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            process.wait()


def unpickled(answer: bytes) -> Any:
    """Raises pickle.UnpicklingError for what no reader answers."""
    return _Careful(io.BytesIO(answer)).load()


class _Child:
    """The process that reads, and how long it may still let wait: what is done between its answers takes none of it."""

    def __init__(self, process: subprocess.Popen[bytes], *, seconds: float, most: int) -> None:
        self._process, self._left, self._most = process, seconds, most

    def answers(self, data: bytes, asked: Mapping[str, object]) -> Iterator[Any]:
        with self._waiting() as (into, _out), suppress(OSError):  # of one that has ended already
            pickle.dump(asked, into)
            into.write(data)
            into.close()
        while answer := self._answer():
            try:
                found = unpickled(answer)
            except Exception as error:  # whatever was made of it: no reader of ours answers so
                raise _took_too_much() from error
            if isinstance(found, FileError):
                raise found
            yield found

    def _answer(self) -> bytes:
        """Empty behind the last."""
        with self._waiting() as (_into, out):
            head = out.read(LENGTH_BYTES)
            length = int.from_bytes(head, "big")
            answer = out.read(length) if len(head) == LENGTH_BYTES and length <= self._most else b""
        if len(head) < LENGTH_BYTES or len(answer) < length:
            if self._left <= 0:
                raise FileError(_("This file takes too long to read: is it a list or a tournament at all?"))
            raise _took_too_much()
        return answer

    @contextmanager
    def _waiting(self) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            raise ValueError(self._process.args)
        timer = threading.Timer(max(self._left, 0), self._process.kill)
        began = time.monotonic()
        timer.start()
        try:
            yield into, out
        finally:
            timer.cancel()
            self._left -= time.monotonic() - began


def _took_too_much() -> FileError:
    return FileError(_("This file takes too much memory or time to read. Nothing was taken from it."))


def _turns(limits: ReadingLimits, data: bytes) -> int:
    """Of its rows, reckoned by its bytes: what stands in a packed one nobody knows before."""
    if limits.rows_of_a_turn is None:
        return 1
    rows = len(data) // (_BYTES_OF_A_PACKED_ROW if data.startswith(_PACKED) else _BYTES_OF_A_ROW)
    return min(limits.most_turns, 1 + rows // limits.rows_of_a_turn)


@contextmanager
def _a_place_for(reader: Reader) -> Iterator[None]:
    limits = LIMITS[reader]
    until = time.monotonic() + limits.seconds_before
    with ExitStack() as held:
        for each in (*((_alone[reader],) if limits.is_alone else ()), _places):
            if not each.acquire(timeout=max(0.0, until - time.monotonic())):
                raise FileError(_("Other files are being read. Try again in a minute."))
            held.callback(each.release)
        yield


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
