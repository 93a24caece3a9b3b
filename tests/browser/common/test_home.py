"""The installation's first page: a club is found by name or place, on any glass."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations_in_both_schemes, slides_sideways, widen
from tests.tools.casts.factories import ClubFactory
from tournaments.models import Accent
from tournaments.pages.clubs.club_search import CLUBS

pytestmark = pytest.mark.django_db(transaction=True)


def many_clubs() -> None:
    for number in range(CLUBS + 2):
        ClubFactory(
            name=f"Schachfreunde Niederoberstaffelbach-Wilhelmshöhe {number:02}",
            accent=Accent.values[number % len(Accent.values)],
            place="Bygdehuset",
        )
    ClubFactory(name="Ørsta Sjakklag", place="Bygdehuset")


@pytest.mark.quick
def test_a_club_is_found_without_its_accents_and_without_a_script(open_page: Callable[..., Page]) -> None:
    many_clubs()
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto("/en/")
    page.get_by_label("Find a club by name or place").fill("orsta")
    page.get_by_role("button", name="Search").click()

    expect(page.locator(".club")).to_have_count(1)
    page.get_by_role("link", name="Ørsta Sjakklag").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ørsta Sjakklag")


def test_everybody_can_read_it(open_page: Callable[..., Page]) -> None:
    many_clubs()
    page = open_page()
    page.goto("/en/")
    page.get_by_role("link", name="More clubs").click()
    expect(page.locator(".club")).to_have_count(3)
    problems = []
    for address in ("/en/", "/en/?q=nowhere"):
        page.goto(address)
        for width in (320, 820, 1440):
            widen(page, width)
            if slides_sideways(page):
                problems.append(f"{address} slides sideways at {width} px")
        problems += axe_violations_in_both_schemes(page)

    assert problems == []
