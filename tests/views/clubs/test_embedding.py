"""A club's own web site shows its public pages inside its own: `?embed=1`, for the sites that the club names."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tools.pages.public_pages import addresses_of, the_last
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Club
from tournaments.services.clubs import clubs
from tournaments.services.clubs.clubs import ClubDetails, details_of, version_of
from tournaments.services.common.refusal import Refused
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db

SITE = "https://www.example.org"
ANOTHER = "http://localhost:4000"


@pytest.fixture
def played() -> Played:
    played = a_tournament(4)
    played.play()
    return played


def allow(club: Club, *sites: str) -> None:
    club.refresh_from_db()
    details = details_of(club)
    values = {field: getattr(details, field) for field in ClubDetails.__dataclass_fields__}
    clubs.edit_club(club, ClubDetails(**{**values, "embedded_on": sites}), seen=version_of(club), actor=None)


def pages(played: Played) -> list[str]:
    """Those in the public shell."""
    found = addresses_of(played.club, choose=the_last)
    return [
        each
        for each in found
        if each.startswith(f"/en/{played.club.slug}/") and b'<body class="public' in Client().get(each).content
    ]


def ancestors(policy: str) -> str:
    (line,) = [part.strip() for part in policy.split(";") if part.strip().startswith("frame-ancestors")]
    return line.removeprefix("frame-ancestors ")


def test_nobody_frames_the_pages_of_a_club_that_names_no_site(client: Client, played: Played) -> None:
    for address in pages(played):
        for _asked in ("anew", "kept"):
            answer = client.get(f"{address}?embed=1")
            assert ancestors(answer["Content-Security-Policy"]) == "'none'", address
            assert answer["X-Frame-Options"] == "DENY"
            assert b"embedded" not in answer.content


def test_the_sites_it_names_frame_every_page_without_its_shell(client: Client, played: Played) -> None:
    allow(played.club, SITE, ANOTHER)
    seen = pages(played)
    assert len(seen) > 8
    for address in seen:
        for _asked in ("anew", "kept"):
            answer = client.get(f"{address}?embed=1")
            assert ancestors(answer["Content-Security-Policy"]) == f"{SITE} {ANOTHER}", address
            assert "script-src 'self'" in answer["Content-Security-Policy"]
            assert "X-Frame-Options" not in answer
            html = answer.content.decode()
            assert '<base target="_blank">' in html
            assert '<header class="top"' not in html
            assert "log-in" not in html
            assert f'data-live="{address}live/"' in html


def test_the_page_itself_stays_unframed(client: Client, played: Played) -> None:
    """In whatever order they are asked for: they are kept beside each other."""
    allow(played.club, SITE)
    for address in pages(played):
        for query in ("?embed=1", "", "?embed=0", "?embed=1&x=1", "?x=1&embed=1", "?embed=1", "?EMBED=1"):
            answer = client.get(f"{address}{query}")
            is_framed = query == "?embed=1"
            assert ("X-Frame-Options" not in answer) is is_framed, f"{address}{query}"
            assert (b"<base" in answer.content) is is_framed


def test_a_page_is_kept_twice_at_most(client: Client, played: Played) -> None:
    allow(played.club, SITE)
    address = f"/en/{played.club.slug}/{played.tournament.slug}/standings/"
    client.get(address)
    before = len(page_cache._pages)
    for query in ("embed=1", "embed=2", "embed=1&a=2", "a=1&embed=1", "embed=%31"):
        client.get(f"{address}?{query}")
    assert len(page_cache._pages) == before + 1


def test_taking_a_site_away_is_seen_at_once(client: Client, played: Played) -> None:
    allow(played.club, SITE)
    address = f"/en/{played.club.slug}/{played.tournament.slug}/standings/?embed=1"
    assert "X-Frame-Options" not in client.get(address)

    allow(played.club)

    assert client.get(address)["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "site",
    [
        "*",
        "https://*.example.org",
        "https://a.example; script-src *",
        "https://a.example https://b.example",
        "https://a.example\nX: y",
        "javascript://a.example",
        "https://a.example/path",
        "https://user@a.example",
        "https://å.example",
        "'self'",
        "https://a.example:0",
        "https://" + "a" * 200 + ".example",
    ],
)
def test_nothing_but_a_sites_address_gets_into_the_policy(played: Played, site: str) -> None:
    with pytest.raises(Refused):
        allow(played.club, site)


def test_at_most_ten_sites(played: Played) -> None:
    with pytest.raises(Refused):
        allow(played.club, *(f"https://{number}.example.org" for number in range(11)))
