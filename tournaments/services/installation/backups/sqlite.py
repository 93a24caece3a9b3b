"""A SQLite file: copied whole while others write, and exchanged for another in one step."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection

from clubchess.platforms.files import flush_directory, replace_open_file
from clubchess.platforms.ownership import give_to, is_administrator, is_own
from tournaments.recording import outdate_cached_pages
from tournaments.services.installation.backups.archive import flush
from tournaments.services.installation.backups.database import BOOKKEEPING, Dump, not_backed_up
from tournaments.services.installation.backups.errors import BackupError, NotABackup
from tournaments.services.installation.backups.migrations import check_and_migrate

_WRITER_AHEAD = 20  # seconds
_SERVER_STOPPING = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class SqliteDatabase:
    path: Path
    sqlite_file: sqlite3.Connection | None
    """None: there is no file yet."""

    @property
    def directory(self) -> Path:
        """The new file is made on the same disk, or it could not be moved in one step."""
        return self.path.parent

    def dump(self, to: Path) -> Dump:
        if self.sqlite_file is None:
            raise BackupError(f"There is no database {self.path} yet: nothing to back up.")
        with _explained(self.path):
            migrations = _migrations(self.sqlite_file)
            with closing(sqlite3.connect(to, isolation_level=None)) as copy:
                self.sqlite_file.backup(copy)  # in one step, so it is the state of one moment
                _ask(copy, "PRAGMA journal_mode=DELETE")  # one file, no journal beside it
                _refuse_damaged(copy)
                _leave_out(copy, not_backed_up())
        return Dump(migrations=migrations, database_version=sqlite3.sqlite_version)

    def is_empty(self) -> bool:
        if self.sqlite_file is None:
            return True
        with _explained(self.path):
            tables = [name for (name,) in _ask(self.sqlite_file, "SELECT name FROM sqlite_master WHERE type = 'table'")]
            return not any(
                _ask(self.sqlite_file, f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")  # noqa: S608
                for name in tables
                if not name.startswith((*BOOKKEEPING, "sqlite_"))
            )

    def refuse_newer(self, database_version: str) -> None:
        """The file's format is the same in every version."""

    def replace_with(self, content: Path) -> tuple[str, ...]:
        with _explained(content):
            with closing(sqlite3.connect(content, isolation_level=None)) as new:
                _refuse_what_does_something(new)
                _refuse_damaged(new)
            with _django_on(content):
                migrated = check_and_migrate()
                outdate_cached_pages()
                connection.check_constraints()
            with closing(sqlite3.connect(content, isolation_level=None)) as new:
                _ask(new, "PRAGMA journal_mode=DELETE")
        _give_to(content, self.path if self.sqlite_file else self.directory, mode_too=self.sqlite_file is not None)
        flush(content)
        if self.sqlite_file is not None:
            # The old journal must not be found beside the new file: SQLite would write its pages into it.
            _ask(self.sqlite_file, "PRAGMA journal_mode=DELETE")
        replace_open_file(content, self.path, close=self.sqlite_file.close if self.sqlite_file else lambda: None)
        flush_directory(self.directory)
        return migrated


@contextmanager
def opened(*, alone: bool) -> Iterator[SqliteDatabase]:
    """`alone`: until the end nobody else reads or writes, and nobody could when it began."""
    path = Path(connection.settings_dict["NAME"]).resolve()
    connection.close()
    if not path.exists():
        _refuse_journal_without_database(path)
        yield SqliteDatabase(path=path, sqlite_file=None)
        return
    wait = _SERVER_STOPPING if alone else _WRITER_AHEAD
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=wait)) as file:
        if alone:
            _refuse_another_owner(path)
            _take(file, path)
        yield SqliteDatabase(path=path, sqlite_file=file)


def _take(file: sqlite3.Connection, path: Path) -> None:
    with _explained(path):
        _ask(file, "PRAGMA locking_mode=EXCLUSIVE")  # kept from the next transaction until the file is closed
        _ask(file, "BEGIN EXCLUSIVE")
        _ask(file, "COMMIT")


def _migrations(file: sqlite3.Connection) -> tuple[str, ...]:
    if not _ask(file, "SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'"):
        raise BackupError("The database has no tables of Clubchess: nothing to back up.")
    return tuple(f"{app}.{name}" for app, name in _ask(file, "SELECT app, name FROM django_migrations ORDER BY id"))


def _refuse_damaged(file: sqlite3.Connection) -> None:
    if (found := _ask(file, "PRAGMA integrity_check(1)")) != [("ok",)]:
        raise sqlite3.DatabaseError(found[0][0])


def _refuse_what_does_something(file: sqlite3.Connection) -> None:
    """A file from elsewhere could change on each write what nobody asked for. Ours holds tables and indexes only."""
    if _ask(file, "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"):
        raise NotABackup(
            "The backup holds triggers, views or virtual tables, which no Clubchess makes. Nothing was changed."
        )


def _leave_out(sqlite_file: sqlite3.Connection, tables: Iterable[str]) -> None:
    for table in tables:
        if _ask(sqlite_file, f"SELECT 1 FROM sqlite_master WHERE name = '{table}'"):  # noqa: S608
            _ask(sqlite_file, f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608
    _ask(sqlite_file, "VACUUM")  # or what was deleted, now or long ago, could still be read in the file


def _refuse_journal_without_database(path: Path) -> None:
    for journal in (path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal")):
        if journal.exists():
            raise BackupError(
                f"There is a journal {journal} without its database. It may hold the last changes: "
                "move it to where the database went, and start again."
            )


def _refuse_another_owner(path: Path) -> None:
    if not is_administrator() and not is_own(path.stat()):
        raise BackupError(f"{path} belongs to another user: restore as that user, or the server cannot open it.")


def _ask(sqlite_file: sqlite3.Connection, question: str) -> list[tuple[Any, ...]]:
    return sqlite_file.execute(question).fetchall()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BackupError(f"{path} is in use: stop the server and whatever else has it open.") from None
        raise BackupError(f"{path}: {error}. Nothing was changed.") from None
    except sqlite3.DatabaseError as error:
        raise BackupError(
            f"{path} is damaged ({error}). If it is the installation's own: stop the server, move it away together "
            "with the files whose names begin the same, and restore the last good backup."
        ) from None


@contextmanager
def _django_on(path: Path) -> Iterator[None]:
    kept = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = kept


def _give_to(new: Path, like: Path, *, mode_too: bool) -> None:
    owner = like.stat()
    give_to(new, owner, mode=owner.st_mode & 0o777 if mode_too else 0o600)
