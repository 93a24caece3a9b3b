"""What a phone has to load: each public page with its sheets and scripts, compressed as it is served, without pictures.

A page comes in gzip, sheets and scripts in Brotli, which every browser of today takes over HTTPS.

The sizes stand in the summary of every run (tests/conftest.py), by route, the heaviest of each.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve

from clubchess.static_files import as_sent, in_one_piece
from tests.tools.casts.event_cast import play_out
from tests.tools.casts.factories import PlayerFactory, SeasonFactory
from tests.tools.guards.layers import first_fast
from tests.tools.pages.public_pages import addresses_of, first_and_last
from tests.tools.pages.sheets import classes_without_a_rule
from tests.tools.played.all_play_all import all_play_all, publish_next
from tests.tools.played.kept import as_outside_a_transaction
from tests.tools.played.played import a_tournament
from tournaments.exchange import tournament_file
from tournaments.models import Club, Player, RoundState
from tournaments.services.events.events import GroupSettings, make_event
from tournaments.services.files.tournament_import import import_tournament

pytestmark = pytest.mark.django_db

LIMIT = 30_000
LIGHT = 15_600
PICTURE = 3_000
SCRIPTS = {"js/poll.js", "js/hall.js", "js/find.js", "js/aloud.js"}
PLAIN = {"away", "black", "form", "none", "pair", "second"}
"""Classes that other sheets say something of, and that are to look as everything else does here."""
ROUNDS = 9


def demo_season() -> bytes:
    return resources.files("tournaments.demo").joinpath("club_season.json").read_bytes()


def a_field_of(players: int) -> Club:
    """Nine rounds, the last of them still going on. Real names, since made-up ones that repeat would pack too well,
    and nobody called as somebody else."""
    played = a_tournament(players)
    names = [player["name"].split(" ", 1) for player in json.loads(demo_season())["players"]]
    given, family = sorted({name[0] for name in names}), sorted({name[-1] for name in names})
    people = list(Player.objects.filter(club=played.club).order_by("pk"))
    for place, player in enumerate(people):
        player.given_name = given[place % len(given)]
        player.family_name = family[(place + place // len(given)) % len(family)]
    Player.objects.bulk_update(people, ["given_name", "family_name"])
    for number in range(1, ROUNDS + 1):
        away = {each for each in range(1, players + 1) if (each * 31 + number * 17) % 10 == 0}
        is_last = number == ROUNDS
        open_boards = set(range(1, players // 4)) if is_last else set()
        played.play(
            absent=away, open_boards=open_boards, state=RoundState.PUBLISHED if is_last else RoundState.FINISHED
        )
    return played.club


def a_whole_season() -> Club:
    """37 rounds of 62 players."""
    season = SeasonFactory()
    import_tournament(season.club, tournament_file.parse(demo_season()), season=season, name="Championship", actor=None)
    return season.club


def a_whole_plan() -> Club:
    """Everybody against everybody: 40 players, 39 rounds, as many as there is a table for."""
    evening = all_play_all(40, weeks=39)
    publish_next(evening)
    return evening.tournament.club


def groups_of_an_event() -> Club:
    """Four of ten, played to the end."""
    season = SeasonFactory()
    players = PlayerFactory.create_batch(40, club=season.club)
    groups = [players[first : first + 10] for first in range(0, 40, 10)]
    played = GroupSettings(system="all_play_all")
    event = make_event(season.club, season=season, name="Championship", played=played, groups=groups, actor=None)
    for group in event.groups.all():
        play_out(group)
    return event.club


FIELDS: dict[str, Callable[[], Club]] = {
    "9 players": lambda: a_field_of(9),
    "60 players": lambda: a_field_of(60),
    "120 players": lambda: a_field_of(120),
    "300 players": lambda: a_field_of(300),
    "season of 37 rounds": a_whole_season,
    "everybody against everybody": a_whole_plan,
    "groups": groups_of_an_event,
}
LIGHT_ONES = {"9 players": 20, "60 players": 11}
"""Of the twenty, how many are light at least."""


@cache
def asset_size(name: str) -> int:
    """As WhiteNoise packs it once and for all."""
    source = Path(settings.BASE_DIR, "static", name).read_bytes()
    return len(brotli.compress(as_sent(name, in_one_piece(name, source))))


@pytest.mark.parametrize("field", first_fast(1, FIELDS))
def test_every_public_page_is_light(field: str, client: Client, record_property: Callable[[str, object], None]) -> None:
    sizes: dict[str, int] = {}
    addresses = addresses_of(FIELDS[field](), choose=first_and_last)
    pages = [address for address in addresses if not address.endswith("/live/")]  # a part of the page beside it
    with as_outside_a_transaction():
        answers = {address: client.get(address, headers={"Accept-Encoding": "gzip"}) for address in pages}
    for address, answer in answers.items():
        if resolve(address).url_name == "public_race":  # goes into the standings
            assert len(answer.content) < PICTURE, address
            continue
        if not answer.get("Content-Type", "").startswith("text/html") or answer.status_code == 302:
            continue
        is_packed = answer.get("Content-Encoding") == "gzip"
        html = (gzip.decompress(answer.content) if is_packed else answer.content).decode()
        (sheet,) = re.findall(r'href="/static/css/([\w/]+).css"', html)
        assert sheet == "staff/projector" or classes_without_a_rule(html, sheet) <= PLAIN, address
        sheets = set(re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', html))
        scripts = set(re.findall(r'<script[^>]* src="/static/([^"]+)"', html))
        assert html.count("<script") == len(scripts), address
        assert html.count('rel="stylesheet"') == len(sheets), address
        assert scripts <= SCRIPTS, address
        route = resolve(address).url_name or ""
        size = len(answer.content) + sum(map(asset_size, sheets | scripts))
        sizes[route] = max(size, sizes.get(route, 0))
    record_property("sizes of public pages", {field: sizes})

    assert {route: size for route, size in sizes.items() if size > LIMIT} == {}
    assert sum(size < LIGHT for size in sizes.values()) >= LIGHT_ONES.get(field, 0)
