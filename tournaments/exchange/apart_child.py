"""The process in which a file is read: `python -m tournaments.exchange.apart_child READER SECONDS MEGABYTES`.

What is asked comes in by standard input, pickled, and behind it the bytes; answers go out by standard output, each
pickled behind its length; an error of the reader's is one too. Whatever else goes wrong ends the process, and the one
that asked knows what that means.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator

from clubchess.platforms.own_limits import take_no_more
from tournaments.exchange.apart import LENGTH_BYTES, Reader, reading
from tournaments.exchange.json_node import FileError


def tell(answer: object) -> None:
    written = pickle.dumps(answer)
    sys.stdout.buffer.write(len(written).to_bytes(LENGTH_BYTES, "big"))
    sys.stdout.buffer.write(written)


def main() -> None:
    reader, seconds, megabytes = sys.argv[1:]
    read = reading(Reader(reader))
    asked = pickle.load(sys.stdin.buffer)  # noqa: S301  # of the process that began this one
    data = sys.stdin.buffer.read()
    take_no_more(seconds=int(seconds), megabytes=int(megabytes))
    try:
        found = read(data, **asked)
        for answer in found if isinstance(found, Iterator) else (found,):
            tell(answer)
    except FileError as error:
        tell(error)
    sys.stdout.buffer.write(bytes(LENGTH_BYTES))


if __name__ == "__main__":
    main()
