"""The installation's first page as values: clubs found by name or place, and what is on tonight."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.tools.casts.factories import ClubFactory
from tests.tools.counted_calls import calls_of
from tests.tools.pages.todays_date import today_in
from tests.tools.played.kept import as_outside_a_transaction
from tests.tools.played.played import a_tournament
from tournaments.models import Club, Round, RoundState, Tournament
from tournaments.pages.clubs.club_search import CLUBS, FEW
from tournaments.pages.clubs.front_page import KEPT_FOR, home_page

pytestmark = pytest.mark.django_db


def clubs(*names: str, **values: Any) -> None:
    for name in names:
        ClubFactory(name=name, **values)


def found(search: str) -> list[str]:
    return [club.name for club in home_page(search).clubs]


def test_clubs_stand_in_the_order_of_the_readers_language() -> None:
    clubs("Östersund", "Ajax", "Zwolle", "Åsgård")

    with translation.override("sv"):
        assert [club.name for club in home_page().clubs] == ["Ajax", "Zwolle", "Åsgård", "Östersund"]
    assert [club.name for club in home_page().clubs] == ["Ajax", "Åsgård", "Östersund", "Zwolle"]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("", ["Ørsta Sjakklag", "SK Rockaden", "Utrechtse Schaakclub"]),
        ("rock", ["SK Rockaden"]),
        ("ROCKADEN sk", ["SK Rockaden"]),
        ("orsta", ["Ørsta Sjakklag"]),
        ("Ørsta", ["Ørsta Sjakklag"]),
        ("stockholm", ["SK Rockaden"]),
        ("rockaden stockholm", ["SK Rockaden"]),
        ("sk", ["SK Rockaden"]),
        ("  ", ["Ørsta Sjakklag", "SK Rockaden", "Utrechtse Schaakclub"]),
        ("nowhere", []),
        ("rockaden utrecht", []),
        ("%", []),
        ("_", []),
        ("'; DROP TABLE", []),
        ("\0", ["Ørsta Sjakklag", "SK Rockaden", "Utrechtse Schaakclub"]),
        ("x" * 100_000, []),
    ],
)
def test_it_finds_by_words_of_name_and_place_without_accents(search: str, expected: list[str]) -> None:
    clubs("SK Rockaden", place="Stockholm")
    clubs("Utrechtse Schaakclub", place="De Kade")
    clubs("Ørsta Sjakklag", place="Bygdehuset")

    assert found(search) == expected


def test_those_that_begin_with_what_was_typed_come_first() -> None:
    clubs("Amsterdam-Zuid", "Zuid", "Zuidoost")

    assert found("zuid") == ["Zuid", "Zuidoost", "Amsterdam-Zuid"]


def test_few_clubs_need_no_search_and_many_stand_on_pages() -> None:
    clubs(*(f"Club {number:03}" for number in range(FEW)))
    assert not home_page().found.has_search
    clubs(*(f"Club {number:03}" for number in range(FEW, CLUBS + 5)))

    first, second = home_page(), home_page("", 2)

    assert first.found.has_search
    assert (first.found.page, first.found.pages, len(first.clubs), len(second.clubs)) == (1, 2, CLUBS, 5)
    assert {club.name for club in first.clubs} & {club.name for club in second.clubs} == set()
    assert (first.found.previous_url, first.found.next_url) == ("", "/en/?page=2")
    assert (second.found.previous_url, second.found.next_url) == ("/en/", "")
    assert home_page("club", 1).found.next_url == "/en/?q=club&page=2"


@pytest.mark.parametrize("page", ["0", "-1", "99", "9999999999999", "x", "²", "2.5", ""])
def test_a_page_that_there_is_not_is_one_that_there_is(client: Client, page: str) -> None:
    clubs("Rockaden")

    answer = client.get("/en/", {"page": page, "q": "rock"})

    assert answer.status_code == 200
    assert "Rockaden" in answer.content.decode()


def test_what_is_searched_for_is_text(client: Client) -> None:
    clubs(*(f"Club {number}" for number in range(FEW + 1)))

    page = client.get("/en/", {"q": '"><script>alert(1)</script>'}).content.decode()

    assert "<script>alert" not in page
    assert "0 clubs found for" in page


def on(name: str, players: int, *, state: RoundState, days: int = 0, **club: Any) -> None:
    """A club whose round of so many days from now has its first board open."""
    played = a_tournament(players, name=name)
    made = ClubFactory(name=name, **club)
    played.play(open_boards={1}, state=state)
    date = today_in(made) + datetime.timedelta(days=days)
    Round.objects.filter(tournament=played.tournament).update(date=date)
    type(played.tournament.season).objects.filter(pk=played.tournament.season_id).update(club=made)
    Tournament.objects.filter(pk=played.tournament.pk).update(club=made)


def test_tonight_names_the_clubs_that_play_the_most_boards_first() -> None:
    on("Small", 4, state=RoundState.PUBLISHED)
    on("Large", 8, state=RoundState.PUBLISHED)
    on("Waiting", 30, state=RoundState.OPEN)
    on("Drafted", 6, state=RoundState.DRAFTED)
    on("Over", 6, state=RoundState.FINISHED)
    on("Tomorrow", 6, state=RoundState.OPEN, days=1)
    on("Forgotten", 6, state=RoundState.PUBLISHED, days=-30)
    on("Elsewhere", 6, state=RoundState.PUBLISHED, days=1, time_zone="Pacific/Kiritimati")

    tonight = home_page().tonight

    assert [(club.name, club.tonight) for club in tonight][:2] == [
        ("Large", "1 of 4 still playing"),
        ("Small", "1 of 2 still playing"),
    ]
    assert [(club.name, club.tonight) for club in tonight][2:] == [
        ("Waiting", "Players are checking in"),
        ("Drafted", "Players are checking in"),
    ]


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", 23), ("America/New_York", 22)])
def test_tonight_is_by_each_clubs_own_clock(monkeypatch: pytest.MonkeyPatch, zone: str, day: int) -> None:
    clubs("Another")
    on("Far away", 4, state=RoundState.PUBLISHED, time_zone=zone)
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime(2026, 11, 23, 0, 0, tzinfo=datetime.UTC))
    for date, is_on in ((day, True), (day - 1, True), (day + 1, False), (day - 2, False)):  # after midnight it goes on
        Round.objects.update(date=datetime.date(2026, 11, date))
        assert [club.name for club in home_page().tonight] == ["Far away"] * is_on, date


def test_tonight_is_bounded() -> None:
    for number in range(15):
        on(f"Club {number}", 2, state=RoundState.PUBLISHED)

    page = home_page()

    assert (len(page.tonight), page.more_tonight) == (12, 3)


def test_of_many_clubs_it_is_made_once_in_some_seconds(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    moment = datetime.datetime(2026, 11, 23, 19, 0, tzinfo=datetime.UTC)
    Club.objects.bulk_create(Club(name=f"Club {number}", slug=f"c{number}") for number in range(CLUBS))
    with as_outside_a_transaction():
        monkeypatch.setattr(timezone, "now", lambda: moment)
        assert home_page().found.count == CLUBS
        clubs("Of this minute")
        assert home_page().found.count == CLUBS + 1
        clubs("A moment later")
        with django_assert_num_queries(1):
            assert home_page().found.count == CLUBS + 1
        assert [club.name for club in home_page("moment").clubs] == ["A moment later"]
        with translation.override("nb"):
            assert home_page().found.count == CLUBS + 2
        monkeypatch.setattr(timezone, "now", lambda: moment + datetime.timedelta(seconds=KEPT_FOR))
        assert home_page().found.count == CLUBS + 2


def test_one_club_alone_is_led_to_plainly(client: Client) -> None:
    played = a_tournament(4)
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    Round.objects.update(date=today_in(played.club))

    page = home_page()

    assert (page.tonight, page.found.has_search, page.found.pages) == ((), False, 1)
    assert [(club.name, club.url, club.tonight) for club in page.clubs] == [
        ("SK Rockaden", "/en/rockaden/", "1 of 2 still playing")
    ]
    assert 'type="search"' not in client.get("/en/").content.decode()


def test_thousands_of_clubs_are_searched_in_no_time(django_assert_max_num_queries: Any) -> None:
    names = ("Rockaden", "Utrecht", "Ørsta", "Wilhelmshöhe", "De Vrije Pion")
    Club.objects.bulk_create(
        Club(name=f"{names[number % 5]} {number}", slug=f"c{number}", place=f"Street {number}")
        for number in range(5_000)
    )
    home_page()

    with django_assert_max_num_queries(4):
        page = home_page("orsta 4")

    assert page.found.count > 100
    assert calls_of(lambda: home_page("orsta 4")) < 10 * 5_000  # seven of each club
