#!/usr/bin/env python
"""Django's command line."""

import sys

from clubchess.command_line import run

if __name__ == "__main__":
    run(sys.argv)
