"""What everybody sees, over HTTP: no account, no cookies, no JavaScript, little weight."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.test.client import ClientHandler
from pytest_django import DjangoAssertNumQueries

from tests.tools.guards.layers import first_fast
from tests.tools.pages.public_pages import (
    BY_CARD,
    BY_LINK,
    NOBODYS,
    STAFFS_WAY_IN,
    addresses_of,
    all_routes,
    public_routes,
    the_last,
)
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Club, Player, RoundState, Tournament
from tournaments.services.clubs import trash

pytestmark = pytest.mark.django_db


def pages_of(played: Played) -> list[str]:
    """The last of each kind, their fragments and files as well."""
    return addresses_of(played.club, choose=the_last)


def html_pages(client: Client, played: Played) -> Iterator[tuple[str, str]]:
    """Without what is only a part of one."""
    for address in pages_of(played):
        content = client.get(address).content.decode(errors="replace")
        if content.startswith("<!doctype html>"):
            yield address, content


@pytest.fixture
def played() -> Played:
    played = a_tournament(6)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    return played


def test_every_route_is_the_publics_or_the_staffs() -> None:
    """A page for all under another name would be missed by all that walks the public routes."""
    others = all_routes().keys() - public_routes().keys() - NOBODYS - STAFFS_WAY_IN - BY_CARD - BY_LINK

    assert {name for name in others if "/staff/" not in all_routes()[name]} == set()
    assert {name for name, route in public_routes().items() if "/staff/" in route} == set()


def test_every_public_page_answers_a_stranger(client: Client, played: Played) -> None:
    codes = {address: client.get(address).status_code for address in pages_of(played)}

    assert {address: code for address, code in codes.items() if code != 200} == {
        f"/t/{played.tournament.short_code}/": 302,
        f"/en/t/{played.tournament.short_code}/": 302,
    }


@pytest.mark.slow
def test_no_public_page_sets_a_cookie_or_varies_by_one(client: Client, played: Played) -> None:
    client.cookies["sessionid"] = "somebody"
    for address in pages_of(played):
        response = client.get(address)
        assert not response.cookies, address
        assert "Cookie" not in response.get("Vary", ""), address


@pytest.mark.slow
def test_no_public_page_loads_what_is_the_staffs_or_asks_anybody_else(client: Client, played: Played) -> None:
    seen = 0
    for address, html in html_pages(client, played):
        scripts = re.findall(r'<script src="/static/([^"]+)" defer(?: blocking="(?:render)?")?></script>', html)
        assert set(scripts) <= {"js/poll.js", "js/hall.js", "js/find.js", "js/aloud.js"}, address
        assert html.count("<script") == len(scripts), address
        assert "csrf" not in html
        assert "htmx" not in html
        assert "hx-" not in html
        # Whole addresses, for search engines alone.
        loaded = re.sub(r'<link (?:rel="alternate" hreflang|itemprop)=[^>]*>', "", html)
        assert re.findall(r'(?:src|href)="(?:https?:)?//', loaded) == []
        (sheet,) = re.findall(r'<link rel="stylesheet" href="/static/css/([\w/]+).css"', html)
        assert sheet == "staff/projector" or sheet.startswith("public/"), address
        seen += 1
    assert seen > 10


@pytest.mark.parametrize(
    ("scheme", "host", "waits"),
    [
        ("http", "192.168.1.5:8000", "render"),
        ("http", "club.example", "render"),
        ("http", "localhost.club.example", "render"),
        ("http", "127.0.0.1:8000", ""),
        ("http", "[::1]:8000", ""),
        ("http", "localhost:8000", ""),
        ("https", "club.example", ""),
    ],
)
def test_a_page_waits_for_its_script_where_no_worker_can_say_so(
    client: Client, played: Played, settings: Any, scheme: str, host: str, waits: str
) -> None:
    """Whoever asked before: what is kept is the same for all of them."""
    settings.ALLOWED_HOSTS = ["*"]
    where = f"/en/{played.tournament.club.slug}/{played.tournament.slug}/"

    def script(headers: dict[str, str], *, secure: bool) -> str:
        html = client.get(where, headers=headers, secure=secure).content.decode()
        (found,) = re.findall(r'<script src="/static/js/poll.js" defer blocking="(.*?)"></script>', html)
        return str(found)

    for _made_and_then_kept in range(2):
        assert script({"host": host}, secure=scheme == "https") == waits
        assert script({"host": "192.168.1.9"}, secure=False) == "render"


def test_without_a_worker_every_page_waits_and_inside_another_site_none(
    client: Client, played: Played, settings: Any
) -> None:
    settings.OFFLINE_PAGES = False
    where = f"/en/{played.tournament.club.slug}/{played.tournament.slug}/"
    assert 'defer blocking="render"' in client.get(where, secure=True).content.decode()
    Club.objects.update(embedded_on=["https://club.example"])
    assert "blocking" not in client.get(f"{where}?embed=1", secure=True).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("method", first_fast(1, ["post", "put", "delete", "patch"]))
def test_public_pages_are_only_read(client: Client, played: Played, method: str) -> None:
    for address in pages_of(played):
        assert getattr(client, method)(address).status_code == 405, address
        client.get(address)
        assert getattr(client, method)(address).status_code == 405, f"{address}, kept"


@pytest.mark.slow
def test_the_head_of_an_answer_is_the_answers_own(client: Client, played: Played) -> None:
    for address in pages_of(played):
        whole, head = client.get(address), client.head(address)
        ours = {name: value for name, value in whole.items() if name != "X-Request-ID"}
        assert {name: value for name, value in head.items() if name != "X-Request-ID"} == ours, address
        assert (head.status_code, head.content) == (whole.status_code, b""), address


NOT_THERE = [
    *(f"{screen}/{number}/" for screen in ("rounds", "standings", "crosstable") for number in (0, 3, 10**20)),
    *(f"{screen}/{number}/corrected/" for screen in ("standings", "crosstable") for number in (0, 3, 10**20)),
    *(f"players/{number}/" for number in (0, 7, 10**20)),
    *(f"players/{number}/after/{after}/" for number, after in ((2, 0), (2, 3), (7, 1), (2, 10**20))),
    "players/2/after/3/corrected/",
    *(f"standings/{after}/race/{number}/" for after, number in ((0, 2), (3, 2), (2, 0), (2, 7), (2, 10**20))),
    "rounds/3/names/",
    "rounds/-1/",
    "rounds/１/",
    "rounds/1%00/",
    "hall/players/",
    "hall/%00/",
]


@pytest.mark.parametrize("rest", first_fast(6, NOT_THERE))
def test_what_is_not_published_is_not_there(client: Client, played: Played, rest: str) -> None:
    played.play(state=RoundState.DRAFTED)

    assert client.get(played.address(rest)).status_code == 404
    version = version_in(client, played.address("standings/live/"))
    assert client.get(played.address(f"{rest}live/"), {"v": version}).status_code == 404


@pytest.mark.slow
def test_no_page_is_found_below_another_club(client: Client, played: Played) -> None:
    Club.objects.create(name="Other", slug="other")
    theirs = [address for address in pages_of(played) if f"/{played.club.slug}/{played.tournament.slug}/" in address]
    keys = f"/{played.club.slug}/seasons/", f"/{played.club.slug}/players/"
    theirs += [address for address in pages_of(played) if re.search(rf"({'|'.join(keys)})(?!live)\w", address)]
    assert len(theirs) > 20

    for address in theirs:
        assert client.get(address).status_code == 200
        for elsewhere in ("other", "nobody", "rockaden%00", "ROCKADEN"):
            foreign = address.replace(f"/{played.club.slug}/", f"/{elsewhere}/", 1)
            assert client.get(foreign).status_code == 404, foreign


@pytest.mark.slow
def test_what_is_in_the_trash_is_not_there_though_its_pages_are_kept(client: Client, played: Played) -> None:
    addresses = [address for address in pages_of(played) if "/tuesday-cup/" in address or "/t/" in address]
    assert {client.get(address, follow=True).status_code for address in addresses} == {200}

    trash.trash_tournament(played.tournament, actor=None)

    assert {client.get(address, follow=True).status_code for address in addresses} == {404}


def version_in(client: Client, address: str) -> str:
    found = re.search(r'data-version="([^"]*)"', client.get(address).content.decode())
    assert found is not None
    return found[1]


NONSENSE = [
    "",
    "0",
    "-1",
    "18446744073709551616",
    "9" * 100_000,
    "x" * 100_000,
    "\x00",
    "{v}\x00",
    " {v}",
    "{v} ",
    "+{v}",
    "0{v}",
    "{v}.0",
    "{v},{v}",
    '"{v}"',
    "１",
    "٣",
    "\ud7ff\uffff🂡",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
]


@pytest.mark.slow
@pytest.mark.parametrize("nonsense", first_fast(2, NONSENSE), ids=range(len(NONSENSE)))
def test_a_version_that_never_was_gets_the_whole_fragment(client: Client, played: Played, nonsense: str) -> None:
    live = [address for address in pages_of(played) if address.endswith("/live/")]
    for address in live[::4]:
        for _asked in ("anew", "kept"):
            answer = client.get(address)
            version = version_in(client, address)
            given = {"v": nonsense.replace("{v}", version)}
            asked = client.get(address, given)
            assert (asked.status_code, asked.content) == (200, answer.content), (address, given)
            assert client.get(address, {"v": version}).status_code == 204, address


@pytest.mark.postgresql  # NUL
@pytest.mark.parametrize("query", ["v", "v=%", "v=%ff%fe", "v=%00", "v[]=1", "&&&=", "v;v=1", "%", "v=1&v=x&" * 400])
def test_a_query_that_is_none_gets_the_page(client: Client, played: Played, query: str) -> None:
    for address in (played.address(), played.address("standings/live/"), f"/en/{played.club.slug}/live/"):
        for _asked in ("anew", "kept"):
            assert client.get(f"{address}?{query}").status_code == 200, address


def test_of_several_versions_the_last_counts(client: Client, played: Played) -> None:
    address = played.address("standings/live/")
    version = version_in(client, address)

    assert client.get(f"{address}?v={version}&v=x").status_code == 200
    assert client.get(f"{address}?v=x&v={version}").status_code == 204


@pytest.mark.slow
@pytest.mark.parametrize(
    "etag",
    first_fast(2, ["nonsense", '"', 'W/"', '""', '"x"', 'W/"x", "y"', "x" * 50_000, "ø", "W/" * 1000, ", ,", "0"]),
)
def test_a_tag_that_never_was_gets_the_page(client: Client, played: Played, etag: str) -> None:
    for address in pages_of(played)[::5]:
        for _asked in ("anew", "kept"):
            assert client.get(address, headers={"If-None-Match": etag}).status_code in {200, 302}, address


@pytest.mark.slow
def test_a_host_that_is_not_ours_is_refused_though_the_page_is_kept(client: Client, played: Played) -> None:
    for address in pages_of(played):
        for _asked in ("anew", "kept"):
            assert client.get(address).status_code in {200, 302}
            for host in ("evil.example", "localhost.evil.example", "", "local host", "testserver:x", "[::1"):
                answer = client.get(address, SERVER_NAME="evil.example", HTTP_HOST=host)
                assert answer.status_code == 400, (address, host)
                assert played.tournament.name not in answer.content.decode(errors="replace")


@pytest.mark.slow
def test_three_thousand_from_one_address_are_all_answered(played: Played) -> None:
    """A whole club sits behind one. Every hundredth guesses at what is not there."""
    application = ClientHandler()
    wanted = [
        played.address(),
        played.address("standings/live/"),
        f"/en/{played.club.slug}/",
        f"/t/{played.tournament.short_code}/",
    ]
    answered: dict[int, int] = {}

    def ask(address: str) -> None:
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": address,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "203.0.113.7",
            "wsgi.input": BytesIO(),
            "wsgi.url_scheme": "http",
        }
        code = application(environ).status_code
        answered[code] = answered.get(code, 0) + 1

    for number in range(3_000):
        ask(wanted[number % len(wanted)] if number % 100 else f"/en/t/guess{number}/")

    assert answered == {200: 2_220, 302: 750, 404: 30}


def test_the_tournament_opens_at_its_newest_published_round(client: Client, played: Played) -> None:
    played.play(state=RoundState.DRAFTED)

    html = client.get(played.address()).content.decode()

    assert "<h1>Round 2</h1>" in html
    assert "1 of 3 still playing" in html


def test_a_closed_seasons_final_table_is_one_tap_from_the_clubs_page(client: Client, played: Played) -> None:
    played.club.seasons.update(is_open=False)
    a_tournament(3, name="Not begun")

    html = client.get(f"/en/{played.club.slug}/").content.decode()

    assert html.count(f'href="{played.address("standings/")}"') == 1


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


@pytest.mark.slow
def test_names_are_escaped(client: Client, played: Played) -> None:
    Player.objects.update(given_name="<script>alert(1)</script>", family_name='"><img src=x>')

    seen = 0
    for address in pages_of(played):
        answer = client.get(address)
        if answer.get("Content-Type", "").startswith("text/html"):
            html = answer.content.decode()
            assert "<script>" not in html, address
            assert "<img src=x" not in html, address
            seen += "&lt;script&gt;alert(1)" in html
    assert seen > 10


def test_the_demos_password_stands_on_the_front_door_only_where_there_is_a_demo(client: Client, played: Played) -> None:
    assert "Password" not in client.get("/en/").content.decode()


@pytest.mark.parametrize(("language", "expected"), [("sv", "/sv/"), ("nb-NO", "/nb/"), ("fi", "/en/")])
def test_a_short_address_leads_to_the_readers_language(
    client: Client, played: Played, language: str, expected: str
) -> None:
    response = client.get(f"/t/{played.tournament.short_code}/", headers={"Accept-Language": language})

    assert response.status_code == 302
    assert response["Location"] == f"{expected}rockaden/tuesday-cup/board/"
    assert "Accept-Language" in response["Vary"]


def test_an_unknown_short_address_is_not_there(client: Client) -> None:
    assert client.get("/t/nothing/", follow=True).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("rest", ["", "standings/", "crosstable/", "players/1/"])
def test_queries_do_not_grow_with_players_or_rounds(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, rest: str
) -> None:
    small, large = a_tournament(4, name="Small"), a_tournament(30, name="Large")
    for _ in range(2):  # before the first round there is no table to read
        small.play()
    for _ in range(5):
        large.play(absent={2})
    counted = []
    for played in (small, large):
        with django_assert_max_num_queries(13) as captured:
            assert client.get(played.address(rest)).status_code == 200
        counted.append(len(captured))

    assert counted[0] == counted[1]


@pytest.mark.django_db(transaction=True)
def test_after_a_result_the_clubs_page_reads_that_tournament_anew_and_no_other(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """What the others' tables say is kept, as by their own pages."""
    for number in range(6):
        a_tournament(3, name=f"Cup {number}").play(open_boards={1}, state=RoundState.PUBLISHED)
    client.get("/en/rockaden/")
    cup = Tournament.objects.latest("pk")
    Tournament.objects.filter(pk=cup.pk).update(public_revision=cup.public_revision + 1)

    with django_assert_max_num_queries(18):
        client.get("/en/rockaden/")
