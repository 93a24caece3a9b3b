"""manage.py restore: a backup in the place of the whole database, or nothing changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.models import Action, Club, Player, Tournament
from tournaments.services.installation.backups.restoring import restore


class Command(BaseCommand):
    help = "Put a backup in the place of the whole database. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a backup made with manage.py backup")
        parser.add_argument(
            "--replace", action="store_true", help="replace an existing database (it is backed up first)"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        restored = restore(file, replace=replace)
        manifest = restored.manifest
        if restored.kept:
            self.stdout.write(f"What was here is kept in {restored.kept}")
        self.stdout.write(f"Restored {file}, made at {manifest.made_at} by Clubchess {manifest.app_version}.")
        if restored.migrated:
            self.stdout.write(f"It was made by an older Clubchess. Migrated: {', '.join(restored.migrated)}")
        for club in Club.objects.order_by("name"):
            tournaments, players = (model.objects.filter(club=club).count() for model in (Tournament, Player))
            self.stdout.write(f"{club.name}: tournaments {tournaments}, players {players}")
        self.stdout.write(f"Recorded actions: {Action.objects.count()}")
