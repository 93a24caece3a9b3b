"""Somebody who runs the installation, and a way in for whoever lost the password."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.one_time_link import add_base_url, check_base_url, hours_good, one_time_link
from tournaments.services.accounts.accounts import create_superuser
from tournaments.services.accounts.second_factor import is_owed
from tournaments.services.common.refusal import Refused


class Command(BaseCommand):
    help = "Let somebody run the installation, and print a one-time link for a (new) password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="user name; somebody who is there already runs the installation, too")
        parser.add_argument("--email", default="", help="the e-mail address")
        add_base_url(parser)

    def handle(self, *args: Any, username: str, email: str, base_url: str, **options: Any) -> None:
        base_url = check_base_url(base_url)
        try:
            user = create_superuser(username=username, email=email)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{user.username} runs the installation.")
        self.stdout.write(f"A (new) password can be chosen here, once, within {hours_good()} hours:")
        self.stdout.write(one_time_link(user, base_url))
        if is_owed(user):
            self.stdout.write("After the first log-in they set up a second factor, with an app on a phone.")
