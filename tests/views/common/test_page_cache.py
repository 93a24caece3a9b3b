"""Public pages are answered with kept bytes, and never with those of another version, host or language."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from time_machine import travel

from tests.tools.casts.factories import Evening
from tests.tools.guards.layers import first_fast
from tournaments.models import Tournament
from tournaments.pages.rounds import round as round_screen
from tournaments.pairing.types.snapshot import Result
from tournaments.services.clubs.trash import put_back_tournament, trash_tournament
from tournaments.services.setup.tournaments import create_tournament
from tournaments.views.common import page_cache

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(6)
    evening.draft()
    evening.publish()
    return evening


def address(evening: Evening, name: str, *numbers: int) -> str:
    return evening.url(f"public_{name}", *numbers)


def html(response: Any) -> str:
    content = gzip.decompress(response.content) if response.get("Content-Encoding") == "gzip" else response.content
    return str(content, "utf-8")


def version_in(response: Any) -> str:
    found = re.search(r'data-version="([^"]+)"', html(response))
    assert found is not None
    return str(found[1])


@pytest.mark.django_db
class TestWhatIsKept:
    @pytest.mark.parametrize("name", ["tournament", "standings", "crosstable", "file", "standings_live"])
    def test_asked_again_costs_one_question_and_is_the_same_to_the_last_header(
        self, client: Client, evening: Evening, django_assert_num_queries: DjangoAssertNumQueries, name: str
    ) -> None:
        first = client.get(address(evening, name), headers=GZIP)
        with django_assert_num_queries(1):
            second = client.get(address(evening, name), headers=GZIP)

        assert (first.status_code, second.status_code) == (200, 200)
        assert first.content == second.content
        headers = dict(first.items()), dict(second.items())
        assert headers[0].pop("X-Request-ID") != headers[1].pop("X-Request-ID")
        assert headers[0] == headers[1]
        assert second["Content-Encoding"] == "gzip"
        assert {"Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy"} <= set(
            headers[1]
        )
        assert second["Content-Language"] == "en"

    def test_a_result_is_there_with_the_next_look(self, client: Client, evening: Evening) -> None:
        before = html(client.get(address(evening, "round", 1)))
        evening.enter(1, Result.WHITE_WINS)

        after = html(client.get(address(evening, "round", 1)))

        assert before != after
        assert "2 of 3 still playing" in after

    def test_each_language_has_its_own(self, client: Client, evening: Evening) -> None:
        english = address(evening, "standings")
        swedish = english.replace("/en/", "/sv/", 1)

        assert 'lang="en"' in html(client.get(english))
        for _ in range(2):
            assert 'lang="sv"' in html(client.get(swedish))

    def test_who_asks_makes_no_difference(self, client: Client, evening: Evening) -> None:
        stranger = client.get(address(evening, "standings"))
        client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")

        assert client.get(address(evening, "standings")).content == stranger.content

    def test_a_query_is_nobodys_business(
        self, client: Client, evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get(address(evening, "standings"))
        with django_assert_num_queries(1):
            client.get(address(evening, "standings"), {"utm_source": "whatever", "v": "\x00"})

    def test_what_is_not_there_is_not_kept(self, client: Client, evening: Evening) -> None:
        assert client.get(address(evening, "round", 2)).status_code == 404
        for board in (1, 2, 3):
            evening.enter(board, Result.DRAW)
        evening.draft()
        assert client.get(address(evening, "round", 2)).status_code == 404
        evening.publish()
        assert client.get(address(evening, "round", 2)).status_code == 200

    def test_in_the_trash_it_is_gone_at_once_and_back_when_it_is_put_back(
        self, client: Client, evening: Evening
    ) -> None:
        assert client.get(address(evening, "standings")).status_code == 200
        trash_tournament(evening.tournament, actor=None)
        assert client.get(address(evening, "standings")).status_code == 404
        put_back_tournament(evening.tournament, actor=None)
        assert client.get(address(evening, "standings")).status_code == 200

    def test_the_clubs_page_follows_its_tournaments_and_the_day(self, client: Client, evening: Evening) -> None:
        club = evening.tournament.club
        page = reverse("public_club", args=[club.slug])
        versions = [version_in(client.get(page))]
        for board in (1, 2, 3):
            evening.enter(board, Result.DRAW)
        versions.append(version_in(client.get(page)))
        with travel("2027-01-15T12:00Z"):
            versions.append(version_in(client.get(page)))

        assert len(set(versions)) == 3

    def test_a_new_tournament_is_on_the_clubs_page(self, client: Client, evening: Evening) -> None:
        club = evening.tournament.club
        page = reverse("public_club", args=[club.slug])
        client.get(page)
        season = evening.tournament.season
        create_tournament(club, season=season, name="Thursday cup", system="keizer", options={}, actor=None)

        assert "Thursday cup" in html(client.get(page))


@pytest.mark.django_db
class TestRequests:
    def test_a_browser_that_has_it_is_told_so(self, client: Client, evening: Evening) -> None:
        page = client.get(address(evening, "standings"), headers=GZIP)
        again = {"If-None-Match": page["ETag"]} | GZIP

        same = client.get(address(evening, "standings"), headers=again)
        evening.enter(1, Result.DRAW)
        other = client.get(address(evening, "standings"), headers=again)

        assert (same.status_code, same.content, same["ETag"]) == (304, b"", page["ETag"])
        assert other.status_code == 200
        assert other["ETag"] != page["ETag"]

    @pytest.mark.parametrize("nonsense", ['"x"', "*x", "W/", "," * 500, 'W/"' + "a" * 9_000])
    def test_a_nonsense_etag_gets_the_page(self, client: Client, evening: Evening, nonsense: str) -> None:
        for _ in range(2):
            answer = client.get(address(evening, "standings"), headers={"If-None-Match": nonsense})
            assert answer.status_code == 200

    def test_without_compression_it_is_the_same_page(self, client: Client, evening: Evening) -> None:
        packed = client.get(address(evening, "standings"), headers=GZIP)
        plain = client.get(address(evening, "standings"))

        assert "Content-Encoding" not in plain
        assert plain.content == gzip.decompress(packed.content)
        assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"

    @pytest.mark.parametrize(
        ("accepted", "packed"),
        [
            ("gzip", True),
            ("br, gzip;q=0.5", True),
            ("gzip;q=0", False),
            ("gzip; q=0.000, br", False),
        ],
    )
    def test_it_is_packed_for_who_takes_that(
        self, client: Client, evening: Evening, accepted: str, packed: bool
    ) -> None:
        answer = client.get(address(evening, "standings"), headers={"Accept-Encoding": accepted})

        assert (answer.get("Content-Encoding") == "gzip") is packed

    def test_a_host_that_is_not_ours_is_refused_kept_or_not(self, client: Client, evening: Evening) -> None:
        hosts = ("evil.example", "testserver", "evil.example")
        codes = [client.get(address(evening, "standings"), headers={"Host": host}).status_code for host in hosts]

        assert codes == [400, 200, 400]

    def test_only_reading_is_answered(self, client: Client, evening: Evening) -> None:
        client.get(address(evening, "standings"))

        assert client.post(address(evening, "standings")).status_code == 405
        assert client.head(address(evening, "standings")).status_code == 200

    @pytest.mark.slow
    def test_nobody_is_locked_out_of_reading(self, client: Client, evening: Evening) -> None:
        """A whole club sits behind one address."""
        page = address(evening, "standings_live")
        version = version_in(client.get(page))

        assert {client.get(page, {"v": version}).status_code for _ in range(10_000)} == {204}


@pytest.mark.django_db
class TestLive:
    def test_nothing_new_is_204_and_news_is_the_fragment(self, client: Client, evening: Evening) -> None:
        live = address(evening, "round_live", 1)
        version = version_in(client.get(address(evening, "round", 1)))

        cold, kept = client.get(live, {"v": version}), client.get(live, {"v": version})
        evening.enter(1, Result.WHITE_WINS)
        news = client.get(live, {"v": version})

        assert [(each.status_code, each.content) for each in (cold, kept)] == [(204, b"")] * 2
        assert news.status_code == 200
        assert version_in(news) != version
        assert html(news).lstrip().startswith('<div id="live"')
        assert "<html" not in html(news)

    @pytest.mark.parametrize(
        "nonsense", first_fast(2, ["", "x", "-1", "0", "9" * 5_000, "1\x00", "½", "1 OR 1=1", "None"])
    )
    def test_a_nonsense_version_gets_the_fragment(self, client: Client, evening: Evening, nonsense: str) -> None:
        for _ in range(2):
            assert client.get(address(evening, "round_live", 1), {"v": nonsense}).status_code == 200

    def test_the_fragment_of_what_is_not_published_is_not_there(self, client: Client, evening: Evening) -> None:
        version = version_in(client.get(address(evening, "round", 1)))

        assert client.get(address(evening, "round_live", 2), {"v": version}).status_code == 404

    def test_the_page_holds_its_fragment_word_for_word(self, client: Client, evening: Evening) -> None:
        page = html(client.get(address(evening, "standings")))
        fragment = html(client.get(address(evening, "standings_live")))

        inside = fragment.split(">", 1)[1].rsplit("</div>", 1)[0]
        assert " ".join(inside.split()) in " ".join(page.split())


@pytest.mark.django_db
class TestCategories:
    """The second thing besides its path that a public page reads, and only where there is such a category (0087)."""

    @pytest.fixture
    def evening(self, evening: Evening) -> Evening:
        evening.tournament.entries.filter(number__lte=3).update(category="A")
        Tournament.objects.update(categories=[{"name": name, "low": None, "high": None} for name in "AB"])
        return evening

    def test_each_is_kept_beside_the_page(
        self, client: Client, evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        page = address(evening, "standings")
        queries = ("", "?category=1", "?category=2")
        first = [html(client.get(page + query)) for query in queries]

        assert len(set(first)) == 3
        with django_assert_num_queries(3):
            assert [html(client.get(page + query)) for query in queries] == first
        evening.enter(1, Result.WHITE_WINS)
        assert html(client.get(f"{page}?category=1")) != first[1]

    @pytest.mark.parametrize(
        "query",
        ["category=01", "category=1&category=2", "category=1&x=1", "x=1", "category=", "category=p", "Category=1"],
    )
    def test_in_another_spelling_it_is_the_page_itself(self, client: Client, evening: Evening, query: str) -> None:
        for name in ("standings", "crosstable"):
            page = address(evening, name)
            assert client.get(f"{page}?{query}").content == client.get(page).content

    @pytest.mark.parametrize("query", ["category=3", "category=99", "category=p1", "category=period1"])
    def test_one_that_is_not_there_is_not_found_and_nothing_is_kept(
        self, client: Client, evening: Evening, query: str
    ) -> None:
        page_cache.forget_all()
        for name in ("standings", "crosstable", "standings_live"):
            assert client.get(f"{address(evening, name)}?{query}").status_code == 404
        assert len(page_cache._pages) == 0

    def test_a_page_without_categories_is_kept_once_whatever_is_asked(self, client: Client, evening: Evening) -> None:
        page_cache.forget_all()
        for query in ("", "?category=1", "?category=2", "?category=98", "?category=p7"):
            assert client.get(address(evening, "round", 1) + query).status_code == 200
        assert len(page_cache._pages) == 1

    def test_an_open_page_asks_for_its_own_fragment(self, client: Client, evening: Evening) -> None:
        page = html(client.get(f"{address(evening, 'standings')}?category=1"))
        live = f"{address(evening, 'standings_live')}?category=1"
        assert f'data-live="{live}"' in page

        version = re.search(r'data-version="([^"]+)"', page)
        assert version is not None
        assert client.get(f"{live}&v={version[1]}").status_code == 204
        news = html(client.get(f"{live}&v=old"))
        assert "No1" in news
        assert "No6" not in news

    def test_the_web_site_of_the_club_shows_one(self, client: Client, evening: Evening) -> None:
        club = evening.tournament.club
        type(club).objects.filter(pk=club.pk).update(embedded_on="https://club.example")
        page = address(evening, "standings")

        framed = client.get(f"{page}?embed=1&category=1")

        assert "frame-ancestors https://club.example" in framed["Content-Security-Policy"]
        assert "No6" not in html(framed)
        assert "No6" in html(client.get(f"{page}?embed=1"))
        assert "frame-ancestors 'none'" in client.get(f"{page}?category=1&embed=1")["Content-Security-Policy"]


@pytest.mark.django_db
class TestFaults:
    def test_an_error_while_rendering_keeps_nothing(
        self, client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*args: object) -> None:
            raise RuntimeError("in the middle of it")

        client.raise_request_exception = False
        with monkeypatch.context() as broken_page:
            broken_page.setattr(round_screen, "_by_name", broken)
            assert client.get(address(evening, "round", 1)).status_code == 500

        assert client.get(address(evening, "round", 1)).status_code == 200

    def test_without_the_database_it_says_so_and_recovers_by_itself(
        self, client: Client, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def gone(*args: object) -> None:
            raise OperationalError("no connection")

        client.get(address(evening, "standings"))
        with monkeypatch.context() as database:
            database.setattr(page_cache, "public_revision", gone)
            database.setattr(Tournament.objects, "select_related", gone)
            assert client.get(address(evening, "standings")).status_code == 503

        assert client.get(address(evening, "standings")).status_code == 200


@dataclass(frozen=True)
class Always:
    """A source whose version never changes."""

    def version(self) -> str:
        return "1"


def asked(path: str, make: Callable[[], HttpResponse], version: str = "1") -> int:
    return page_cache.keep(RequestFactory().get(path), Always(), version, make).status_code


def test_however_many_ask_it_is_rendered_once() -> None:
    many = 12
    everybody = threading.Barrier(many)
    renderings = []

    def render() -> HttpResponse:
        renderings.append(threading.get_ident())
        return HttpResponse("the page")

    def ask(_: int) -> int:
        everybody.wait()
        return asked("/en/club/cup/", render)

    with ThreadPoolExecutor(many) as phones:
        assert list(phones.map(ask, range(many))) == [200] * many
    assert len(renderings) == 1


def test_an_open_page_does_not_wait_for_news_that_are_being_made() -> None:
    """Who shows the version before asks again later; who shows an older one, or opens the page, gets it."""
    path = "/en/club/cup/live/"
    asked(path, lambda: HttpResponse("before"), "1")
    begun, go_on = threading.Event(), threading.Event()

    def render() -> HttpResponse:
        begun.set()
        assert go_on.wait(10)
        return HttpResponse("news")

    with ThreadPoolExecutor(3) as phones:
        first = phones.submit(asked, f"{path}?v=1", render, "2")
        assert begun.wait(10)
        assert asked(f"{path}?v=1", render, "2") == 204
        others = [phones.submit(asked, address, render, "2") for address in (f"{path}?v=0", path)]
        go_on.set()
        assert [each.result(10) for each in (first, *others)] == [200] * 3
    assert asked(f"{path}?v=1", render, "2") == 200


def test_one_that_breaks_lets_the_next_try() -> None:
    def broken() -> HttpResponse:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asked("/en/club/cup/", broken)
    assert asked("/en/club/cup/", HttpResponse) == 200


def test_only_whole_answers_are_kept() -> None:
    answers = iter([HttpResponse(status=302), HttpResponse("here")])

    assert [asked("/en/club/cup/", lambda: next(answers)) for _ in range(3)] == [302, 200, 200]
