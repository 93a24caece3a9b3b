"""How a module of ours is begun as a process: by Python, or by the program itself where both are frozen into one."""

from __future__ import annotations

import runpy
import sys
from enum import StrEnum
from typing import Final

from clubchess import program_files

_ASKS_FOR_ONE: Final = "--child"


class Child(StrEnum):
    """All that there are: the frozen program runs no other module."""

    READER = "tournaments.exchange.apart_child"
    SEASONS = "tournaments.simulation.process"
    WINDOW = "clubchess.window_child"


def command(child: Child, *arguments: str) -> list[str]:
    """To be begun in `program_files.ROOT`."""
    return [sys.executable, _ASKS_FOR_ONE if program_files.is_frozen() else "-m", str(child), *arguments]


def run_if_asked() -> bool:
    """Runs the child that the frozen program was begun as; False where it was not. Raises ValueError for another."""
    if sys.argv[1:2] != [_ASKS_FOR_ONE]:
        return False
    child = Child("".join(sys.argv[2:3]))
    del sys.argv[:2]
    runpy.run_module(child, run_name="__main__", alter_sys=True)
    return True
