"""A command of Django's that this app does in another way."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class ReplacedCommand(BaseCommand):
    instead = (
        "Every change of a user is recorded here, and passwords are never typed for others. "
        "Run: manage.py login_link USER for a new password, manage.py create_superuser USER for somebody who runs "
        "the installation, manage.py create_club for a club: each prints a one-time link."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ignored", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError(self.instead)
