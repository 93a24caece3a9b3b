"""The people of the tests about clubs: Kari is admin, Dag directs, Stig is a stranger to the club."""

import datetime
import itertools
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Attendance, Club, Entry, Game, Membership, Player, Role, Round, Season, Tournament, User
from tournaments.names import folded_name
from tournaments.pairing.types.snapshot import Colour

_codes = itertools.count(1)


def make_user(username: str, **values: Any) -> User:
    user = User(username=username, **{"email": f"{username}@example.org", **values})
    user.set_password("long enough to pass")
    user.save()
    return user


@dataclass
class Cast:
    """A club with an open season, an admin, a director, and somebody of another club."""

    club: Club = field(init=False)
    other_club: Club = field(init=False)
    kari: User = field(init=False)
    dag: User = field(init=False)
    stig: User = field(init=False)
    season: Season = field(init=False)

    def __post_init__(self) -> None:
        self.club = Club.objects.create(name="SK Rockaden", slug="sk-rockaden")
        self.other_club = Club.objects.create(name="Bergens", slug="bergens")
        self.kari, self.dag, self.stig = make_user("kari"), make_user("dag"), make_user("stig")
        self.works(self.kari, Role.ADMIN, links_allowed=True)
        self.works(self.dag, Role.DIRECTOR, links_allowed=True)
        Membership.objects.create(club=self.other_club, user=self.stig, role=Role.ADMIN)
        self.season = self.add_season("2026–27")

    def works(self, user: User, role: str, **values: Any) -> Membership:
        return Membership.objects.create(club=self.club, user=user, role=role, **values)

    def waiting(self, username: str = "ola") -> User:
        """Works for the club, and has chosen no password yet."""
        user = make_user(username)
        user.set_unusable_password()
        user.save()
        self.works(user, Role.DIRECTOR, links_allowed=True)
        return user

    def membership(self, user: User) -> Membership:
        return Membership.objects.get(club=self.club, user=user)

    def add_season(self, name: str, **values: Any) -> Season:
        dates = {"starts_on": datetime.date(2026, 8, 1), "ends_on": datetime.date(2027, 6, 1)}
        return Season.objects.create(club=self.club, name=name, **{**dates, **values})

    def add_player(self, given_name: str, family_name: str = "", **values: Any) -> Player:
        folded = folded_name(given_name, family_name)
        names = {"given_name": given_name, "family_name": family_name, "folded_name": folded}
        return Player.objects.create(**{"club": self.club, **names, **values})

    def add_tournament(self, name: str = "Autumn", *players: Player, **values: Any) -> Tournament:
        code = next(_codes)
        basics = {
            "slug": f"tournament-{code}",
            "short_code": f"k{code}",
            "system": "attendance_monrad",
            "seed": "0" * 64,
        }
        tournament = Tournament.objects.create(
            **{"club": self.club, "season": self.season, "name": name, **basics, **values}
        )
        for number, player in enumerate(players, start=1):
            Entry.objects.create(tournament=tournament, player=player, number=number)
        return tournament

    def play_round(self, tournament: Tournament, *, number: int = 1, state: str, result: str = "*") -> Round:
        """The tournament's first two entries on board 1."""
        round_ = Round.objects.create(tournament=tournament, number=number, state=state)
        game = Game.objects.create(round=round_, board=1, result=result)
        entries = tournament.entries.order_by("number")[:2]
        for entry, colour in zip(entries, Colour, strict=False):
            Attendance.objects.create(round=round_, entry=entry, presence="present", game=game, colour=colour)
        return round_
