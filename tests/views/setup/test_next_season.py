"""The form that opens the next season from an earlier one."""

import datetime
import re
import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from tests.tools.casts.club_cast import Cast
from tournaments.forms.setup.next_season import a_year_later, suggested_after
from tournaments.models import Action, RoundState, Season, Tournament, User
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db

STAFF = "/en/sk-rockaden/staff/"
Clients = Callable[[User], Client]


@pytest.fixture
def cast() -> Cast:
    """A season with a tournament that is played to its end, and one that is not."""
    cast = Cast()
    pair = cast.add_player("Anna"), cast.add_player("Bo")
    played = cast.add_tournament("Keizer 2026–27", *pair)
    cast.play_round(played, state=RoundState.PUBLISHED, result="0-1")
    cast.play_round(cast.add_tournament("Blitz", *pair), state=RoundState.OPEN)
    return cast


@pytest.fixture
def address(cast: Cast) -> str:
    return f"{STAFF}seasons/{cast.season.pk}/next/"


def form(**changed: str) -> dict[str, str]:
    key = Tournament.objects.get(name="Keizer 2026–27").pk
    dates = {"starts_on": "2027-08-01", "ends_on": "2028-06-01"}
    return {"name": "2027–28", **dates, f"goes_on_{key}": "on", f"name_{key}": "Keizer 2027–28", **changed}


def test_it_suggests_a_year_later_and_says_who_comes_along_and_what_cannot(kari: Client, address: str) -> None:
    page = kari.get(address).content.decode()

    assert 'name="name" value="2027–28"' in page
    assert 'value="2027-08-01"' in page
    assert 'value="Keizer 2027–28"' in page
    assert "2 players come along." in page
    assert "Bo leads the list" in page
    assert "Round 1 of Blitz is not finished" in page
    assert len(re.findall(r'name="goes_on_\d+"[^>]* checked', page)) == 1


def test_it_opens_the_season_once_and_leads_to_it(kari: Client, address: str) -> None:
    receipt = str(uuid.uuid4())
    for _ in range(2):
        response = kari.post(address, form(receipt=receipt))
        opened = Season.objects.get(name="2027–28")
        assert response["Location"] == f"{STAFF}#season-{opened.pk}"

    (tournament,) = opened.tournaments.all()
    assert (tournament.name, opened.starts_on) == ("Keizer 2027–28", datetime.date(2027, 8, 1))
    assert [entry.player.given_name for entry in tournament.entries.order_by("pk")] == ["Bo", "Anna"]
    assert Action.objects.filter(verb="season.carry_on").count() == 1


def test_it_goes_on_in_an_open_season_without_asking_for_name_and_days(cast: Cast, kari: Client, address: str) -> None:
    there = cast.add_season("Opened before", starts_on=datetime.date(2027, 8, 1), ends_on=datetime.date(2028, 6, 1))
    assert f'<option value="{there.pk}" selected>' in kari.get(address).content.decode()

    response = kari.post(address, form(into=str(there.pk), name="", starts_on="soon"))

    assert response["Location"] == f"{STAFF}#season-{there.pk}"
    assert there.tournaments.get().name == "Keizer 2027–28"
    assert Season.objects.count() == 2


@pytest.mark.parametrize(
    ("changed", "status", "part"),
    [
        ({"name": ""}, 422, "This field is required"),
        ({"ends_on": "2026-01-01"}, 422, "The last day is before the first"),
        ({"name": "2026–27"}, 409, "a season “2026–27” already"),
        ({"into": "999"}, 422, "not one of the available choices"),
        ({"goes_on": ""}, 422, "Choose at least one tournament"),
        ({"name_of_it": "\u200b"}, 422, "a name that can be read"),
    ],
)
def test_it_says_what_is_wrong_and_keeps_what_was_typed(
    kari: Client, address: str, changed: dict[str, str], status: int, part: str
) -> None:
    key = Tournament.objects.get(name="Keizer 2026–27").pk
    names = {"goes_on": f"goes_on_{key}", "name_of_it": f"name_{key}"}
    response = kari.post(address, form(**{names.get(field, field): value for field, value in changed.items()}))

    page = response.content.decode()
    assert response.status_code == status
    assert part in page
    assert 'value="2027-08-01"' in page
    assert Season.objects.count() == 1


def test_a_tournament_that_cannot_go_on_does_not_slip_in(cast: Cast, kari: Client, address: str) -> None:
    blitz = Tournament.objects.get(name="Blitz")
    kari.post(address, form(**{f"goes_on_{blitz.pk}": "on", f"name_{blitz.pk}": "Blitz"}))

    assert [each.name for each in Season.objects.get(name="2027–28").tournaments.all()] == ["Keizer 2027–28"]


def test_the_club_home_offers_it_from_seasons_that_are_over(cast: Cast, kari: Client, as_user: Clients) -> None:
    cast.season.tournaments.filter(name="Blitz").update(trashed_at=datetime.datetime(2026, 9, 1, tzinfo=datetime.UTC))
    link = f'href="{STAFF}seasons/{cast.season.pk}/next/"'
    Season.objects.update(ends_on=datetime.date(2999, 1, 1))
    assert link not in kari.get(STAFF).content.decode()

    Season.objects.update(starts_on=datetime.date(2025, 8, 1), ends_on=datetime.date(2026, 6, 1))
    assert link in kari.get(STAFF).content.decode()
    Season.objects.update(ends_on=datetime.date(2999, 1, 1))
    seasons.close_season(cast.season, actor=cast.kari)

    assert link in kari.get(STAFF).content.decode()
    assert link not in as_user(cast.dag).get(STAFF).content.decode()


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("2026–27", "2027–28"),
        ("Keizer 2026/2027", "Keizer 2027/2028"),
        ("Season 1999-00", "Season 2000-01"),
        ("Autumn 2026", "Autumn 2027"),
        ("Blitz 2026-10", "Blitz 2027-10"),
        ("Open 25+5 for 64 squares", "Open 25+5 for 64 squares"),
        ("Memorial 120262", "Memorial 120262"),
    ],
)
def test_names_with_years_in_them_are_moved_on(text: str, later: str) -> None:
    assert a_year_later(text) == later


def test_the_first_free_year_is_suggested_and_29_february_has_none_the_year_after() -> None:
    season = Season(name="2023–24", starts_on=datetime.date(2023, 9, 1), ends_on=datetime.date(2024, 2, 29))

    assert suggested_after(season, {"2023–24", "2024–25"}) == {
        "name": "2025–26",
        "starts_on": datetime.date(2025, 9, 1),
        "ends_on": datetime.date(2026, 2, 28),
    }
    nameless = Season(name="The first", starts_on=season.starts_on, ends_on=season.ends_on)
    assert suggested_after(nameless, {"The first"})["name"] == ""
