"""Files of old actions: gzip, a JSON object a line; on the disk and read back before anything is taken away."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import itertools
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError
from django.utils import timezone

from clubchess.platforms.files import flush_directory, new_private_file
from tournaments.recording import AnotherDatabase, take_away

FORMAT = "clubchess-actions"
FORMAT_VERSION = 1
_AT_ONCE = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class ArchiveFile:
    """Whoever is interrupted finds, the next time, by its name how far it had come. None is ever written over."""

    path: Path

    @property
    def begun(self) -> Path:
        """Not whole. Nothing was taken away for it."""
        return self.path.with_name(f"{self.path.name}.part")

    @property
    def unfinished(self) -> Path:
        """Whole; what it holds is being taken out of the database."""
        return self.path.with_name(f"{self.path.name}.unfinished")

    def write(self, batches: Iterable[Sequence[Mapping[str, Any]]]) -> int:
        """Whole or not at all: how many actions it holds. No file where there are none."""
        try:
            count, digest = _written(self.begun, batches)
            if count and _looked_through(self.begun) != (count, digest):
                raise CommandError(f"{self.begun} differs from what was written: check the disk. Nothing was changed.")
            if count:
                self.begun.rename(self.unfinished)
                flush_directory(self.path.parent)
        finally:
            self.begun.unlink(missing_ok=True)
        return count

    def take_away(self) -> int:
        """From the database, what the unfinished file holds; from how many actions. It has its name then."""
        _looked_through(self.unfinished)
        try:
            taken = sum(map(take_away, _batches(self.unfinished)))
        except AnotherDatabase:
            raise CommandError(
                f"{self.unfinished} holds an action that is another one here. If it is of another installation, "
                "move it away and run this again."
            ) from None
        self.unfinished.rename(self.path)
        flush_directory(self.path.parent)
        return taken


def unfinished_in(directory: Path) -> list[ArchiveFile]:
    return [ArchiveFile(path=file.with_suffix("")) for file in sorted(directory.glob("actions-*.jsonl.gz.unfinished"))]


def drop_begun_in(directory: Path) -> None:
    for file in directory.glob("actions-*.jsonl.gz.part"):
        file.unlink()


def _written(to: Path, batches: Iterable[Sequence[Mapping[str, Any]]]) -> tuple[int, str]:
    """How many actions, and the digest of all lines."""
    seen, count = hashlib.sha256(), 0
    with new_private_file(to) as stream:
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6) as packed:

            def write(line: Mapping[str, Any]) -> None:
                data = f"{json.dumps(line, ensure_ascii=False, default=_as_text)}\n".encode()
                seen.update(data)
                packed.write(data)

            made_at = timezone.now().astimezone(datetime.UTC).isoformat(timespec="seconds")
            write({"format": FORMAT, "format_version": FORMAT_VERSION, "made_at": made_at})
            for row in itertools.chain.from_iterable(batches):
                write(row)
                count += 1
            write({"actions": count})
        stream.flush()
        os.fsync(stream.fileno())
    return count, seen.hexdigest()


def _as_text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime.datetime) else str(value)


def _looked_through(file: Path) -> tuple[int, str]:
    """As _written, of what is in the file; it is read to its end. Raises CommandError where it is not whole."""
    seen, count, last = hashlib.sha256(), -2, b""
    try:
        with gzip.open(file) as lines:
            for line in lines:
                seen.update(line)
                if count == -2:
                    _check_head(lines=file, head=line)
                count, last = count + 1, line
        if json.loads(last) != {"actions": count}:
            raise ValueError
    except (EOFError, gzip.BadGzipFile, zlib.error, ValueError):
        raise CommandError(
            f"{file} is not an archive of actions, or only a part of one. Nothing more was changed."
        ) from None
    return count, seen.hexdigest()


def _check_head(*, lines: Path, head: bytes) -> None:
    described = json.loads(head)
    if not isinstance(described, dict) or described.get("format") != FORMAT:
        raise ValueError
    if described.get("format_version") != FORMAT_VERSION:
        raise CommandError(f"{lines}: its format is another one than this Clubchess knows. Nothing was changed.")


def _batches(file: Path) -> Iterator[list[dict[str, Any]]]:
    with gzip.open(file) as lines:
        rows = _rows(lines)
        while batch := list(itertools.islice(rows, _AT_ONCE)):
            yield batch


def _rows(lines: Iterable[bytes] | IO[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        row = json.loads(line)
        if "id" in row:  # neither the first line nor the last
            yield row | {"at": datetime.datetime.fromisoformat(row["at"])}
