"""How much this process may take. Windows knows no such limits of a process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

OPEN_AT_ONCE: Final = 500
"""Of connections, where the system's `select` looks at no more than 512."""
_NICENESS: Final = 10
"""Behind the pages."""


def open_files(wanted: int) -> int:
    """How many of them there may be, at most as many as are wanted."""
    if resource is None:
        return min(wanted, OPEN_AT_ONCE)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    reachable = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # macOS says that there is no limit, and has one
        resource.setrlimit(resource.RLIMIT_NOFILE, (reachable, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def stand_behind(niceness: int) -> None:
    """Other processes come first, where that can be said."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def take_no_more(*, seconds: int, megabytes: int) -> None:
    """Of a processor, and over what this process has now. Where there are no limits, the one that began this process
    ends it by the clock."""
    if resource is None:
        return
    stand_behind(_NICENESS)
    with suppress(OSError, ValueError):  # elsewhere than on Linux this process has its own idea of its size
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
