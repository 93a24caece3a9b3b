"""/t/<short code>/ over HTTP: where it leads, its picture, and what guessing finds."""

import random
import re
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from django.test import Client

from tests.tools.played.played import Played, a_tournament
from tournaments.pages.common.short_address import qr_code

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def played() -> Played:
    return a_tournament(2)


def picture(client: Client, played: Played, **headers: str) -> Element:
    response = client.get(f"/t/{played.tournament.short_code}/qr.svg", headers=headers)
    assert response.status_code == 200
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert not response.cookies
    return fromstring(response.content)


def black(svg: Element) -> str:
    white, path = svg.findall(f"{SVG}path")
    assert (white.get("fill"), path.get("fill")) == ("#fff", "#000")
    return path.get("d", "")


def test_the_picture_is_the_address_by_the_host_that_was_asked(client: Client, played: Played, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["chess.example.org", "192.168.1.5"]
    rest = f"/t/{played.tournament.short_code}/"

    for host in ("chess.example.org", "192.168.1.5:8000"):
        assert black(picture(client, played, Host=host)) == qr_code(f"http://{host}{rest}").path


def test_behind_a_proxy_it_is_the_address_that_phones_see(client: Client, played: Played, settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    expected = qr_code(f"https://testserver/t/{played.tournament.short_code}/").path

    assert black(picture(client, played, Host="testserver", **{"X-Forwarded-Proto": "https"})) == expected


def test_a_claimed_scheme_is_not_believed_without_a_proxy(client: Client, played: Played) -> None:
    expected = qr_code(f"http://testserver/t/{played.tournament.short_code}/").path

    assert black(picture(client, played, Host="testserver", **{"X-Forwarded-Proto": "https"})) == expected


def test_the_installations_own_address_goes_first(client: Client, played: Played, settings: Any) -> None:
    settings.PUBLIC_ADDRESS = "https://chess.example.org"

    expected = qr_code(f"https://chess.example.org/t/{played.tournament.short_code}/").path
    assert black(picture(client, played, Host="127.0.0.1:8000")) == expected


def test_a_host_that_is_not_ours_gets_no_picture(client: Client, played: Played) -> None:
    address = f"/t/{played.tournament.short_code}/qr.svg"

    assert client.get(address, headers={"Host": "evil.example.com"}).status_code == 400


def test_where_phones_cannot_reach_it_the_picture_says_so_and_is_not_kept(client: Client, played: Played) -> None:
    svg = picture(client, played, Host="127.0.0.1:8000")

    words = " ".join(line.text or "" for line in svg.iter(f"{SVG}tspan"))
    assert words.startswith("Phones cannot reach this address (127.0.0.1). Open this page by")
    response = client.get(f"/t/{played.tournament.short_code}/qr.svg", headers={"Host": "127.0.0.1"})
    assert "max-age=0" in response["Cache-Control"]


def test_on_the_wall_there_is_no_picture_where_phones_cannot_reach_it(client: Client, played: Played) -> None:
    address = f"/t/{played.tournament.short_code}/qr.svg?or=nothing"

    assert client.get(address, headers={"Host": "127.0.0.1:8000"}).status_code == 204
    assert client.get(address).status_code == 200


def test_capitals_and_a_forgotten_slash_lead_there_too(client: Client, played: Played) -> None:
    code = played.tournament.short_code

    for typed in (f"/t/{code.upper()}/", f"/t/{code}", f"/t/{code.upper()}", f"/sv/t/{code}/"):
        response = client.get(typed, follow=True)
        assert response.status_code == 200, typed
        assert response.redirect_chain[-1][0].endswith(played.address("board/").removeprefix("/en")), typed


@pytest.mark.parametrize("rest", ["", "qr.svg"])
def test_what_is_in_the_trash_answers_like_what_never_was(client: Client, played: Played, rest: str) -> None:
    code = played.tournament.short_code
    played.tournament.trashed_at = "2026-01-01T00:00Z"
    played.tournament.save()

    answers = [client.get(f"/t/{each}/{rest}", follow=True) for each in (code, "nonsense", "x" * 300)]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert len({answer.content for answer in answers}) == 1
    assert len({tuple(sorted(_headers(answer).items())) for answer in answers}) == 1
    assert rest or "No tournament has this address" in answers[0].content.decode()


def _headers(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}


@pytest.mark.slow
def test_guessing_finds_nothing_and_locks_nobody_out(client: Client, played: Played) -> None:
    chance = random.Random(5)
    for _ in range(500):
        guess = "".join(chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=8))
        assert client.get(f"/en/t/{guess}/").status_code == 404

    assert client.get(f"/t/{played.tournament.short_code}/").status_code == 302


def test_a_language_is_no_code(client: Client, played: Played) -> None:
    answer = client.get("/t/nonsense/", headers={"Accept-Language": "sv"}, follow=True)

    assert answer.redirect_chain == [("/sv/t/nonsense/", 302)]
    assert re.search('<html lang="sv"', answer.content.decode())


@pytest.mark.parametrize("rest", ["", "standings/", "crosstable/"])
def test_a_tournaments_public_pages_show_the_code_to_others(client: Client, played: Played, rest: str) -> None:
    html = client.get(played.address(rest)).content.decode()

    assert html.count(f'src="/t/{played.tournament.short_code}/qr.svg"') == 1
    assert 'alt="QR code: opens Tuesday cup on a phone"' in html


def test_a_page_that_is_no_tournaments_has_no_code(client: Client, played: Played) -> None:
    assert "qr.svg" not in client.get(f"/en/{played.club.slug}/").content.decode()
