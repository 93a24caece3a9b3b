"""Is the process alive, and can it serve."""

import os
import shutil
import threading
from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.recording import newer_migrations

MB = 1024 * 1024
# An evening takes a few; what is beside a database while it is backed up, more.
ROOM = 50 * MB


_leaving = threading.Event()


def leave() -> None:
    """From now on this process says that it is not ready, and still answers whoever asks."""
    _leaving.set()


def is_leaving() -> bool:
    return _leaving.is_set()


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Asks and looks, and writes nothing: it is asked every few seconds, by anybody. Beside a newer version it goes on
    and says so."""
    newer: list[str] = []
    if is_leaving():
        return HttpResponse("stopping", status=503, content_type="text/plain; charset=utf-8")
    try:
        executor = MigrationExecutor(connection)
        newer = newer_migrations(executor.loader)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
        missing = "migrations not applied" if waiting else _missing_for_writing()
    except DatabaseError:
        missing = "database not reachable"
    except OSError:
        missing = "data directory not readable"
    said = missing or (f"ok, and a newer version has migrated the database: {newer[-1]}" if newer else "ok")
    return HttpResponse(said, status=503 if missing else 200, content_type="text/plain; charset=utf-8")


def _missing_for_writing() -> str:
    """Empty where nothing is. Of PostgreSQL's disk only that its server, or whoever watches it, has closed it."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        if shutil.disk_usage(file.parent).free < ROOM:
            return f"disk full: less than {ROOM // MB} MB free for the data"
        return "" if os.access(file, os.W_OK) else "database takes no writes"
    with connection.cursor() as cursor:  # what a session was told when it began may be a pooler's, and old
        cursor.execute("SELECT current_setting('default_transaction_read_only')::boolean OR pg_is_in_recovery()")
        is_closed = cursor.fetchone()[0]
    return "database takes no writes" if is_closed else ""
