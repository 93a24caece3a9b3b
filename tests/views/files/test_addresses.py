"""Addresses that other programs read: what the public pages show, and not a name more."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent
from tournaments.models import Club, Player, ShownAs, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db
OWN_SITE = "https://www.example.org"


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4, name="Autumn")
    evening.draft()
    evening.publish()
    return evening


def answer(evening: Evening, name: str, *more: object) -> Any:
    return Client().get(evening.url(name, *more))


def test_a_round_for_broadcasts(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    found = answer(evening, "public_round_pgn", 1)

    assert found["Content-Type"] == "application/x-chess-pgn; charset=utf-8"
    assert found["Access-Control-Allow-Origin"] == "*"
    games = found.content.decode().split("[Event ")[1:]
    assert len(games) == 2
    assert '[Result "1/2-1/2"]' in games[0]
    assert '[Result "*"]' in games[1]
    assert answer(evening, "public_round_pgn", 2).status_code == 404


def test_a_draft_is_nobodys(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.DRAW)
    evening.draft()
    assert answer(evening, "public_round_pgn", 2).status_code == 404
    Club.objects.update(embedded_on=[OWN_SITE])
    assert answer(evening, "public_round_oembed", 2).status_code == 404


def test_of_teams_no_line_up_that_is_secret() -> None:
    event = TeamEvent.with_captains()
    assert answer(event, "public_round_pgn", 1).content == b""
    Tournament.objects.update(line_up="roster", public_revision=99)
    boards = answer(event, "public_round_pgn", 1).content.decode()
    assert boards.count("[Event ") == 3 * 4
    assert 'WhiteTeam "Askeby"' in boards


def test_the_standings_for_a_sheet(evening: Evening) -> None:
    Tournament.objects.update(name="=1+1")
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.WHITE_WINS)
    evening.finish()
    found = answer(evening, "public_standings_csv")

    assert found["Content-Type"] == "text/csv; charset=utf-8"
    head, *rows = csv.reader(io.StringIO(found.content.decode()))
    assert head[:4] == ["Place", "No.", "Name", "Points"]
    assert [row[2] for row in rows if row[0] == "1"] != []
    assert len(rows) == 4
    assert not [cell for row in rows for cell in row if "½" in cell]


def test_halves_are_decimals() -> None:
    evening = Evening.of(4, system="fide_dutch")
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    evening.enter(2, Result.WHITE_WINS)
    evening.finish()
    _head, *rows = csv.reader(io.StringIO(answer(evening, "public_standings_csv").content.decode()))
    assert sorted(row[3] for row in rows) == ["0", "0.5", "0.5", "1"]


def test_names_are_those_of_the_public_pages(evening: Evening) -> None:
    Player.objects.update(family_name="Nordmann", shown_as=ShownAs.INITIAL, title="GM")
    Player.objects.filter(given_name="No1").update(fide_id="1503014")
    Club.objects.update(embedded_on=[OWN_SITE])
    Tournament.objects.update(public_revision=99)
    told = [
        answer(evening, name, *more).content.decode()
        for name, more in (
            ("public_round_pgn", (1,)),
            ("public_standings_csv", ()),
            ("public_round_oembed", (1,)),
            ("public_tournament_oembed", ()),
        )
    ]
    assert "No1 N." in told[0]
    assert "No1 N." in told[1]
    assert not [secret for secret in ("Nordmann", "1503014", "GM") for text in told if secret in text]


def test_a_pasted_link_becomes_a_frame_where_the_club_lets_it(evening: Evening) -> None:
    pages = (("public_tournament", ()), ("public_round", (1,)), ("public_standings", ()))
    for name, more in pages:
        assert answer(evening, f"{name}_oembed", *more).status_code == 404
        assert "oembed" not in answer(evening, name, *more).content.decode()

    Club.objects.update(embedded_on=[OWN_SITE], public_revision=99)
    Tournament.objects.update(public_revision=99)
    for name, more in pages:
        shown = answer(evening, name, *more).content.decode()
        (link,) = re.findall(r'<link rel="alternate" type="application/json\+oembed" [^>]*href="([^"]+)"', shown)
        address = evening.url(f"{name}_oembed", *more)
        assert link.endswith(address)
        told = json.loads(Client().get(f"{address}?maxwidth=400&format=json").content)
        assert (told["version"], told["type"], told["provider_name"]) == ("1.0", "rich", evening.tournament.club.name)
        (framed,) = re.findall(r'src="([^"]+)"', told["html"])
        assert framed.endswith(f"{evening.url(name, *more)}?embed=1")
        inner = Client().get(framed.partition("testserver")[2] or framed)
        assert OWN_SITE in inner["Content-Security-Policy"]


def test_the_clubs_own_page_too(evening: Evening) -> None:
    club = evening.tournament.club
    address = reverse("public_club_oembed", args=[club.slug])
    assert Client().get(address).status_code == 404
    Club.objects.update(embedded_on=[OWN_SITE], public_revision=99, name='"><script>')
    told = json.loads(Client().get(address).content)
    assert told["title"] == '"><script>'
    assert "<script>" not in told["html"]
