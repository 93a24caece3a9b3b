"""A tournament file becomes a tournament of a club."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.forms.setup.seasons import suggested_season
from tournaments.management.tournament_files import add_system_argument, bytes_of
from tournaments.models import Club, Season
from tournaments.services.common.refusal import Refused
from tournaments.services.files.tournament_import import import_tournament, with_a_seed
from tournaments.services.setup.seasons import open_season


class Command(BaseCommand):
    help = "Make a tournament of a club from a tournament file or a TRF, with its players, rounds and results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a tournament file, or a TRF")
        add_system_argument(parser)
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club's part of addresses")
        parser.add_argument("--season", metavar="NAME", help="an open season; without it the newest")
        parser.add_argument("--name", help="in place of the name in the file")
        parser.add_argument("--new-players", action="store_true", help="take nobody for a player whom the club has")

    def handle(
        self,
        *args: Any,
        file: Path,
        club: str,
        season: str | None,
        name: str | None,
        new_players: bool,
        **options: Any,
    ) -> None:
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"There is no club with the address {club}.")
        try:
            data = read_tournament(bytes_of(file), system=options.get("system"))
            for note in data.notes:
                self.stderr.write(note.message.format(**note.facts))
            with transaction.atomic():
                shelf = _season(found, season)
                made = import_tournament(
                    found,
                    with_a_seed(data),
                    season=shelf,
                    name=name,
                    new_players=new_players,
                    people=data.people,
                    actor=None,
                )
        except FileError as error:
            place = f"{error.place}: " if error.place else ""
            raise CommandError(f"{file}: {place}{error}", returncode=2) from None
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(
            f"{made.name} is imported into {shelf.name}: players {made.entries.count()}, rounds {made.rounds.count()}. "
            f"Its page is /en/{found.slug}/{made.slug}/"
        )


def _season(club: Club, name: str | None) -> Season:
    """The newest open one, or the one called so; the first of a new club is opened."""
    if not club.seasons.exists():
        first = suggested_season(timezone.localdate(), ())
        return open_season(
            club, name=name or first["name"], starts_on=first["starts_on"], ends_on=first["ends_on"], actor=None
        )
    seasons = club.seasons.order_by("-starts_on", "-pk")
    found = seasons.filter(is_open=True).first() if name is None else seasons.filter(name=name).first()
    if found is None and name is None:
        raise CommandError(f"{club.name} has no open season: open one first.")
    if found is None:
        there = ", ".join(seasons.values_list("name", flat=True))
        raise CommandError(f"{club.name} has no season {name}. Its seasons: {there}.")
    return found
