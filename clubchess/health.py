"""Is the process alive, and can it serve."""

import os
import shutil
import threading
from pathlib import Path
from typing import Final

import structlog
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubchess.outages import named_by_the_database
from tournaments.recording import newer_migrations

MB = 1024 * 1024
# An evening takes a few; what is beside a database while it is backed up, more.
ROOM = 50 * MB
_PLAIN: Final = "text/plain; charset=utf-8"

log = structlog.get_logger("clubchess")

_leaving = threading.Event()


def leave() -> None:
    """From now on this process says that it is not ready, and still answers whoever asks."""
    _leaving.set()


def is_leaving() -> bool:
    return _leaving.is_set()


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type=_PLAIN)


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Asks and looks, and writes nothing: it is asked every few seconds, by anybody. Beside a newer version it goes on
    and says so."""
    newer: list[str] = []
    database_error = ""
    if is_leaving():
        return _not_ready("stopping")
    try:
        executor = MigrationExecutor(connection)
        newer = newer_migrations(executor.loader)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
        missing = "migrations not applied" if waiting else _missing_for_writing()
    except DatabaseError as error:
        missing, database_error = "database not reachable", named_by_the_database(error)
    except OSError:
        missing = "data directory not readable"
    _last_line.tell(missing, database_error)
    if missing:
        return _not_ready(missing)
    said = f"ok, and a newer version has migrated the database: {newer[-1]}" if newer else "ok"
    return HttpResponse(said, content_type=_PLAIN)


def _not_ready(missing: str) -> HttpResponse:
    response = HttpResponse(missing, status=503, content_type=_PLAIN)
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django's mark: else it is an error at each look
    return response


class _LastLine:
    """What the log of this process has last been told. Whoever watches looks every few seconds: a line is written when
    it changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._missing = ""

    def tell(self, missing: str, database_error: str) -> None:
        with self._lock:
            before, self._missing = self._missing, missing
        if missing == before:
            return
        if missing:
            named = {"database_error": database_error} if database_error else {}
            log.error("not_ready", missing=missing, **named)
        else:
            log.info("ready_again")


_last_line = _LastLine()


def _missing_for_writing() -> str:
    """Empty where nothing is."""
    free = free_bytes()
    if free is not None and free < ROOM:
        return f"disk full: less than {ROOM // MB} MB free for the data"
    return "" if takes_writes() else "database takes no writes"


def free_bytes() -> int | None:
    """For SQLite's file; none where the disk is another server's. Raises OSError where it cannot be looked at."""
    return shutil.disk_usage(_file().parent).free if connection.vendor == "sqlite" else None


def takes_writes() -> bool:
    """Of PostgreSQL that its server, or whoever watches its disk, has not closed it. Nothing is tried."""
    if connection.vendor == "sqlite":
        return os.access(_file(), os.W_OK)
    with connection.cursor() as cursor:  # what a session was told when it began may be a pooler's, and old
        cursor.execute("SELECT current_setting('default_transaction_read_only')::boolean OR pg_is_in_recovery()")
        return not cursor.fetchone()[0]


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])
