"""The file of a club: a zip with a manifest, and of each model a line of JSON per row; readable by its owner alone."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from clubchess.platforms.files import new_private_file
from tournaments.exchange.zip_files import Archive, BrokenArchive, Limits, SwollenArchive

FORMAT = "clubchess-club"
FORMAT_VERSION = 1
_MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 100_000
_LONGEST_LINE = 50_000_000
"""An action that imported a tournament of two thousand players over nine rounds is some fifteen megabytes."""
_MOST_VALUES = 1_000_000
"""Lists and objects of a line, as in a tournament file: fifty megabytes of `{},` would be gigabytes in memory."""
LIMITS = Limits(members=100, unpacked=1_000_000_000, ratio=200)
"""JSON that repeats itself packs some ten times, actions up to sixty."""
_LONGEST_NUMBER = 25
_DEEPEST = 50
_TO_LOOK_INTO = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
"""What no database keeps: NUL, and halves of characters."""

Row: TypeAlias = dict[str, Any]


class BrokenClubFile(Exception):
    """No file of a club, or damaged, or altered. What it says is a whole sentence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubManifest:
    app_version: str
    made_at: str
    """Instant in UTC, ISO 8601."""
    migrations: tuple[str, ...]
    """Of the app, as the database had them."""
    club: str
    with_passwords: bool
    counts: Mapping[str, int]
    """By the model's label, in the order in which they stand there."""


class ClubFileWriter:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def rows(self, label: str, rows: Iterator[Row]) -> int:
        """How many there were. One at a time: nothing of them is kept."""
        count = 0
        with self._archive.open(_member(label), "w", force_zip64=True) as to:
            for row in rows:
                to.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                count += 1
        return count

    def manifest(self, manifest: ClubManifest) -> None:
        described = {"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(manifest)}
        self._archive.writestr(_MANIFEST, json.dumps(described, indent=2, ensure_ascii=False))


@contextmanager
def writing(to: Path) -> Iterator[ClubFileWriter]:
    """Raises OSError. The file is new, and on the disk when this ends."""
    with new_private_file(to) as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            yield ClubFileWriter(archive)
        stream.flush()
        os.fsync(stream.fileno())


class ClubFile:
    """One that is read, as often as is needed; what it states is not believed."""

    def __init__(self, archive: Archive, path: Path) -> None:
        self._archive = archive
        self.path = path
        self.manifest = self._read_manifest()

    def rows(self, label: str) -> Iterator[Row]:
        """Raises BrokenClubFile, at the end too where there were fewer or more than was stated."""
        count = 0
        for count, line in enumerate(self._lines(_member(label)), 1):  # noqa: B007  # counted to the end
            row = _parsed(line)
            if not isinstance(row, dict):
                raise ValueError
            yield row
        if count != self.manifest.counts[label]:
            raise ValueError

    def _lines(self, name: str) -> Iterator[bytes]:
        waiting: list[bytes] = []
        size = 0
        for piece in self._archive.pieces(name):
            first, *others = piece.split(b"\n")
            waiting.append(first)
            size += len(first)
            if size > _LONGEST_LINE:
                raise ValueError
            if others:
                *whole, last = others
                yield b"".join(waiting)
                yield from whole
                waiting, size = [last], len(last)
        if size:
            raise ValueError  # cut off

    def _read_manifest(self) -> ClubManifest:
        read = b""
        for piece in self._archive.pieces(_MANIFEST):
            read += piece
            if len(read) > _LARGEST_MANIFEST:
                raise ValueError
        described = _parsed(read)
        if described.pop("format") != FORMAT:
            raise ValueError
        version = described.pop("format_version")
        if type(version) is not int:
            raise ValueError
        if version > FORMAT_VERSION:
            raise BrokenClubFile(
                f"{self.path}: its format is number {version}, and this Clubchess knows {FORMAT_VERSION}. "
                "Update the program first. Nothing was changed."
            )
        manifest = ClubManifest(migrations=tuple(described.pop("migrations")), **described)
        texts = (manifest.app_version, manifest.made_at, manifest.club, *manifest.migrations)
        if not all(isinstance(text, str) for text in texts) or type(manifest.with_passwords) is not bool:
            raise ValueError
        if set(self._archive.names) != {_MANIFEST, *map(_member, manifest.counts)}:
            raise ValueError
        return manifest


@contextmanager
def reading(file: Path) -> Iterator[ClubFile]:
    """Raises BrokenClubFile, with a sentence, for whatever is wrong with it while it is read."""
    try:
        with file.open("rb") as stream:
            yield ClubFile(Archive(stream, _twice(LIMITS)), file)
    except OSError as error:
        raise BrokenClubFile(f"{file}: {error.strerror}. Nothing was changed.") from None
    except (BrokenArchive, SwollenArchive, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BrokenClubFile(
            f"{file} is not the file of a club, or only a part of one, or was altered. Nothing was changed."
        ) from error


def _twice(limits: Limits) -> Limits:
    """It is read through once before anything is written, and once to write."""
    return Limits(members=limits.members, unpacked=2 * limits.unpacked, ratio=limits.ratio)


def _member(label: str) -> str:
    return f"{label}.jsonl"


def _parsed(line: bytes) -> Any:
    """Raises ValueError, RecursionError."""
    text = line.decode()
    inside = text.count("[") + text.count("{")
    if inside > _MOST_VALUES:
        raise ValueError
    value = json.loads(text, parse_constant=_no_number, parse_int=_whole, parse_float=_decimal)
    if inside > _DEEPEST:
        _look_at_depth(value)
    if _TO_LOOK_INTO.search(text):
        _look_at_texts(value)
    return value


def _no_number(_text: str) -> NoReturn:
    raise ValueError


def _whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError
    return int(text)


def _decimal(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError
    return number


def _look_at_depth(value: Any, depth: int = 0) -> None:
    if depth > _DEEPEST:
        raise ValueError
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inside:
        _look_at_depth(each, depth + 1)


def _look_at_texts(value: Any) -> None:
    if isinstance(value, str):
        value.encode()  # raises UnicodeEncodeError, a ValueError, for half a character
        if "\0" in value:
            raise ValueError
    inside = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inside:
        _look_at_texts(each)
