"""What everybody sees, over HTTP: no account, no cookies, no JavaScript, little weight."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.played import Played, a_tournament
from tournaments.models import Club, Player, RoundState, ShownAs

pytestmark = pytest.mark.django_db
KILOBYTE = 1000
LIMIT = 30 * KILOBYTE

PUBLIC_PAGES = ["", "rounds/1/", "standings/", "standings/1/", "crosstable/", "players/2/", "players/2/after/1/"]


def pages_of(played: Played) -> list[str]:
    return ["/en/", f"/en/{played.club.slug}/", *(played.address(rest) for rest in PUBLIC_PAGES)]


@pytest.fixture
def played() -> Played:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    return played


def test_every_public_page_answers_a_stranger(client: Client, played: Played) -> None:
    assert {address: client.get(address).status_code for address in pages_of(played)} == dict.fromkeys(
        pages_of(played), 200
    )


def test_no_public_page_sets_a_cookie_or_varies_by_one(client: Client, played: Played) -> None:
    client.cookies["sessionid"] = "somebody"
    for address in pages_of(played):
        response = client.get(address)
        assert not response.cookies, address
        assert "Cookie" not in response.get("Vary", ""), address


def test_no_public_page_loads_a_script_or_asks_anybody_else(client: Client, played: Played) -> None:
    for address in pages_of(played):
        html = client.get(address).content.decode()
        assert "<script" not in html
        assert "csrf" not in html
        assert re.findall(r'(?:src|href)="(?:https?:)?//', html) == []
        assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', html) == ["/static/css/clubchess.css"]
        assert '<meta name="robots" content="noindex">' in html


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_public_pages_are_only_read(client: Client, played: Played, method: str) -> None:
    for address in [*pages_of(played), f"/t/{played.tournament.short_code}/"]:
        assert getattr(client, method)(address).status_code == 405, address


@pytest.mark.parametrize(
    "rest",
    [
        "rounds/3/",
        "rounds/0/",
        "rounds/99999999999999999999/",
        "standings/0/",
        "standings/3/",
        "standings/99999999999999999999/",
        "players/0/",
        "players/7/",
        "players/99999999999999999999/",
        "players/2/after/3/",
    ],
)
def test_what_is_not_published_is_not_there(client: Client, played: Played, rest: str) -> None:
    played.play(state=RoundState.DRAFTED)

    assert client.get(played.address(rest)).status_code == 404


def test_other_clubs_tournaments_and_the_trash_are_not_there(client: Client, played: Played) -> None:
    Club.objects.create(name="Other", slug="other")

    assert client.get("/en/other/tuesday-cup/").status_code == 404
    assert client.get("/en/nobody/").status_code == 404

    played.tournament.trashed_at = "2026-01-01T00:00Z"
    played.tournament.save()
    assert client.get(played.address()).status_code == 404
    assert client.get(f"/t/{played.tournament.short_code}/", follow=True).status_code == 404


def test_the_tournament_opens_at_its_newest_published_round(client: Client, played: Played) -> None:
    played.play(state=RoundState.DRAFTED)

    html = client.get(played.address()).content.decode()

    assert "<h1>Round 2</h1>" in html
    assert "1 game still going" in html


def test_a_closed_seasons_final_table_is_one_tap_from_the_clubs_page(client: Client, played: Played) -> None:
    played.club.seasons.update(is_open=False)
    a_tournament(3, name="Not begun")

    html = client.get(f"/en/{played.club.slug}/").content.decode()

    assert f'href="{played.address("standings/")}">Final standings' in html
    assert html.count("Final standings") == 1


def test_before_the_first_round_it_says_so_kindly(client: Client) -> None:
    html = client.get(a_tournament(3).address()).content.decode()

    assert "The first round has not been published yet." in html
    assert "3 players have entered" in html


def test_tables_without_numbers_say_so(client: Client) -> None:
    played = a_tournament(0)

    for rest in ("", "standings/", "crosstable/"):
        assert client.get(played.address(rest)).status_code == 200


def test_own_board_is_an_address_that_occurs_once(client: Client, played: Played) -> None:
    html = client.get(played.address("rounds/2/")).content.decode()

    for number in played.entries:
        assert html.count(f'id="p{number}"') == 1
        assert f'href="#p{number}"' in html


def test_the_public_reads_names_as_the_players_wish(client: Client, played: Played) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER)

    for address in pages_of(played):
        html = client.get(address).content.decode()
        for entry in played.entries.values():
            assert entry.player.full_name not in html, address
            assert entry.player.family_name not in html, address


def test_names_are_escaped(client: Client, played: Played) -> None:
    Player.objects.update(given_name="<script>alert(1)</script>", family_name='"><img src=x>')

    for address in pages_of(played):
        html = client.get(address).content.decode()
        assert "<script>alert" not in html
        assert "<img src=x" not in html


def test_the_demos_password_stands_on_the_front_door_only_where_there_is_a_demo(client: Client, played: Played) -> None:
    assert "Password" not in client.get("/en/").content.decode()


@pytest.mark.parametrize(("language", "expected"), [("sv", "/sv/"), ("nb-NO", "/nb/"), ("fi", "/en/")])
def test_a_short_address_leads_to_the_readers_language(
    client: Client, played: Played, language: str, expected: str
) -> None:
    response = client.get(f"/t/{played.tournament.short_code}/", headers={"Accept-Language": language})

    assert response.status_code == 302
    assert response["Location"] == f"{expected}rockaden/tuesday-cup/"
    assert "Accept-Language" in response["Vary"]


def test_an_unknown_short_address_is_not_there(client: Client) -> None:
    assert client.get("/t/nothing/", follow=True).status_code == 404


@pytest.fixture
def full_evening() -> Played:
    played = a_tournament(100)
    for absent in range(1, 10):
        played.play(absent={absent})
    return played


def test_every_public_page_of_a_hundred_players_is_light(client: Client, full_evening: Played) -> None:
    shared = sum(
        len(gzip.compress(Path(settings.BASE_DIR, "static", name).read_bytes()))
        for name in ("css/clubchess.css", "icon.svg")
    )
    weights = {
        address: shared + len(client.get(address, headers={"Accept-Encoding": "gzip"}).content)
        for address in pages_of(full_evening)
    }
    assert max(weights.values()) < LIMIT, weights


@pytest.mark.parametrize("rest", ["", "standings/", "crosstable/", "players/1/"])
def test_queries_do_not_grow_with_players_or_rounds(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, rest: str
) -> None:
    small, large = a_tournament(4, name="Small"), a_tournament(30, name="Large")
    small.play()
    for _ in range(5):
        large.play(absent={2})
    counted = []
    for played in (small, large):
        with django_assert_max_num_queries(12) as captured:
            assert client.get(played.address(rest)).status_code == 200
        counted.append(len(captured))

    assert counted[0] == counted[1]


def test_the_clubs_queries_do_not_grow_with_its_tournaments(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        a_tournament(3, name=f"Cup {number}").play(open_boards={1}, state=RoundState.PUBLISHED)

    with django_assert_max_num_queries(6):
        client.get("/en/rockaden/")
