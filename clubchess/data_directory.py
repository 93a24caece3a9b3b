"""The data directory, for its owner's eyes alone: database, secret key and backups are in it."""

import os
import stat
from pathlib import Path

from platformdirs import user_data_path

from clubchess import program_files
from clubchess.platforms.ownership import close_to_others, is_own

# What the application writes there; a directory that holds anything else is not ours alone.
SECRET = ("clubchess.sqlite3", "secret_key")
OTHERS = (
    *("backups", "check", "chosen.json", "clubchess.log", "put-back.json", "static", "test_clubchess.sqlite3"),
    *(".clubchess-", ".restore-"),
)

UMASK = 0o077


def data_directory() -> Path:
    """The one that was chosen, or the usual one."""
    return Path(os.environ.get("CLUBCHESS_DATA") or usual_data_directory()).absolute()


def usual_data_directory() -> Path:
    """In a checkout `var`; else where this user's programs keep their data."""
    if not program_files.IS_INSTALLED:
        return program_files.ROOT / "var"
    return user_data_path("Clubchess", appauthor=False, roaming=False)


def make_private(directory: Path) -> None:
    """Made where it is missing, and closed to others where an earlier version left it open.

    What belongs to another user is left alone: a command run as root must not take it from the server. A directory
    that holds others' things too, or in which everybody may write (/tmp), stays open, and our own files are closed.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    here = directory.stat()
    if not is_own(here):
        return
    found = list(directory.iterdir())
    for path in found:
        if path.name.startswith(SECRET):
            _close(path)
    if not here.st_mode & stat.S_ISVTX and all(path.name.startswith(SECRET + OTHERS) for path in found):
        close_to_others(directory, here, 0o700)


def close_database(file: Path) -> None:
    """SQLite's, wherever it stands, and what stands beside it while it is open."""
    for end in ("", "-wal", "-shm", "-journal"):
        _close(file.with_name(file.name + end))


def _close(path: Path) -> None:
    try:
        there = path.lstat()
    except FileNotFoundError:  # SQLite has just removed its journal
        return
    if stat.S_ISREG(there.st_mode) and is_own(there):
        close_to_others(path, there, 0o600)
