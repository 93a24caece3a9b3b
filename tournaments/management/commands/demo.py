"""manage.py demo: a club to look at, in the middle of an evening."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from tournaments.management.commands.migrate import one_at_a_time
from tournaments.models import Club
from tournaments.services.clubs.first_word import make_word
from tournaments.services.common.refusal import Refused


class Command(BaseCommand):
    help = "Fill an empty installation with the demo club; do nothing if there is a club. --remove empties it again."

    requires_system_checks = ()  # `prepare` and `serve` have them, and a second start has nothing to do here

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="take the demo club away, with all that is in it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["remove"]:
                from tournaments.demo import remove_demo_club

                remove_demo_club()
                self.stdout.write(
                    "The demo club is gone: the first page makes a real one. "
                    f"From another device it asks for a word, which is: {make_word()}"
                )
                return
            demo = _demo_club()
            if demo is None and Club.objects.exists():
                self.stdout.write("This installation has its own club: no demo.")
                return
            if demo is None:
                from tournaments.demo import create_demo_club  # as long as all the rest, and seldom needed

                self.stdout.write("     making the demo club, about half a minute")
                self.stdout.flush()
                with one_at_a_time(connection):  # a second start waits longer than the database would
                    demo = _demo_club() or create_demo_club()
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Demo club {demo.name}: log in as {demo.DEMO_USERNAME}, password {demo.demo_password}")


def _demo_club() -> Club | None:
    return Club.objects.exclude(demo_password="").first()
