"""The box for names: 46 pupils to check-in, a Dutch list of members, a list of chess-results with a title above."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.casts.club_cast import Cast
from tournaments.models import Player, Season, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PUPILS = [f"{given}{ending} Elm" for given in ("Ad", "Be", "Ev", "Mi") for ending in "aeiouklmnrs"]
CLASS_LIST = "\n".join([*PUPILS, "PER PINE", "DOGWOOD, Dov", "Ada Elm"])
DUTCH = """Voornaam;Tussenvoegsel;Achternaam;KNSB-nummer;Rating
Bas;van;Beuk;8538442;1512
Roos;van der;Linde;9055882;1640
"""
CHESS_RESULTS = Path(__file__).parents[2] / "data/player_lists/list_heading_above.csv"


@pytest.fixture
def empty_club() -> Cast:
    cast = Cast()
    Season.objects.all().delete()
    return cast


def at_home(page: Page, cast: Cast, live_server: Any) -> None:
    page.goto(live_server.url + reverse("club_home", args=[cast.club.slug]))


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_class_is_pasted_and_is_at_its_boards(
    empty_club: Cast, open_page: Callable[..., Page], live_server: Any, size: Any
) -> None:
    page = open_page(empty_club.kari, size)
    watch = Watch()
    watch.on(page)
    at_home(page, empty_club, live_server)
    taps = 0

    def tap(name: str, role: Any = "checkbox") -> None:
        nonlocal taps
        taps += 1
        page.get_by_role(role, name=name).click()

    taps += 1  # into the box; what is pasted there are keys
    page.get_by_label("Paste your list").fill(CLASS_LIST)
    expect(page.get_by_text("46 names", exact=True)).to_be_visible()
    expect(page.get_by_text("2 names are in CAPITALS")).to_be_visible()
    assert page.get_by_role("checkbox", name="CAPITALS").is_checked()
    tap("Ada Elm in row 47 is somebody else")
    tap("These are children")
    assert not slides_sideways(page)
    assert not axe_violations(page)
    taps += 2  # a list of choices and one of them
    page.get_by_label("Pairing system").select_option("modified_monrad")
    tap("They play today", "button")

    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    made = Tournament.objects.get()
    assert (made.entries.count(), made.rounds.count(), made.planned_rounds) == (47, 1, 5)
    assert Player.objects.filter(given_name="Per", family_name="Pine", is_child=True).exists()
    assert Player.objects.filter(given_name="Dov", family_name="Dogwood").exists()
    assert Player.objects.filter(given_name="Ada", family_name="Elm").count() == 2
    assert taps <= 8
    tap("All 47 are here", "button")
    expect(page.locator(".entry.present")).to_have_count(47)
    tap("Pair", "button")
    page.locator("#publish").click()
    taps += 1
    expect(page.locator("#heading .pill")).to_have_text("Published")
    assert taps <= 11  # a class of 46 at its boards: the bar is 15
    assert not watch.problems


def test_a_list_of_members_with_small_words_of_names(
    empty_club: Cast, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page(empty_club.kari, PHONE)
    page.goto(live_server.url + reverse("import_players", args=[empty_club.club.slug]))

    page.get_by_label("Paste your list").fill(DUTCH)
    expect(page.get_by_text("2 names", exact=True)).to_be_visible()
    page.get_by_role("button", name="Import the list").click()

    page.wait_for_url("**/tournaments/new/")
    assert set(Player.objects.values_list("given_name", "family_name", "national_id", "rating")) == {
        ("Bas", "van Beuk", "8538442", 1512),
        ("Roos", "van der Linde", "9055882", 1640),
    }


def test_a_file_with_titles_above_its_heading_is_chosen(
    empty_club: Cast, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page(empty_club.kari, TABLET)
    at_home(page, empty_club, live_server)

    page.get_by_label("Or choose a file").set_input_files(CHESS_RESULTS)
    expect(page.get_by_role("button", name="They play today")).to_be_visible()
    page.get_by_role("button", name="They play today").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    assert Player.objects.count() == Tournament.objects.get().entries.count() > 0
