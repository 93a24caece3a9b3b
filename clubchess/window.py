"""The window of the program that one clicks on, as the program sees it."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from contextlib import suppress
from typing import IO

from clubchess import program_files
from clubchess.child_processes import Child, command
from clubchess.window_child import IS_SHOWN


class Window:
    """Shown with the first thing there is to say, in a process of its own. Where none can be shown nothing is said.
    When somebody closes it or wants the program stopped, this process gets what stops it: SIGTERM."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._is_over = False

    def starts(self) -> None:
        self._tell()

    def runs_at(self, address: str) -> None:
        self._tell(address=address)

    def failed(self, text: str, **facts: str) -> None:
        """A marked text and what fills its gaps. Until somebody has closed it."""
        self._is_over = True
        self._tell(text=text, facts=facts)
        if self._process is not None:
            self._process.wait()

    def close(self) -> None:
        self._is_over = True
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
            self._process.wait()

    def _tell(self, **said: object) -> None:
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                command(Child.WINDOW),
                cwd=program_files.ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
            threading.Thread(target=self._listen, args=[self._process.stdout], daemon=True).start()
        if self._process.stdin is not None:
            with suppress(OSError):  # of one that could not be shown
                self._process.stdin.write(json.dumps(said) + "\n")
                self._process.stdin.flush()

    def _listen(self, out: IO[str]) -> None:
        if out.readline() == IS_SHOWN:
            out.readline()  # that it is to stop; or nothing, from a window that was ended
            if not self._is_over:
                signal.raise_signal(signal.SIGTERM)
