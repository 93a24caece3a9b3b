"""The process in which a file is read: `python -m tournaments.exchange.apart_child READER SECONDS MEGABYTES`.

Bytes come in by standard input, the value goes out by standard output, pickled; an error of the reader's is a value
too. Whatever else goes wrong ends the process, and the one that asked knows what that means.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path

from tournaments.exchange.apart import Reader, reading
from tournaments.exchange.json_node import FileError

_NICENESS = 10
"""Behind the pages."""


def limit(seconds: int, megabytes: int) -> None:
    """On Windows there are no such limits: there the one that asked ends this process by the clock."""
    try:
        import resource
    except ImportError:
        return
    os.nice(_NICENESS)
    with suppress(OSError, ValueError):  # elsewhere than on Linux this process has its own idea of its size
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    reader, seconds, megabytes = sys.argv[1:]
    read = reading(Reader(reader))
    data, asked = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  # of the process that began this one
    limit(int(seconds), int(megabytes))
    try:
        answer = read(data, **asked)
    except FileError as error:
        answer = error
    sys.stdout.buffer.write(pickle.dumps(answer))


if __name__ == "__main__":
    main()
