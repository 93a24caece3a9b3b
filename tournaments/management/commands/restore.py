"""manage.py restore: a backup in the place of the whole database, or nothing changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from tournaments.management.backups.archive import Manifest, read_manifest, unpack
from tournaments.management.backups.database import Database
from tournaments.management.backups.migrations import refuse_unknown
from tournaments.management.backups.saving import dated, opened, save, workspace
from tournaments.models import Action, Club, Player, Tournament


class Command(BaseCommand):
    help = "Put a backup in the place of the whole database. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a backup made with manage.py backup")
        parser.add_argument(
            "--replace", action="store_true", help="where something is already: back that up, then replace it"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        manifest = read_manifest(file)
        _refuse_what_does_not_fit(manifest)
        try:
            with opened()(alone=True) as database, workspace(database.directory) as work:
                database.refuse_newer(manifest.database_version)
                content = work / "content"
                unpack(file, manifest, content)
                self._keep_what_is_there(database, replace=replace)
                migrated = database.replace_with(content)
        except OSError as error:
            raise CommandError(f"{error.filename or file}: {error.strerror}. Nothing was changed.") from None
        except DatabaseError as error:
            raise CommandError(f"The backup could not be put in place: {error}. Nothing was changed.") from None
        self.stdout.write(f"Restored {file}, made at {manifest.made_at} by Clubchess {manifest.app_version}.")
        if migrated:
            self.stdout.write(f"It was made by an older Clubchess. Migrated: {', '.join(migrated)}")
        self._tell_what_is_there()

    def _keep_what_is_there(self, database: Database, *, replace: bool) -> None:
        if database.is_empty():
            return
        if not replace:
            raise CommandError(
                "This installation is not empty. With --replace it is backed up and then replaced. Nothing was changed."
            )
        backups = settings.DATA_DIR / "backups"
        backups.mkdir(mode=0o700, exist_ok=True)
        kept = dated(backups, "before-restore")
        save(database, kept)
        self.stdout.write(f"What was here is kept in {kept}")

    def _tell_what_is_there(self) -> None:
        for club in Club.objects.order_by("name"):
            tournaments, players = (model.objects.filter(club=club).count() for model in (Tournament, Player))
            self.stdout.write(f"{club.name}: tournaments {tournaments}, players {players}")
        self.stdout.write(f"Recorded actions: {Action.objects.count()}")


def _refuse_what_does_not_fit(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise CommandError(
            f"The backup is of {manifest.database} and this installation runs on {connection.vendor}. "
            "Single tournaments move with export_tournament and import_tournament. Nothing was changed."
        )
    refuse_unknown(manifest.migrations)
