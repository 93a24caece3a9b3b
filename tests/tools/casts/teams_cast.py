"""A club with two teams in a league: twelve people on its list, three rounds played or to come."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from tests.tools.casts.factories import ClubFactory, PlayerFactory, SeasonFactory
from tournaments.models import Club, Fixture, FixturePlace, League, OutsideTeam, Player, SquadPlace

FIRST_MATCH = datetime.date(2026, 10, 6)


@dataclass(kw_only=True)
class Teams:
    """`people`: Player 0 … 11 in the order of the list, rated 2000, 1980 …: six of team 1, four of team 2, two of
    none."""

    club: Club
    league: League
    first: OutsideTeam
    second: OutsideTeam
    people: list[Player]

    @classmethod
    def of(cls, *, club: Club | None = None, boards: int = 4, **rules: object) -> Teams:
        club = club or ClubFactory()
        season = club.seasons.filter(is_open=True).first() or SeasonFactory(club=club)
        league = League.objects.create(club=club, season=season, name="League", rules={"boards": boards} | rules)
        first, second = (
            OutsideTeam.objects.create(league=league, number=number, name=f"{club.name} {number}", boards=boards)
            for number in (1, 2)
        )
        people = [PlayerFactory(club=club, given_name=f"Person{at}", rating=2000 - 20 * at) for at in range(12)]
        for at, player in enumerate(people):
            team = first if at < 6 else second if at < 10 else None
            SquadPlace.objects.create(league=league, player=player, team=team, position=at + 1, rating=player.rating)
        return cls(club=club, league=league, first=first, second=second, people=people)

    def fixture(self, team: OutsideTeam | None = None, *, round: int = 1, **values: object) -> Fixture:
        """Three weeks between two rounds."""
        given = {"date": FIRST_MATCH + datetime.timedelta(weeks=3 * (round - 1)), "opponent": f"Rivals {round}"}
        return Fixture.objects.create(team=team or self.first, round=round, **(given | values))

    def sits(self, fixture: Fixture, *people: Player | None) -> None:
        """A line-up as if it had been published, without what else publishing does."""
        FixturePlace.objects.bulk_create(
            FixturePlace(fixture=fixture, board=board, player=player) for board, player in enumerate(people, 1)
        )
        Fixture.objects.filter(pk=fixture.pk).update(
            published_at=datetime.datetime(2026, 10, 1, 20, tzinfo=datetime.UTC)
        )
        fixture.refresh_from_db()
