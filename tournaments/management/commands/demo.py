"""manage.py demo: a club to look at, in the middle of an evening."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.demo import USERNAME, create_demo_club, remove_demo_club
from tournaments.models import Club
from tournaments.services.common.refusal import Refused


class Command(BaseCommand):
    help = "Fills an empty installation with the demo club; does nothing where a club is. --remove empties it again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="take the demo club away, with all that is in it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["remove"]:
                remove_demo_club()
                self.stdout.write("The demo club is gone. Start a real one with: manage.py create_club")
                return
            demo = Club.objects.exclude(demo_password="").first()
            if demo is None and Club.objects.exists():
                self.stdout.write("This installation has its own club: no demo.")
                return
            demo = demo or create_demo_club()
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Demo club {demo.name}: log in as {USERNAME}, password {demo.demo_password}")
