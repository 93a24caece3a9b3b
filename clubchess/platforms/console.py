"""What is said where the program was started."""

from __future__ import annotations

import io
import sys


def say_what_can_be_shown() -> None:
    """A console or a file of an older encoding gets an escape for a letter it does not have, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not in a program without a console, nor where a test listens
            stream.reconfigure(errors="backslashreplace")
