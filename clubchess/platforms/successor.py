"""A process that gives its place to another one of the same program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn


def begin_again(*arguments: str) -> NoReturn:
    """The same program with these arguments, in this process' place: same number, same terminal. What this one has
    open and locked it has given back before.

    Windows has no such thing: there this process waits for its successor, and ends as that one does.
    """
    command = [*program(), *arguments]
    sys.stdout.flush()
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # of the folder to click on: no child of it
    if hasattr(os, "geteuid"):
        os.execv(command[0], command)  # noqa: S606  # our own
    sys.exit(subprocess.call(command))  # noqa: S603


def program() -> Sequence[str]:
    """What was called, without its arguments: the interpreter and the script, or the one file that is both."""
    return [sys.executable, *sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv) + 1]]
