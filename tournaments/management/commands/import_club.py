"""manage.py import_club: the file of a club becomes a club here, beside others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tournaments.services.installation.club_transfer.club_file import BrokenClubFile
from tournaments.services.installation.club_transfer.importing import CannotImport, import_club


class Command(BaseCommand):
    help = (
        "Make a club here of a file that export_club wrote, whole or not at all. The server may be running. "
        "Import files of people you trust only: who works for the club comes with it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="as export_club wrote it")
        parser.add_argument("--slug", default="", help="another part of addresses than the club had")
        parser.add_argument(
            "--link-users",
            action="store_true",
            help="whoever has the same user name and the same e-mail address here is the same person",
        )

    def handle(self, *args: Any, file: Path, slug: str, link_users: bool, **options: Any) -> None:
        try:
            made = import_club(file, slug=slug, link_users=link_users)
        except (BrokenClubFile, CannotImport) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {error}. Nothing was changed.") from None
        counts = made.counts
        self.stdout.write(
            f"{made.club.name} is here, at /en/{made.club.slug}/: players {counts['player']}, tournaments "
            f"{counts['tournament']}, games {counts['game']}, actions {counts['action']}."
        )
        for what, count in made.made_anew.items():
            self.stdout.write(f"Taken here already and made anew: {what} ({count}).")
        if made.linked:
            self.stdout.write(f"Already had an account here, and now also work for the club: {', '.join(made.linked)}.")
        if made.without_password:
            names = ", ".join(made.without_password)
            self.stdout.write(f"Have no password yet; manage.py login_link makes each a link: {names}.")
