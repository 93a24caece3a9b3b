"""manage.py export_club: a club with its people and its history as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Club
from tournaments.services.installation.backups.migrations import refuse_newer_database
from tournaments.services.installation.backups.saving import workspace
from tournaments.services.installation.club_transfer.exporting import CannotExport, export_club


class Command(BaseCommand):
    help = (
        "Write a club with its players, tournaments and history into one file, which import_club reads in another "
        "installation. The server may be running. The file holds dates of birth, addresses and links to cards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the club's part of addresses")
        parser.add_argument("file", type=Path, metavar="FILE", help="a new file, readable by its owner alone")
        parser.add_argument(
            "--with-passwords",
            action="store_true",
            help="with the hashes of the passwords of those who work for the club, so that they log in there as here",
        )

    def handle(self, *args: Any, slug: str, file: Path, with_passwords: bool, **options: Any) -> None:
        refuse_newer_database()
        if file.exists():
            raise CommandError(f"There is a file {file} already: a club is not written over another file.")
        try:
            with workspace(file.parent) as work:
                manifest = export_club(slug, work / "packed", with_passwords=with_passwords)
                (work / "packed").rename(file)
        except Club.DoesNotExist:
            raise CommandError(f"There is no club with the address {slug}.") from None
        except CannotExport as error:
            raise CommandError(
                f"No other installation would take this value: {error}. Put it right first. No file was written."
            ) from error
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}. No file was written.") from None
        counts = manifest.counts
        self.stdout.write(
            f"{manifest.club} is in {file}  ({file.stat().st_size:,} bytes): players {counts['player']}, tournaments "
            f"{counts['tournament']}, games {counts['game']}, actions {counts['action']}, accounts {counts['user']}."
        )
        if with_passwords:
            self.stdout.write("It holds hashes of passwords: store it like a backup, and delete it afterwards.")
