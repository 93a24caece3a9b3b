#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from clubchess.data_directory import UMASK


def main() -> None:
    if sys.argv[1:2] != ["collectstatic"]:  # everybody may see those, and another program may serve them
        os.umask(UMASK)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
