"""A PostgreSQL database, by pg_dump and pg_restore; the password goes by the environment, not by the command.

Nothing that stands in a dump is run: the tables are made by our migrations, and only rows are taken from it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.backends.postgresql.client import DatabaseClient
from django.db.backends.utils import CursorWrapper

from tournaments.recording import outdate_cached_pages
from tournaments.services.installation.backups import migrations
from tournaments.services.installation.backups.database import BOOKKEEPING, Dump, not_backed_up
from tournaments.services.installation.backups.dumped_rows import Counter, NoRows, Rows, dumped_rows
from tournaments.services.installation.backups.errors import BackupError

# A database may be shared with others' tables: ours are those whose names begin so.
_OURS = ("tournaments_", *BOOKKEEPING)
_MIGRATIONS = "django_migrations"
_WAIT_FOR_OTHERS = "10s"
_COUNT_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
_KEYS = """
    SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname),
        format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = %s AND conrelid = ANY(%s::regclass[]) ORDER BY oid
"""
_INDEXES = """
    SELECT format('DROP INDEX %%s', indexrelid::regclass), pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid = ANY(%s::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    ORDER BY indexrelid
"""
_WORK_MEMORY = "256MB"
"""For an index that is made at once."""
_LOOKS = 10  # who is just leaving is still counted
_BETWEEN_LOOKS = 0.2  # seconds
_IN_USE = "The database is in use: stop the server and whatever else has it open."


@dataclass(frozen=True, kw_only=True, slots=True)
class PostgresqlDatabase:
    server: int
    """Its major version."""

    @property
    def directory(self) -> Path:
        return Path(settings.DATA_DIR)

    def dump(self, to: Path) -> Dump:
        return self._dump(to, *(f"--exclude-table-data={table}" for table in not_backed_up()))

    def _dump(self, to: Path, *options: str) -> Dump:
        self._refuse_older_client("pg_dump", self.server)
        applied = migrations.applied()
        if not applied:
            raise BackupError("The database has no tables of Clubchess: nothing to back up.")
        connection.close()
        tables = [f"--table={beginning}*" for beginning in _OURS]
        _run(
            "pg_dump",
            "--format=custom",
            "--encoding=UTF8",
            "--no-owner",
            "--no-privileges",
            f"--file={to}",
            *tables,
            *options,
        )
        return Dump(migrations=applied, database_version=str(self.server))

    def is_empty(self) -> bool:
        tables = {name for name in _tables() if not name.startswith(BOOKKEEPING)}
        models = {model._meta.db_table: model for model in apps.get_models()}
        return all(name in models and not models[name]._base_manager.exists() for name in tables)

    def replace_with(self, content: Path) -> tuple[str, ...]:
        self._refuse_older_client("pg_restore", self.server)
        before = content.with_name("before")
        there = bool(_tables())
        if there and migrations.applied():
            self._dump(before)
        _load(content)
        try:
            migrated = migrations.check_and_migrate()
            outdate_cached_pages()
        except BaseException:
            _load(before if before.exists() else None)
            raise
        return migrated

    def refuse_newer(self, database_version: str) -> None:
        if database_version.isdecimal() and int(database_version) > self.server:
            raise BackupError(
                f"The backup is of PostgreSQL {database_version} and the server here is {self.server}: "
                "update the server first. Nothing was changed."
            )

    @staticmethod
    def _refuse_older_client(program: str, server: int) -> None:
        if (client := _major(program)) < server:
            raise BackupError(
                f"{program} here is version {client} and the server is PostgreSQL {server}. "
                f"Install the client of the server's version (Debian: apt install postgresql-client-{server})."
            )


@contextmanager
def opened(*, alone: bool) -> Iterator[PostgresqlDatabase]:
    """`alone`: nobody else is connected when it begins; whoever comes later waits for the replacing transaction."""
    database = PostgresqlDatabase(server=connection.get_database_version()[0])
    if alone:
        _refuse_others()
    yield database
    connection.close()


def _refuse_others() -> None:
    """What they write between the backup of what is there and its replacement would be lost."""
    connection.close()
    for _ in range(_LOOKS):
        others = _run("psql", "--no-psqlrc", "--tuples-only", "--no-align", f"--command={_COUNT_OTHERS}").strip()
        if others == "0":
            return
        time.sleep(_BETWEEN_LOOKS)
    raise BackupError(f"{_IN_USE} Connected to it: {others}.")


def _tables() -> list[str]:
    return sorted(name for name in connection.introspection.table_names() if name.startswith(_OURS))


def _load(content: Path | None) -> None:
    """In one transaction: without ours, then the tables as they were and the rows of the dump, if there is one."""
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restore-") as directory:
        script = Path(directory, "rows")
        if content is not None:
            _run("pg_restore", "--data-only", f"--file={script}", str(content), connects=False)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{_WAIT_FOR_OTHERS}'")
                if names := ", ".join(connection.ops.quote_name(name) for name in _tables()):
                    cursor.execute(f"DROP TABLE {names}")
                if content is not None:
                    migrations.migrate_to(_migrations_in(script))
                    _fill(cursor, script)
        except NoRows:
            raise BackupError("The backup is cut off, or its text is not UTF-8. Nothing was changed.") from None
        except OperationalError as error:
            if "lock timeout" in str(error):
                raise BackupError(_IN_USE) from None
            raise
        finally:
            connection.close()


def _migrations_in(script: Path) -> list[tuple[str, str]]:
    with script.open("rb") as stream:
        for found in dumped_rows(stream):
            if isinstance(found, Rows) and found.table == _MIGRATIONS and {"app", "name"} <= {*found.columns}:
                app, name = found.columns.index("app"), found.columns.index("name")
                cells = [line.decode("utf-8", "replace").rstrip("\n").split("\t") for line in found.lines]
                return [(row[app], row[name]) for row in cells if len(row) == len(found.columns)]
    return []


def _fill(cursor: CursorWrapper, script: Path) -> None:
    """Rows and counters, of tables and columns that are there: no other word of the dump reaches the server."""
    quote = connection.ops.quote_name
    described = connection.introspection.get_table_description
    columns = {name: {each.name for each in described(cursor, name)} for name in _tables()}
    counters = {each["name"] for name in columns for each in connection.introspection.get_sequences(cursor, name)}
    cursor.execute(f"TRUNCATE {', '.join(map(quote, columns))}")  # what migrations have written
    made_anew = _without_keys(cursor, columns)
    with script.open("rb") as stream, connection.wrap_database_errors:
        for found in dumped_rows(stream):
            if isinstance(found, Counter):
                if found.sequence in counters:
                    cursor.execute("SELECT setval(%s, %s, %s)", [quote(found.sequence), found.value, found.is_given])
            elif not {*found.columns} <= columns.get(found.table, set()):
                raise BackupError(
                    f"The backup has a table {found.table} as no Clubchess of its version made it. Nothing was changed."
                )
            else:
                names = ", ".join(map(quote, found.columns))
                with cursor.copy(f"COPY {quote(found.table)} ({names}) FROM STDIN") as copy:
                    for line in found.lines:
                        copy.write(line)
    cursor.execute(f"SET LOCAL maintenance_work_mem = '{_WORK_MEMORY}'")
    for statement in made_anew:
        cursor.execute(statement)


def _without_keys(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """What makes foreign keys, unique constraints and indexes as they were. Of millions of rows it takes a fraction of
    the time, and no memory, to check them at once rather than row by row. Primary keys stay: others refer to them."""
    names = [connection.ops.quote_name(name) for name in tables]
    dropped: list[str] = []
    made: list[str] = []
    asked: list[tuple[str, list[str | list[str]]]] = [(_KEYS, ["f", names]), (_KEYS, ["u", names]), (_INDEXES, [names])]
    for question, given in asked:
        cursor.execute(question, given)
        for drop, make in cursor.fetchall():
            dropped.append(drop)
            made.append(make)
    for statement in dropped:
        cursor.execute(statement)
    return made[::-1]


def _run(program: str, *arguments: str, connects: bool = True) -> str:
    """What it printed."""
    where, secrets = _where() if connects else ([], {})
    completed = subprocess.run(  # noqa: S603  # our own arguments, and no shell
        [_found(program), *arguments, *where],
        env={**os.environ, **secrets},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode == 0:
        return completed.stdout
    if "lock timeout" in completed.stderr:
        raise BackupError(_IN_USE)
    raise BackupError(f"{program} did not succeed:\n{completed.stderr.strip()}")


def _where() -> tuple[list[str], dict[str, str]]:
    """As Django opens psql; pg_dump takes the same words."""
    arguments, environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    options = connection.settings_dict["OPTIONS"].get("options")
    return ["--no-password", *arguments[1:]], {**(environment or {}), **({"PGOPTIONS": options} if options else {})}


def _major(program: str) -> int:
    said = subprocess.run([_found(program), "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    found = re.search(r"\(PostgreSQL\) (\d+)", said.stdout)
    if found is None:
        raise BackupError(f"{program} does not say its version: {said.stderr.strip()}")
    return int(found.group(1))


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise BackupError(
            f"{program} is not installed here. It comes with PostgreSQL's client (Debian: apt install "
            "postgresql-client), of the server's own version."
        )
    return found
