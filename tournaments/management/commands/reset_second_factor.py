"""For whoever has lost the phone and the recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import User
from tournaments.services.accounts import second_factor
from tournaments.services.common.refusal import Refused


class Command(BaseCommand):
    help = (
        "Take somebody's second factor away and end their log-ins. Make sure that it is them who ask: they log in "
        "with the password alone then."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="user name or e-mail address")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        try:
            user = User.objects.get_by_natural_key(username.strip())
            second_factor.reset(user)
        except User.DoesNotExist:
            raise CommandError(f"Nobody is called {username} here.") from None
        except Refused:
            raise CommandError(f"{user.username} has no second factor.") from None
        self.stdout.write(f"{user.username} logs in with the password alone now, and is logged out everywhere.")
        if user.is_superuser:
            self.stdout.write("Before anything else they are led to set up a new second factor.")
