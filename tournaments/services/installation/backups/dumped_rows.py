"""The rows in what pg_restore writes of a dump: read as data, while whatever else stands there is passed over.

A dump may come from anywhere, and its statements would run with all that the database's user may do; psql would even
hand its `\\!` to the shell. So nothing of it is run: the tables are made by our own migrations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

_NAME = rb'(?:"(?:[^"]|"")+"|[a-z_][a-z0-9_$]*)'
_COPY = re.compile(rb"COPY (?:%b\.)?(%b) \((%b(?:, %b)*)\) FROM stdin;\n" % ((_NAME,) * 4))
_SETVAL = re.compile(rb"SELECT pg_catalog\.setval\('(?:%b\.)?(%b)', ([0-9]{1,19}), (true|false)\);\n" % ((_NAME,) * 2))
_ENCODING = re.compile(rb"SET client_encoding = '([^']*)';\n")
_END = b"\\.\n"


class NoRows(Exception):
    """What was written is cut off, or in an encoding that we do not read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rows:
    """Of one table, in PostgreSQL's text format. `lines` are read to their end before the next comes."""

    table: str
    columns: tuple[str, ...]
    lines: Iterator[bytes]


@dataclass(frozen=True, kw_only=True, slots=True)
class Counter:
    """How far the numbers of a sequence were given out."""

    sequence: str
    value: int
    is_given: bool


def dumped_rows(script: IO[bytes]) -> Iterator[Rows | Counter]:
    """Raises NoRows."""
    for line in script:
        if found := _COPY.fullmatch(line):
            lines = _lines(script)
            yield Rows(table=_plain(found[1]), columns=tuple(map(_plain, re.findall(_NAME, found[2]))), lines=lines)
            for _left in lines:
                pass
        elif found := _SETVAL.fullmatch(line):
            yield Counter(sequence=_plain(found[1]), value=int(found[2]), is_given=found[3] == b"true")
        elif (found := _ENCODING.fullmatch(line)) and found[1] != b"UTF8":
            raise NoRows


def _lines(script: IO[bytes]) -> Iterator[bytes]:
    for line in script:
        if line == _END:
            return
        yield line
    raise NoRows


def _plain(name: bytes) -> str:
    written = name.decode("utf-8", "replace")
    return written[1:-1].replace('""', '"') if written.startswith('"') else written
