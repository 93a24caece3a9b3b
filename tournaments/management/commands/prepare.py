"""What has to be done before the server starts, each only where something has changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubchess import program_files, start
from clubchess.collected_files import is_as_collected, note_collected, to_collect
from clubchess.data_directory import UMASK
from tournaments.management.commands.migrate import one_at_a_time


class Command(BaseCommand):
    help = "Migrate the database and collect the static files, each only where something has changed."
    requires_system_checks = ()  # a second and a half; migrating has them, and the server

    def handle(self, *args: Any, **options: Any) -> None:
        before = os.umask(UMASK)
        if _waits_for_migrations():
            self.stdout.write("     making the database ready for this version, which can take minutes")
            self.stdout.flush()
            call_command("migrate", verbosity=0, skip_checks=False)
        os.umask(before)  # whoever serves the files, perhaps another user, must read them
        if not program_files.IS_INSTALLED:  # a wheel has them
            _collect()


def _waits_for_migrations() -> bool:
    if program_files.IS_INSTALLED and settings.IS_SQLITE:
        file = Path(settings.DATABASE["NAME"])
        start.prepare(file)
        return start.waiting_migrations(file)
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _collect() -> None:
    if is_as_collected(to_collect()):
        return
    with one_at_a_time(connection):
        sources = to_collect()
        if not is_as_collected(sources):  # somebody else may have been at it
            call_command("collectstatic", interactive=False, verbosity=0, skip_checks=False)
            note_collected(sources)
