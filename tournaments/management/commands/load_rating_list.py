"""A federation's rating list becomes the lookup table for all clubs here, or for one."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Club, Pace
from tournaments.services.common.refusal import Refused
from tournaments.services.players.rating_lists import load


class Command(BaseCommand):
    help = (
        "Load a rating list of FIDE, KNSB, DSB, DSU, SSF or Swiss-Manager, also in its zip. Members stay as they are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the downloaded file")
        parser.add_argument("--club", metavar="SLUG", help="for this club alone; without it for all clubs here")
        parser.add_argument(
            "--month", metavar="YYYY-MM", help="month of the list (default: the month in the file, or this month)"
        )
        parser.add_argument("--pace", choices=Pace.values, help="of a list that has only one and does not say which")
        parser.add_argument("--older", action="store_true", help="although a newer one is here")
        parser.add_argument("--fewer", action="store_true", help="although it has less than half of those before")

    def handle(
        self,
        *args: Any,
        file: Path,
        club: str | None,
        month: str | None,
        pace: str | None,
        older: bool,
        fewer: bool,
        **options: Any,
    ) -> None:
        owner = Club.objects.filter(slug=club).first() if club else None
        if club and owner is None:
            raise CommandError(f"There is no club with the address {club}.")
        try:
            day = datetime.datetime.strptime(month, "%Y-%m").date() if month else None  # noqa: DTZ007  # a day, no hour
        except ValueError:
            raise CommandError(f"--month {month}: write it as 2026-10.") from None
        try:
            with file.open("rb") as stream:
                row = load(
                    stream,
                    name=file.name,
                    club=owner,
                    month=day,
                    pace=pace,
                    older=older,
                    fewer=fewer,
                    progress=self._tell,
                )
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from None
        except Refused as refused:
            raise CommandError(f"{file}: {refused.message}", returncode=2) from None
        for line in row.told:
            self.stderr.write(line)
        self.stdout.write(f"Loaded: {row.people} people, lines left out: {row.left_out}.")

    def _tell(self, percent: int, people: int) -> None:
        if not percent % 10:
            self.stdout.write(f"{percent} %, {people} people")
            self.stdout.flush()
