"""Django's own, one at a time: of several processes that start at once, the first migrates and the others wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands.migrate import Command as DjangosCommand
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from filelock import FileLock

LOCK = 2_026_112_519
"""A number of ours among PostgreSQL's advisory locks."""


class Command(DjangosCommand):
    def handle(self, *args: Any, **options: Any) -> None:
        with one_at_a_time(connections[options["database"]]):
            super().handle(*args, **options)


@contextmanager
def one_at_a_time(connection: BaseDatabaseWrapper, *, number: int = LOCK, called: str = "migrating") -> Iterator[None]:
    """The lock goes with the process that holds it, however that ends. It is held in a transaction of a connection of
    its own: a pooler that lends connections by transactions leaves it where it is."""
    if connection.vendor == "postgresql":
        beside = connection.copy()
        try:
            beside.set_autocommit(False)
            with beside.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
            yield
        finally:
            beside.close()
    elif connection.is_in_memory_db():  # type: ignore[attr-defined]  # SQLite's
        yield
    else:
        with FileLock(f"{connection.settings_dict['NAME']}-{called}"):
            yield
