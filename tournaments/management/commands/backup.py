"""manage.py backup: the whole database into one file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tournaments.selectors.kept_backups import MADE
from tournaments.services.installation.backups.saving import dated, drop_old, opened, save


class Command(BaseCommand):
    help = "Write a backup of the whole database into one file. The server may be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            metavar="FILE",
            help="a new file, or a directory that gets one named after the time; default: backups in CLUBCHESS_DATA",
        )
        parser.add_argument(
            "--keep", type=int, metavar="N", help="in a directory: remove all but the N newest named after their time"
        )

    def handle(self, *args: Any, file: Path | None, keep: int | None, **options: Any) -> None:
        if file is None:
            file = settings.DATA_DIR / "backups"
            file.mkdir(mode=0o700, exist_ok=True)
        directory = file if file.is_dir() else None
        if keep is not None and (directory is None or keep < 1):
            raise CommandError("--keep counts the backups in a directory, at least 1: give a directory, or nothing.")
        to = dated(directory, MADE) if directory else file
        try:
            with opened()(alone=False) as database:
                save(database, to)
            dropped = drop_old(directory, keep) if directory and keep else []
        except OSError as error:
            raise CommandError(f"{to}: {error.strerror}. No backup was written.") from None
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {error}. No backup was written.") from None
        if options["verbosity"]:
            self.stdout.write(f"The backup is {to}  ({to.stat().st_size:,} bytes)")
            if dropped:
                self.stdout.write(f"Older ones removed: {len(dropped)}")
