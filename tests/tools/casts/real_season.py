"""A real club's season of 62 players, up to one of its evenings: what a tap costs is counted and measured on it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import resources

from django.urls import reverse

from tournaments.exchange import tournament_file
from tournaments.models import Attendance, Directorship, Game, Membership, Presence, Role, Round, Tournament, User
from tournaments.pairing.types.snapshot import NextRound, Result
from tournaments.services import rounds
from tournaments.services.clubs import clubs
from tournaments.services.evening import attendance
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results
from tournaments.services.setup import seasons

SEASON = resources.files("tournaments.demo").joinpath("club_season.json")


@dataclass(kw_only=True)
class RealSeason:
    """The rounds before `round` are finished."""

    tournament: Tournament
    director: User
    round: Round

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.tournament.club.slug, self.tournament.slug, *args])

    @property
    def rows(self) -> list[Attendance]:
        return list(self.round.attendances.select_related("entry__player").order_by("entry__number"))

    @property
    def games(self) -> list[Game]:
        return list(self.round.games.select_related("round__tournament__club").order_by("board"))

    def check_in(self, *, but: int = 0) -> None:
        """All but so many of those at the foot of the list."""
        rows = self.rows
        for row in rows[: len(rows) - but]:
            attendance.mark_attendance(self.round, row.entry, Presence.PRESENT, seen=row.presence, actor=self.director)
        self.round.refresh_from_db()

    def publish(self) -> None:
        """The round that is checking in is paired, and its boards are up."""
        for verb in (rounds.pair_round, rounds.publish_round):
            verb(self.round, seen_revision=self.round.revision, actor=self.director)
            self.round.refresh_from_db()

    def enter(self, games: Iterable[Game]) -> None:
        for game in games:
            results.enter_result(game, Result.WHITE_WINS, seen=game.result, actor=self.director)


def real_season(number: int, *, slug: str = "de-vrije-pion") -> RealSeason:
    """Until this round is open. Its director is no admin, so that the app must ask what they are named for."""
    file = tournament_file.parse(SEASON.read_bytes())
    file = replace(file, snapshot=replace(file.snapshot.after(number - 1), next_round=NextRound()))
    club, admin = clubs.create_club(name=slug, slug=slug, username=f"admin-{slug}")
    season = seasons.open_season(
        club,
        name="2025-26",
        starts_on=datetime.date(2025, 8, 1),
        ends_on=datetime.date(2026, 7, 31),
        actor=admin,
    )
    tournament = import_tournament(club, file, season=season, new_players=True, actor=admin)
    director = User.objects.create(username=f"director-{slug}", name="Ola Holm", password="!")
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    Directorship.objects.create(tournament=tournament, user=director)
    opened = rounds.open_next_round(tournament, seen_number=number, actor=director)
    return RealSeason(tournament=tournament, director=director, round=opened)
