"""A tournament of teams, entered and played through the services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.tools.casts.factories import Evening, SeasonFactory, UserFactory
from tournaments.models import (
    Attendance,
    Directorship,
    Game,
    MayReport,
    Membership,
    Role,
    Season,
    TeamMember,
)
from tournaments.services.rounds import match_results
from tournaments.services.setup import entries, team_entries, tournaments
from tournaments.services.setup.team_entries import TypedMember, TypedTeam

SCHOOLS = ("Askeby", "Birkeli", "Elvely", "Fjell", "Granlia", "Heia")


def typed(name: str, members: int = 5) -> TypedTeam:
    """Its members are called after it."""
    return TypedTeam(
        name=name,
        members=tuple(
            TypedMember(name=f"{name}{place} Berg", rating=1500 - 50 * place) for place in range(1, members + 1)
        ),
    )


@dataclass(kw_only=True)
class TeamEvent(Evening):
    @classmethod
    def of_teams(
        cls,
        names: Sequence[str] = SCHOOLS,
        *,
        system: str = "modified_monrad",
        options: Mapping[str, object] | None = None,
        boards: int = 4,
        members: int = 5,
        planned_rounds: int | None = 5,
        season: Season | None = None,
        called: str = "Schools",
    ) -> TeamEvent:
        """Numbered in the order in which they are named."""
        director = UserFactory()
        season = season or SeasonFactory()
        Membership.objects.create(club=season.club, user=director, role=Role.DIRECTOR)
        tournament = tournaments.create_tournament(
            season.club,
            season=season,
            name=called,
            system=system,
            options=options or {},
            planned_rounds=planned_rounds,
            boards=boards,
            actor=director,
        )
        Directorship.objects.get_or_create(tournament=tournament, user=director)
        team_entries.enter_teams(tournament, [typed(name, members) for name in names], actor=director)
        entries.draw_numbers(tournament, actor=director)
        for number, name in enumerate(names, 1):  # as the case has them, whatever was drawn
            tournament.entries.filter(team_name=name).update(number=1000 + number)
        for entry in tournament.entries.order_by("number"):
            tournament.entries.filter(pk=entry.pk).update(number=(entry.number or 0) - 1000)
        return cls(tournament=tournament, director=director)

    @classmethod
    def with_captains(cls, **settings: object) -> TeamEvent:
        """The first round is published, captains hand in line-ups and report; of each team it is the first member."""
        event = cls.of_teams()
        event.have_captains(**settings)
        event.draft()
        event.publish()
        return event

    def have_captains(self, **settings: object) -> None:
        for name, value in ({"line_up": "captain", "may_report": MayReport.CONFIRM} | settings).items():
            setattr(self.tournament, name, value)
        self.tournament.save()
        for entry in self.tournament.entries.all():
            entry.captain = self.members(entry.number or 0)[0].player
            entry.save()

    def sides(self, match: int = 1) -> tuple[Attendance, Attendance]:
        """Of the team with White on board 1, and of the other."""
        white, black = self.boards()[match - 1]
        return self.slot(white), self.slot(black)

    def enter_boards(self, match: int, signs: str, *, in_round: int | None = None) -> Game:
        """One after the other; boards that need no entering keep what they have."""
        for board, sign in enumerate(signs, 1):
            game = self.game(match, in_round=in_round)
            seen = game.boards[board - 1] if game.boards else "*"
            match_results.enter_board(game, board, sign, seen=seen, actor=self.director)
        return self.game(match, in_round=in_round)

    def members(self, number: int) -> list[TeamMember]:
        return list(TeamMember.objects.filter(entry=self.entry(number)).order_by("place").select_related("player"))
