"""What is said where the program was started."""

from __future__ import annotations

import io
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

_MOST_BYTES: Final = 1_000_000
"""Of what is kept, and as many of what was before it."""


def say_what_can_be_shown() -> None:
    """A console or a file of an older encoding gets an escape for a letter it does not have, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not in a program without a console, nor where a test listens
            stream.reconfigure(errors="backslashreplace")


def keep_what_nobody_hears(file: Path) -> None:
    """Whatever is said goes into this file where the program has no console; nowhere, if the file cannot be made."""
    if _is_heard():
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.open("a", encoding="utf-8").close()
    except OSError:
        file = Path(os.devnull)
    sys.stdout = sys.stderr = _IntoFile(file)


def _is_heard() -> bool:
    """Windows gives a program without a console no streams, others give it what swallows everything."""
    try:
        return not os.path.samestat(os.fstat(sys.stderr.fileno()), os.stat(os.devnull))
    except (AttributeError, OSError):
        return False


class _IntoFile(io.TextIOBase):
    def __init__(self, file: Path) -> None:
        self._file = RotatingFileHandler(file, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8", delay=True)
        self._file.terminator = ""
        self._file.handleError = _say_nothing  # type: ignore[method-assign]  # it would be said here again

    def write(self, text: str) -> int:
        self._file.handle(logging.makeLogRecord({"msg": text}))
        return len(text)


def _say_nothing(record: logging.LogRecord) -> None:
    """Of a disk that is full."""
