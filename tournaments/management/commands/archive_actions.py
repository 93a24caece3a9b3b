"""Take out of the database what only the undo of old actions would need, and keep it in a file."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.management.action_archives import ArchiveFile, drop_begun_in, unfinished_in
from tournaments.management.commands.migrate import one_at_a_time
from tournaments.recording import YOUNGEST
from tournaments.services.activity.archiving import ToArchive
from tournaments.services.activity.retention import forget_what_is_old
from tournaments.services.installation.backups.saving import dated

LOCK = 2_026_112_671
"""A number of ours among PostgreSQL's advisory locks."""
_DAYS = 400
_LONGEST = 36_500


class Command(BaseCommand):
    help = (
        "Write old actions of seasons long closed into a file, and take out of the database what only their undo would "
        "need. What was done stays to be read; it cannot be undone any more. The server may be running."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, metavar="FILE", help="a new file, or a directory that gets one named after the time"
        )
        parser.add_argument(
            "--older-than", type=int, default=_DAYS, metavar="DAYS", help=f"only what was done longer ago; {_DAYS}"
        )

    def handle(self, *args: Any, file: Path, older_than: int, **options: Any) -> None:
        if not YOUNGEST.days <= older_than <= _LONGEST:
            raise CommandError(f"--older-than {older_than}: give a number of days from {YOUNGEST.days} to {_LONGEST}.")
        before = timezone.now() - datetime.timedelta(days=older_than)
        try:
            with one_at_a_time(connection, number=LOCK, called="archiving"):
                self._archive(file, before, verbosity=options["verbosity"])
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}. Run it again: nothing is lost.") from None
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {error}. Run it again: nothing is lost.") from None

    def _archive(self, file: Path, before: datetime.datetime, *, verbosity: int) -> None:
        """What an earlier run had begun to take away is taken away first, or it would be archived a second time."""
        if file.is_dir():
            drop_begun_in(file)
            for left in unfinished_in(file):
                self._take_away(left, verbosity)
            archive = ArchiveFile(path=dated(file, "actions", ".jsonl.gz"))
        else:
            archive = ArchiveFile(path=file)
            if file.exists():
                raise CommandError(f"There is a file {file} already: an archive is not written over another.")
            if archive.unfinished.exists():
                self._take_away(archive, verbosity)
                return
            archive.begun.unlink(missing_ok=True)
        forget_what_is_old()  # it is in no archive
        found = ToArchive(before=before)
        if archive.write(found.batches()):
            self._take_away(archive, verbosity)
        elif verbosity:
            self.stdout.write("Nothing to archive.")
        for season, since in found.left_open() if verbosity else ():
            self.stdout.write(
                f"{season.club.slug}: what was done since {since:%Y-%m-%d} stays, for the season {season.name} is open."
            )

    def _take_away(self, archive: ArchiveFile, verbosity: int) -> None:
        taken = archive.take_away()
        if verbosity:
            self.stdout.write(f"Archived: {taken} actions, in {archive.path}  ({archive.path.stat().st_size:,} bytes)")
