"""Start a real club: its page, its first admin, and the link by which they choose a password."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.one_time_link import add_base_url, check_base_url, hours_good, one_time_link
from tournaments.services.clubs.clubs import create_club
from tournaments.services.common.refusal import Refused


class Command(BaseCommand):
    help = "Create a club with its first admin, and print a one-time link for the admin's password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="as people call it: “SK Rockaden”")
        parser.add_argument("--admin", required=True, metavar="USER", help="user name of the first admin")
        parser.add_argument("--email", default="", help="the admin's e-mail address")
        parser.add_argument("--slug", default="", help="the club's part of addresses; made from the name if not given")
        parser.add_argument("--time-zone", default="Europe/Oslo", help="default %(default)s")
        parser.add_argument(
            "--language",
            default="",
            choices=["", *dict(settings.LANGUAGES)],
            help="of papers, the screen in the hall and mails: nb, sv, da, de, nl or en; later if not given",
        )
        add_base_url(parser)

    def handle(
        self,
        *args: Any,
        name: str,
        admin: str,
        email: str,
        slug: str,
        time_zone: str,
        language: str,
        base_url: str,
        **options: Any,
    ) -> None:
        base_url = check_base_url(base_url)
        try:
            club, user = create_club(
                name=name, username=admin, email=email, slug=slug, time_zone=time_zone, language=language
            )
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        first = club.language or settings.LANGUAGE_CODE
        self.stdout.write(f"{club.name} is created. Its page is {base_url}/{first}/{club.slug}/")
        if user.has_usable_password():
            self.stdout.write(f"{user.username} was here already, is its admin now and logs in as before.")
            return
        self.stdout.write(
            f"{user.username} is its admin and chooses a password here, once, within {hours_good()} hours:"
        )
        self.stdout.write(one_time_link(user, base_url, first))
