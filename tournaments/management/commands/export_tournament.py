"""A tournament of the installation as a tournament file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.tournaments import tournament_called
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.tournament_export import NotNumbered, tournament_download


class Command(BaseCommand):
    help = "Write a tournament as a tournament file (docs/tournament-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="CLUB/TOURNAMENT as in its address, or its short code")
        parser.add_argument("--output", type=Path, metavar="FILE", help="written anew; without it the screen")
        parser.add_argument(
            "--public", action="store_true", help="what everybody may see: no seed, names as the players wish"
        )

    def handle(self, *args: Any, tournament: str, output: Path | None, public: bool, **options: Any) -> None:
        try:
            download = tournament_download(tournament_called(tournament), Audience.PUBLIC if public else Audience.STAFF)
        except NotNumbered:
            raise CommandError("The players have no numbers yet: number them first.") from None
        if output is None:
            self.stdout.write(download.data.decode(), ending="")
            return
        try:
            output.write_bytes(download.data)
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"Written to {output}.")
