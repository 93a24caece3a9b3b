"""Django on a database and a folder of its own, for a program that asks the application in its own process."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clubchess.small_heap import keep_little


@contextmanager
def own_database(*, with_static_files: bool = False) -> Iterator[None]:
    """Set up and migrated; both go with the folder, unless `DATABASE_URL` names another database."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "clubchess.settings",
            "CLUBCHESS_DATA": folder,
            "DATABASE_URL": os.environ.get("DATABASE_URL") or f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            "SECRET_KEY": "bench" * 12,
            "LOG_LEVEL": "WARNING",
        }
        if with_static_files:
            os.environ["STATIC_MANIFEST"] = "true"
        import django

        keep_little()  # as manage.py does
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        if with_static_files:
            call_command("collectstatic", interactive=False, verbosity=0)
        yield
