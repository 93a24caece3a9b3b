"""The database that tests begin with: made by the migrations once, and copied until one of them changes."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections
from django.test.utils import override_settings, setup_databases

from tools.files import files_in

ROOT = Path(__file__).parents[2]
ASIDE = ROOT / "var" / "check"
OF_TESTS = "clubchess_tests_"
"""How the databases begin that are copied on a server; those of older migrations are dropped."""


class _NoMigrations:
    """What Django asks for the module of an app's migrations: then it makes the tables of the models, if they lack."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def set_up(verbosity: int) -> list[Any]:
    """As `setup_databases`, whose answer it gives back."""
    ASIDE.mkdir(parents=True, exist_ok=True)
    with _one_at_a_time():
        databases = (_copied_file if connection.vendor == "sqlite" else _copied_on_the_server)(verbosity)
    ContentType.objects.clear_cache()
    return databases


def kept_file() -> Path:
    """Where it stands on SQLite, once it is made."""
    return ASIDE / f"migrated-{_hash()}.sqlite3"


def kept_on_the_server() -> str | None:
    """Its name among PostgreSQL's databases, once it is made."""
    return name if (name := f"{OF_TESTS}{_hash()}") in _there() else None


@functools.cache
def _hash() -> str:
    """Of all that migrations are made of, ours and those of packages."""
    files = [*files_in(ROOT / "tournaments" / "migrations", "*.py"), ROOT / "requirements.txt"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Whoever comes second finds what the first has made."""
    with (ASIDE / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _copied_file(verbosity: int) -> list[Any]:
    kept = kept_file()
    if not kept.exists():
        databases = setup_databases(verbosity, interactive=False)
        for old in ASIDE.glob("migrated-*.sqlite3"):
            old.unlink()
        new = kept.with_suffix(f".{os.getpid()}")
        with closing(sqlite3.connect(new)) as file:
            connection.connection.backup(file)
        new.rename(kept)
        return databases
    databases = _without_migrations(verbosity)
    with closing(sqlite3.connect(kept)) as file:
        file.backup(connection.connection)
    return databases


def _copied_on_the_server(verbosity: int) -> list[Any]:
    if kept := kept_on_the_server():
        connection.settings_dict["TEST"]["TEMPLATE"] = kept
        return _without_migrations(verbosity)
    there, kept = _there(), f"{OF_TESTS}{_hash()}"
    databases = setup_databases(verbosity, interactive=False)
    made = connection.ops.quote_name(connection.settings_dict["NAME"])
    connections.close_all()  # a database is copied while nobody looks into it
    with connection._nodb_cursor() as cursor:
        for old in there:
            cursor.execute(f"DROP DATABASE IF EXISTS {connection.ops.quote_name(old)}")
        cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(kept)} TEMPLATE {made}")
    return databases


def _there() -> set[str]:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{OF_TESTS}%"])
        return {name for (name,) in cursor.fetchall()}


def _without_migrations(verbosity: int) -> list[Any]:
    with override_settings(MIGRATION_MODULES=_NoMigrations()):
        return setup_databases(verbosity, interactive=False)
