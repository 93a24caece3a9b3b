"""For a lost tablet whose owner cannot log in, and for a key that has leaked."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import User
from tournaments.services.accounts.sessions import end_all_sessions, end_everybodys_sessions


class Command(BaseCommand):
    help = "Log somebody out on all devices, or everybody. Passwords stay as they are."

    def add_arguments(self, parser: CommandParser) -> None:
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("username", nargs="?", help="user name or e-mail address")
        whose.add_argument("--everybody", action="store_true", help="all who are logged in")

    def handle(self, *args: Any, username: str | None, everybody: bool, **options: Any) -> None:
        if everybody:
            self.stdout.write(f"Log-ins that were ended: {end_everybodys_sessions()}.")
            return
        try:
            user = User.objects.get_by_natural_key((username or "").strip())
        except User.DoesNotExist:
            raise CommandError(f"Nobody is called {username} here.") from None
        self.stdout.write(f"Log-ins of {user.username} that were ended: {end_all_sessions(user)}.")
