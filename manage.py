#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from clubchess.data_directory import UMASK
from clubchess.platforms.console import say_what_can_be_shown
from clubchess.small_heap import keep_little

# What they write belongs to the program: whoever serves it, perhaps from an image that root has built, must read it.
WRITE_NO_DATA = {"collectstatic", "compilemessages", "makemessages", "makemigrations", "squashmigrations"}


def main() -> None:
    if sys.argv[1:2] and sys.argv[1] not in WRITE_NO_DATA:
        os.umask(UMASK)
    keep_little()
    say_what_can_be_shown()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
