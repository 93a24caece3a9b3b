"""Three rounds on one night: everybody is tapped once, and the night takes one planned date."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.todays_date import today
from tournaments.models import Presence
from tournaments.pages.calendar.dates import date_in_words
from tournaments.services.calendar import dates

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 20


def next_week() -> datetime.date:
    """Asked in the test itself: between the loading of this file and the test it may have become tomorrow."""
    return today() + datetime.timedelta(days=7)


@pytest.fixture
def cast() -> Evening:
    """Five evenings are planned, tonight and each week after it."""
    cast = evening(PLAYERS)
    dates.plan_dates(
        cast.tournament,
        dates=dates.proposed_dates(today(), dates.DateRhythm.WEEKLY, 5),
        starts_at=None,
        seen=dates.version_of(cast.tournament),
        actor=cast.director,
    )
    return cast


def look(page: Page) -> None:
    assert axe_violations(page) == []
    assert not slides_sideways(page)


def results(page: Page) -> None:
    """White wins, board by board."""
    for left in range(PLAYERS // 2, 0, -1):
        expect(page.locator(".pairing.open")).to_have_count(left)
        page.locator(".pairing.open button.score").first.click()
    expect(page.locator(".pairing.open")).to_have_count(0)


def pair_and_publish(page: Page) -> None:
    page.click("#pair")
    expect(page.locator(".pairing.drafted")).to_have_count(PLAYERS // 2)
    page.click("#publish")
    expect(page.locator(".pairing.open")).to_have_count(PLAYERS // 2)


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["390 px", "820 px"])
def test_three_rounds_on_one_night_take_twenty_taps_of_check_in(
    cast: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(cast.director, viewport)
    page.goto(cast.url("evening"))
    page.click("#next-round")
    taps = 0
    for entry in cast.entries:
        page.click(f"#tap-{entry.pk}")
        taps += 1
        expect(page.locator(f"#tap-{entry.pk}")).to_have_attribute("aria-pressed", "true")
    pair_and_publish(page)
    results(page)
    for number in (2, 3):
        page.click("#next-round")
        expect(page.locator("h1")).to_contain_text(f"Round {number}")
        look(page)
        page.get_by_role("button", name=f"All who were here in round {number - 1} ({PLAYERS})").click()
        expect(page.locator(".entry.present")).to_have_count(PLAYERS)
        pair_and_publish(page)
        results(page)
    assert taps == PLAYERS
    assert cast.round.attendances.filter(presence=Presence.PRESENT).count() == PLAYERS
    look(page)

    page.evaluate("window.scrollTo(0, 600)")
    page.click("#end-evening")

    expect(page.locator("#action-bar")).to_contain_text("Done for today.")
    heading = page.locator("#heading").bounding_box()
    assert heading is not None
    assert 0 <= heading["y"] < 60
    page.goto(f"/en/{cast.club.slug}/staff/")
    expect(page.locator("body")).to_contain_text("No round is open.")
    page.goto(f"/en/{cast.club.slug}/{cast.tournament.slug}/")
    expect(page.locator(".next-round").first).to_have_text(f"Round 4: {date_in_words(next_week())}")
    page.goto(cast.url("plan_dates"))
    look(page)


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["390 px", "820 px"])
def test_a_round_opened_by_mistake_is_closed_with_one_tap(
    cast: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(cast.director, viewport)
    page.goto(cast.url("evening"))
    page.click("#next-round")
    for entry in cast.entries[:10]:
        page.click(f"#tap-{entry.pk}")
        expect(page.locator(f"#tap-{entry.pk}")).to_have_attribute("aria-pressed", "true")
    look(page)

    page.click("#call-off")

    expect(page.locator("#next-round")).to_have_text("Open check-in")
    expect(page.locator("#last-done")).to_contain_text("No round after all: the check-in for round 1 is closed")
    look(page)
    page.click("#undo-last")
    expect(page.locator(".entry.present")).to_have_count(10)


def test_who_taps_a_check_in_that_was_closed_reads_so(
    cast: Evening, open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    cast.open()
    director, other = open_page(cast.director, TABLET), open_page(cast.director, PHONE)
    for page in (director, other):
        page.goto(cast.url("evening"))
    director.click("#call-off")
    expect(director.locator("#next-round")).to_have_text("Open check-in")

    other.click(f"#tap-{cast.entries[0].pk}")

    expect(other.locator("#notices")).to_contain_text("There is no round: Ola closed the check-in at")
    expect(other.locator("#next-round")).to_have_text("Open check-in")
