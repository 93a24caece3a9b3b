"""One backup into one file, and how many of them are kept."""

from __future__ import annotations

import datetime
import itertools
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from django.utils import timezone

from clubchess import __version__
from tournaments.selectors.kept_backups import MADE
from tournaments.services.installation.backups import postgresql, sqlite
from tournaments.services.installation.backups.archive import Manifest, digest, write_archive
from tournaments.services.installation.backups.database import Database, Opened
from tournaments.services.installation.backups.errors import BackupError

_ENGINES: dict[str, Opened] = {"sqlite": sqlite.opened, "postgresql": postgresql.opened}


def opened() -> Opened:
    """The way to this installation's database."""
    return _ENGINES[connection.vendor]


def save(database: Database, to: Path) -> Manifest:
    """Whole or not at all; never over another file."""
    if to.exists():
        raise BackupError(f"There is a file {to} already: a backup is not written over another.")
    with workspace(to.parent) as work:
        content, packed = work / "content", work / "packed"
        made_at = timezone.now()
        dump = database.dump(content)
        manifest = Manifest(
            app_version=__version__,
            made_at=made_at.astimezone(datetime.UTC).isoformat(timespec="seconds"),
            database=connection.vendor,
            database_version=dump.database_version,
            migrations=dump.migrations,
            size=content.stat().st_size,
            sha256=digest(content),
        )
        write_archive(packed, manifest, content)
        packed.rename(to)
    return manifest


def dated(directory: Path, beginning: str, ending: str = ".zip") -> Path:
    """A name that is free. Sorted by their stems, such files are sorted by age."""
    stem = f"{beginning}-{timezone.now().astimezone(datetime.UTC):%Y-%m-%d-%H%M%S}"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(file for name in names if not (file := directory / f"{name}{ending}").exists())


def drop_old(directory: Path, keep: int, *, beginning: str = MADE) -> list[Path]:
    """Those beyond the newest, of the names that this program gives by itself."""
    named = re.compile(rf"{beginning}-\d{{4}}-\d\d-\d\d-\d{{6}}(-\d+)?\.zip")
    ours = [file for file in directory.iterdir() if named.fullmatch(file.name)]
    ours.sort(key=lambda file: file.stem, reverse=True)
    for file in ours[keep:]:
        file.unlink()
    return ours[keep:]


@contextmanager
def workspace(beside: Path) -> Iterator[Path]:
    """A directory that nobody else can look into, on the same disk."""
    if not beside.is_dir():
        raise BackupError(f"There is no directory {beside}.")
    if not os.access(beside, os.W_OK):
        raise BackupError(f"The directory {beside} cannot be written to.")
    with tempfile.TemporaryDirectory(dir=beside, prefix=".clubchess-") as directory:
        yield Path(directory)
