"""A club whose players can be entered; its tournament is made by the service."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from tournaments.models import Club, Player, Season, Tournament
from tournaments.services.setup.tournaments import create_tournament

SEED = "5eed" * 16


def a_club(members: int, *, slug: str = "evenings", name: str = "Player") -> tuple[Club, list[Player]]:
    club = Club.objects.create(name=slug, slug=slug)
    players = [
        Player(club=club, given_name=f"{name} {place}", folded_name=f"{name} {place}".casefold(), rating=2000 - place)
        for place in range(1, members + 1)
    ]
    return club, Player.objects.bulk_create(players)


def a_tournament(
    club: Club,
    *,
    options: Mapping[str, object] | None = None,
    tie_breaks: Sequence[Mapping[str, object]] | None = None,
    planned_rounds: int | None = None,
    seed: str = SEED,
    system: str = "attendance_monrad",
) -> Tournament:
    """With a seed that the test knows."""
    season, _ = Season.objects.get_or_create(
        club=club, name="Season", starts_on=datetime.date(2026, 8, 1), ends_on=datetime.date(2027, 7, 31)
    )
    tournament = create_tournament(
        club,
        season=season,
        name="Evenings",
        system=system,
        options=options or {},
        tie_breaks=tie_breaks,
        planned_rounds=planned_rounds,
        actor=None,
    )
    Tournament.objects.filter(pk=tournament.pk).update(seed=seed)
    return Tournament.objects.get(pk=tournament.pk)
