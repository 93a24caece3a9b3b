"""Delete for good what has been in the trash for long enough."""

import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.services.clubs.trash import empty_trash
from tournaments.services.installation.backups.migrations import refuse_newer_database

_LONGEST = 36_500


class Command(BaseCommand):
    help = "Delete the tournaments in the trash for good: rounds, results, tables and their record of actions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than", type=int, required=True, metavar="DAYS", help="only what was put away longer ago than this"
        )

    def handle(self, *args: Any, older_than: int, **options: Any) -> None:
        if not 0 <= older_than <= _LONGEST:
            raise CommandError(f"--older-than {older_than}: give a number of days from 0 to {_LONGEST}.")
        refuse_newer_database()
        names = empty_trash(before=timezone.now() - datetime.timedelta(days=older_than))
        for name in names:
            self.stdout.write(f"{name} is deleted for good.")
        if not names:
            self.stdout.write("Nothing has been in the trash for that long.")
