"""A way in for whoever lost the password and has no admin to ask."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.one_time_link import add_base_url, check_base_url, hours_good, one_time_link
from tournaments.models import User


class Command(BaseCommand):
    help = "Print a one-time link by which somebody chooses a new password. What they may do stays as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="user name or e-mail address")
        add_base_url(parser)

    def handle(self, *args: Any, username: str, base_url: str, **options: Any) -> None:
        base_url = check_base_url(base_url)
        try:
            user = User.objects.get_by_natural_key(username.strip())
        except User.DoesNotExist:
            raise CommandError(f"Nobody is called {username} here.") from None
        if not user.is_active:
            raise CommandError(f"The account {user.username} is closed.")
        self.stdout.write(f"{user.username} chooses a new password here, once, within {hours_good()} hours:")
        self.stdout.write(one_time_link(user, base_url))
