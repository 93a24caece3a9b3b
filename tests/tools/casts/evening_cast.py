"""A club on its evening: players entered, numbers drawn, the round taken as far as a test needs, by the services."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from django.test import Client
from django.urls import reverse

from tests.kept import kept
from tournaments.models import (
    Club,
    Directorship,
    Entry,
    Game,
    Membership,
    Player,
    Presence,
    Role,
    Round,
    Season,
    Tournament,
    User,
)
from tournaments.names import folded_name
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.evening import attendance
from tournaments.services.rounds import results
from tournaments.services.setup import entries, tournaments

GIVEN = ("Kari", "Bo", "Anna", "Åse", "Tor", "Ida", "Siri", "Eva", "Jan", "Nils")
FAMILY = ("Berg", "Ek", "Dahl", "Holm", "Voss", "Lund", "Moe")


@dataclass(kw_only=True)
class Evening:
    club: Club
    season: Season
    director: User
    tournament: Tournament
    players: list[Player]
    entries: list[Entry] = field(default_factory=list)

    @property
    def by(self) -> dict[str, User]:
        return {"actor": self.director}

    @property
    def round(self) -> Round:
        found = self.tournament.rounds.order_by("-number").first()
        assert found is not None
        return found

    @property
    def games(self) -> list[Game]:
        return list(self.round.games.order_by("board"))

    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.club.slug, self.tournament.slug, *args])

    def client(self) -> Client:
        client = Client()
        client.force_login(self.director, backend="tournaments.log_in.EmailOrUsernameBackend")
        return client

    @kept
    def open(self) -> Round:
        return rounds.open_next_round(self.tournament, seen_number=self.tournament.rounds.count() + 1, **self.by)

    @kept
    def mark(self, entry: Entry, presence: Presence = Presence.PRESENT, seen: str = Presence.UNMARKED) -> None:
        attendance.mark_attendance(self.round, entry, presence, seen=seen, **self.by)

    @kept
    def check_in(self, how_many: int | None = None) -> None:
        for entry in self.entries[:how_many]:
            self.mark(entry)

    @kept
    def pair(self) -> Round:
        return rounds.pair_round(self.round, seen_revision=self.round.revision, **self.by)

    @kept
    def publish(self) -> Round:
        return rounds.publish_round(self.round, seen_revision=self.round.revision, **self.by)

    @kept
    def finish(self, result: Result = Result.WHITE_WINS) -> None:
        for game in self.games:
            results.enter_result(game, result, seen=game.result, **self.by)

    @kept
    def play(self, how_many: int | None = None) -> None:
        """A whole round, to its last result."""
        self.open()
        self.check_in(how_many)
        self.pair()
        self.publish()
        self.finish()


@kept
def evening(players: int = 6, *, entered: bool = True, planned_rounds: int | None = None) -> Evening:
    club = Club.objects.create(name="SK Rockaden", slug="rockaden")
    season = Season.objects.create(
        club=club, name="2026-27", starts_on=datetime.date(2026, 8, 1), ends_on=datetime.date(2027, 6, 30)
    )
    director = User.objects.create(username="ola", name="Ola", password="!")
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    tournament = tournaments.create_tournament(
        club,
        season=season,
        name="Tuesdays",
        system="attendance_monrad",
        options={},
        planned_rounds=planned_rounds,
        actor=director,
    )
    assert Directorship.objects.filter(tournament=tournament, user=director).exists()
    made = Evening(
        club=club,
        season=season,
        director=director,
        tournament=tournament,
        players=[_player(club, place) for place in range(players)],
    )
    if entered:
        made.entries = entries.enter_players(tournament, made.players, **made.by)
        entries.draw_numbers(tournament, **made.by)
        made.entries = list(tournament.entries.select_related("player").order_by("number"))
    return made


def _player(club: Club, place: int) -> Player:
    given, family = GIVEN[place % len(GIVEN)], f"{FAMILY[place % len(FAMILY)]} {place}"
    return Player.objects.create(
        club=club, given_name=given, family_name=family, folded_name=folded_name(given, family), rating=1200 + place
    )
