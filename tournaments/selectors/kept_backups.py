"""The backups of this installation that stand in its folders, and where new ones go."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from clubchess import chosen_here

MADE = "clubchess"
BEFORE_RESTORE = "before-restore"
BROUGHT = "brought"
"""How their names begin."""
_NAMES = re.compile(rf"({MADE}|{BEFORE_RESTORE}|{BROUGHT})-\d{{4}}-\d\d-\d\d-\d{{6}}(-\d+)?\.zip")


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptBackup:
    name: str
    at: datetime.datetime
    size: int
    """In bytes."""
    is_brought: bool
    is_before_restore: bool


def chosen() -> chosen_here.Chosen:
    return chosen_here.read(settings.DATA_DIR)


def usual_folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def chosen_folder() -> Path:
    where = chosen().backup_folder
    return Path(where) if where else usual_folder()


def folder() -> Path:
    """Where one is made now: the chosen folder, or the usual one where that is away, as a stick can be."""
    if (there := chosen_folder()).is_dir():
        return there
    usual_folder().mkdir(mode=0o700, exist_ok=True)
    return usual_folder()


def kept_backups() -> tuple[KeptBackup, ...]:
    """The newest first."""
    found = {file.name: file for each in (usual_folder(), folder()) for file in _files_in(each)}
    kept = [_described(file) for file in found.values()]
    return tuple(sorted(kept, key=lambda each: (each.at, each.name), reverse=True))


def kept_file(name: str) -> Path | None:
    """None where none of ours is called so."""
    if not _NAMES.fullmatch(name):
        return None
    return next((each / name for each in (folder(), usual_folder()) if (each / name).is_file()), None)


def last_made() -> datetime.datetime | None:
    """In the folder where one would be made now."""
    made = [_described(file).at for file in _files_in(folder()) if file.name.startswith(MADE)]
    return max(made, default=None)


def _files_in(directory: Path) -> Iterator[Path]:
    if directory.is_dir():
        yield from (file for file in directory.iterdir() if _NAMES.fullmatch(file.name))


def _described(file: Path) -> KeptBackup:
    there = file.stat()
    return KeptBackup(
        name=file.name,
        at=datetime.datetime.fromtimestamp(there.st_mtime, datetime.UTC),
        size=there.st_size,
        is_brought=file.name.startswith(BROUGHT),
        is_before_restore=file.name.startswith(BEFORE_RESTORE),
    )
