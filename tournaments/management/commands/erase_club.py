"""manage.py erase_club: a club gone for good."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Club
from tournaments.services.installation.backups.migrations import refuse_newer_database
from tournaments.services.installation.club_transfer.club_erasing import CannotErase, erase_club


class Command(BaseCommand):
    help = (
        "Erase a club for good: its people, tournaments, pictures and history, and the accounts of those who work for "
        "no other club. Nothing brings it back but a file of export_club or a backup."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the club's part of addresses")
        parser.add_argument("--yes", metavar="SLUG", help="the same once more, in place of typing it when asked")

    def handle(self, *args: Any, slug: str, yes: str | None, **options: Any) -> None:
        refuse_newer_database()
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(f"There is no club with the address {slug}.")
        if (self._typed(club) if yes is None else yes) != slug:
            raise CommandError("That is not the club's address. Nothing was erased.")
        try:
            erased = erase_club(club)
        except CannotErase as error:
            raise CommandError(str(error)) from error
        told = sorted((str(model._meta.verbose_name), count) for model, count in erased.rows.items())
        self.stdout.write(f"{club.name} is erased. Rows: {', '.join(f'{name} {count}' for name, count in told)}.")
        self._tell("Accounts erased with it", erased.people)
        self._tell("Accounts that stay, since they are needed elsewhere here", erased.kept)
        self.stdout.write("Backups made before, and files of export_club, still hold the club.")

    def _typed(self, club: Club) -> str:
        self.stdout.write(
            f"This erases {club.name} for good: players {club.players.count()}, tournaments {club.tournaments.count()}."
        )
        try:
            return input(f"Type {club.slug} to go on: ").strip()
        except EOFError:
            return ""

    def _tell(self, what: str, usernames: tuple[str, ...]) -> None:
        if usernames:
            self.stdout.write(f"{what}: {', '.join(usernames)}.")
