"""A series over tournaments that were played out: in each whoever has the lower start number wins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.tools.casts.event_cast import play_out
from tests.tools.casts.factories import EntryFactory, TournamentFactory
from tournaments.models import Player, Season, Series, Tournament
from tournaments.services.events.series import SeriesScheme, make_series


def event(season: Season, name: str, *players: Player | Sequence[Player], is_played: bool = True) -> Tournament:
    """All play all; the players in the order in which they will stand in its table."""
    tournament: Tournament = TournamentFactory(club=season.club, season=season, name=name, system="all_play_all")
    for number, player in enumerate(players, 1):
        EntryFactory(tournament=tournament, player=player, number=number)
    if is_played:
        play_out(tournament)
        Tournament.objects.filter(pk=tournament.pk).update(planned_rounds=tournament.rounds.count())
    return Tournament.objects.get(pk=tournament.pk)


def series_of(season: Season, *tournaments: Tournament, name: str = "Grand prix", **plan: Any) -> Series:
    events = [(each, Fraction(1)) for each in tournaments]
    return make_series(season.club, season=season, plan=SeriesScheme(name=name, events=events, **plan), actor=None)
