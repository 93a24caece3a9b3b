"""Django's command line, as `manage.py` in a checkout and as `clubchess` where it is installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from clubchess import ending, program_files
from clubchess.data_directory import UMASK, data_directory
from clubchess.platforms.console import keep_what_nobody_hears, say_what_can_be_shown
from clubchess.platforms.successor import begin_again
from clubchess.small_heap import keep_little

_NO_BROWSER = "--no-browser"
_AGAIN = "--again"  # and the port that it had: said by the program to itself
# What they write belongs to the program: whoever serves it, perhaps from an image that root has built, must read it.
# Of `prepare` a half, and it closes the other by itself.
WRITE_NO_DATA = {"collectstatic", "compilemessages", "makemessages", "makemigrations", "prepare", "squashmigrations"}


def run(arguments: Sequence[str]) -> None:
    """The first is the program's name, the second the command."""
    _begin(writes_data=bool(arguments[1:2]) and arguments[1] not in WRITE_NO_DATA)
    from django.core.management import execute_from_command_line

    execute_from_command_line([*arguments])
    if ending.is_beginning_again():
        begin_again(*sys.argv[1:])


def installed() -> None:
    """`clubchess` alone starts it and opens the browser; with a command it is Django's command line. `--data DIR`,
    first of all, says where the data are."""
    arguments = [*sys.argv]
    if (given := arguments[1:2]) and given[0].partition("=")[0] == "--data":
        _data, equals, directory = arguments.pop(1).partition("=")
        if not equals and arguments[1:]:
            directory = arguments.pop(1)
        if not directory:
            sys.exit("clubchess --data DIRECTORY: where the data of the club are, or shall be.")
        os.environ["CLUBCHESS_DATA"] = directory
    if program_files.is_frozen():
        os.umask(UMASK)
        keep_what_nobody_hears(data_directory() / "clubchess.log")
    if not arguments[1:] or arguments[1] in {_NO_BROWSER, _AGAIN}:
        _begin(writes_data=True)
        from clubchess.start import start, start_in_a_window

        starts = start_in_a_window if program_files.is_frozen() and arguments[1:] != [_NO_BROWSER] else start
        port = starts(opens_browser=not arguments[1:], port=int(arguments[2]) if arguments[1:2] == [_AGAIN] else None)
        if ending.is_beginning_again():
            begin_again(_AGAIN, str(port))
    else:
        run(["clubchess", *arguments[1:]])


def _begin(*, writes_data: bool) -> None:
    if writes_data:
        os.umask(UMASK)
    keep_little()
    say_what_can_be_shown()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
