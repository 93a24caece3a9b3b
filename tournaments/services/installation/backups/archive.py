"""The file of a backup: a zip with a manifest and the database, readable by its owner alone."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from clubchess.platforms.files import new_private_file
from tournaments.exchange.zip_files import Archive, BrokenArchive, Limits, SwollenArchive
from tournaments.services.installation.backups.errors import BackupError, NewerBackup, NotABackup

FORMAT = "clubchess-backup"
FORMAT_VERSION = 1
_MANIFEST = "manifest.json"
_CONTENT = "database"
_LARGEST_MANIFEST = 1_000_000
_LIMITS = Limits(members=10, unpacked=sys.maxsize, ratio=2_000)
"""A database may be of any size; what counts is that no more of it comes than was stated."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    app_version: str
    made_at: str
    """Instant in UTC, ISO 8601."""
    database: str
    """The kind, by Django's word for it."""
    database_version: str
    migrations: tuple[str, ...]
    size: int
    """Of the content, in bytes."""
    sha256: str


def digest(content: Path) -> str:
    with content.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def write_archive(to: Path, manifest: Manifest, content: Path) -> None:
    described = {"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(manifest)}
    with new_private_file(to) as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_MANIFEST, json.dumps(described, indent=2))
            archive.write(content, _CONTENT)
        stream.flush()
        os.fsync(stream.fileno())


def flush(path: Path) -> None:
    """A file's content stands on the disk."""
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def read_manifest(file: Path) -> Manifest:
    with _opened(file) as archive:
        described: Any = json.loads(_short(archive.pieces(_MANIFEST)))
        if described.pop("format") != FORMAT:
            raise ValueError
        if (version := int(described.pop("format_version"))) > FORMAT_VERSION:
            raise NewerBackup(f"{file}: its format is number {version}, and this Clubchess knows {FORMAT_VERSION}.")
        return _manifest(described)


def unpack(file: Path, manifest: Manifest, to: Path) -> None:
    """The content, once it is known to be the very bytes that were backed up."""
    with _opened(file) as archive, new_private_file(to) as unpacked:
        if _copied(archive.pieces(_CONTENT), unpacked, manifest.size) != manifest.sha256:
            raise NotABackup(f"{file}: its checksum is wrong, so it was damaged or altered. Nothing was changed.")


def _manifest(described: dict[str, Any]) -> Manifest:
    migrations = tuple(described.pop("migrations"))
    manifest = Manifest(migrations=migrations, **described)
    texts = (manifest.app_version, manifest.made_at, manifest.database, manifest.database_version, manifest.sha256)
    if not all(isinstance(text, str) for text in (*texts, *migrations)) or type(manifest.size) is not int:
        raise ValueError
    return manifest


def _short(pieces: Iterator[bytes]) -> bytes:
    read = b""
    for piece in pieces:
        read += piece
        if len(read) > _LARGEST_MANIFEST:
            raise ValueError
    return read


def _copied(pieces: Iterator[bytes], unpacked: IO[bytes], size: int) -> str:
    """The digest of what was copied; hardly more than the size that the manifest names."""
    seen = hashlib.sha256()
    left = size
    for piece in pieces:
        seen.update(piece)
        unpacked.write(piece)
        left -= len(piece)
        if left < 0:
            break
    return seen.hexdigest()


@contextmanager
def _opened(file: Path) -> Iterator[Archive]:
    try:
        with file.open("rb") as stream:
            yield Archive(stream, _LIMITS)
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}.") from None
    except (BrokenArchive, SwollenArchive, KeyError, ValueError, TypeError, RecursionError):
        raise NotABackup(f"{file} is not a backup of Clubchess, or only a part of one. Nothing was changed.") from None
