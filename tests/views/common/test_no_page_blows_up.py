"""No public page does more than its length asks for: what is counted is calls of functions, the same on every machine;
`bench.largest` measures the time of the largest tournaments that may be."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import resolve

from bench.largest import file_of
from tests.tools.casts.club_cast import Cast
from tests.tools.counted_calls import calls_of
from tests.tools.pages.public_pages import addresses_of, the_last
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.models import Club, Season
from tournaments.services.files.tournament_import import import_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLAYERS, ROUNDS = 40, 4
MOST_TIMES = 2.3
"""With twice as many players."""
FLOOR = 20_000
"""Calls of a page that says next to nothing."""


def pages_of(cast: Cast, players: int) -> dict[str, int]:
    """Calls by route, of a club in which nothing but this tournament is: nothing of it is kept yet."""
    club = Club.objects.create(name=f"Club {players}", slug=f"big-{players}")
    season = Season.objects.create(club=club, name="2026", starts_on="2026-08-01", ends_on="2027-06-01")
    found = read_tournament(file_of(players, ROUNDS))
    import_tournament(
        club,
        found.file,
        season=season,
        name="Open",
        new_players=True,
        people=found.people,
        seen=None,
        actor=cast.kari,
    )
    client, counted = Client(), {}
    for address in addresses_of(club, choose=the_last):
        if "/live/" not in address:
            counted[str(resolve(address).url_name)] = calls_of(lambda address=address: client.get(address))
    return counted


def test_twice_as_many_players_cost_twice_as_much(cast: Cast) -> None:
    pages_of(cast, 4)  # what each process does once
    small, large = pages_of(cast, PLAYERS), pages_of(cast, 2 * PLAYERS)

    assert small.keys() == large.keys()
    assert len(small) > 25
    grown = {kind: (small[kind], calls) for kind, calls in large.items() if calls > FLOOR + MOST_TIMES * small[kind]}
    assert not grown
