"""A PostgreSQL database, by pg_dump, pg_restore and psql; the password goes by the environment, not by the command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from tournaments.management.backups import migrations
from tournaments.management.backups.database import BOOKKEEPING, Dump, not_backed_up
from tournaments.recording import outdate_cached_pages

# A database may be shared with others' tables: ours are those whose names begin so.
_OURS = ("tournaments_", *BOOKKEEPING)
_WAIT_FOR_OTHERS = "10s"
_COUNT_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
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
        return self._dump(to, f"--exclude-table-data={not_backed_up()}")

    def _dump(self, to: Path, *options: str) -> Dump:
        self._refuse_older_client("pg_dump", self.server)
        applied = migrations.applied()
        if not applied:
            raise CommandError("The database has no tables of Clubchess: nothing to back up.")
        connection.close()
        tables = [f"--table={beginning}*" for beginning in _OURS]
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={to}", *tables, *options)
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
            raise CommandError(
                f"The backup is of PostgreSQL {database_version} and the server here is {self.server}: "
                "update the server first. Nothing was changed."
            )

    @staticmethod
    def _refuse_older_client(program: str, server: int) -> None:
        if (client := _major(program)) < server:
            raise CommandError(
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
    raise CommandError(f"{_IN_USE} Connected to it: {others}.")


def _tables() -> list[str]:
    return sorted(name for name in connection.introspection.table_names() if name.startswith(_OURS))


def _load(content: Path | None) -> None:
    """In one transaction: without ours, then with those of the dump, if there is one."""
    names = ", ".join(connection.ops.quote_name(name) for name in _tables())
    connection.close()
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restore-") as directory:
        clear, script = Path(directory, "clear.sql"), Path(directory, "load.sql")
        clear.write_text(
            f"SET lock_timeout = '{_WAIT_FOR_OTHERS}';\n" + (f"DROP TABLE {names};\n" if names else ""),
            encoding="utf-8",
        )
        scripts = [f"--file={clear}"]
        if content is not None:
            _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(content), connects=False)
            scripts.append(f"--file={script}")
        _run("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", *scripts)


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
        raise CommandError(_IN_USE)
    raise CommandError(f"{program} did not succeed:\n{completed.stderr.strip()}")


def _where() -> tuple[list[str], dict[str, str]]:
    """As Django opens psql; pg_dump takes the same words."""
    arguments, environment = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    options = connection.settings_dict["OPTIONS"].get("options")
    return ["--no-password", *arguments[1:]], {**(environment or {}), **({"PGOPTIONS": options} if options else {})}


def _major(program: str) -> int:
    said = subprocess.run([_found(program), "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    found = re.search(r"\(PostgreSQL\) (\d+)", said.stdout)
    if found is None:
        raise CommandError(f"{program} does not say its version: {said.stderr.strip()}")
    return int(found.group(1))


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise CommandError(
            f"{program} is not installed here. It comes with PostgreSQL's client (Debian: apt install "
            "postgresql-client), of the server's own version."
        )
    return found
