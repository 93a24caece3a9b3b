"""Who comes, written down by the director: the grid on tablet and laptop, one person's evenings on a phone."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, TABLET, Watch, axe_violations_in_both_schemes, slides_sideways
from tests.tools.casts.factories import Evening
from tests.tools.pages.todays_date import today
from tournaments.models import Availability, Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    """Thirty players, one with a long name, and ten evenings, the first in a week."""
    days = [today() + datetime.timedelta(days=7 * week) for week in range(1, 11)]
    dates = [day.isoformat() for day in days]
    options = {"half_byes": 1}
    evening = Evening.of(30, system="norwegian_monrad", options=options, planned_rounds=10, round_dates=dates)
    Player.objects.filter(given_name="No3").update(given_name="Wilhelmina-Josephine", family_name="Oppenheimerová")
    return evening


@pytest.mark.parametrize("glass", [TABLET, LAPTOP], ids=["820", "1440"])
def test_the_grid_is_written_into_without_leaving_it(
    evening: Evening, open_page: Callable[..., Page], glass: dict[str, int]
) -> None:
    page = open_page(evening.director, glass)
    page.goto(evening.url("who_comes"))
    rows = page.locator("#grid tbody tr")
    heads = page.locator("#grid thead")
    expect(page.locator(".pen .at")).to_be_hidden()

    rows.nth(0).locator("button").nth(1).click()
    expect(rows.nth(0).locator("button").nth(1)).to_contain_text("–tel.")
    expect(heads.locator("th").nth(2)).to_contain_text("29 expected")
    expect(page.locator("#last-done")).to_contain_text("is away")

    page.get_by_label("A tap means").select_option("later")
    page.get_by_label("Time of arrival").fill("20:15")
    page.get_by_label("How they told us").select_option("list")
    for row in (1, 2):
        rows.nth(row).locator("button").nth(0).click()
        expect(rows.nth(row).locator("button").nth(0)).to_contain_text("20:15list")
    page.get_by_label("A tap means").select_option("half")
    rows.nth(4).locator("button").nth(0).click()
    expect(rows.nth(4).locator("button").nth(0)).to_contain_text("½list")
    assert axe_violations_in_both_schemes(page) == []
    assert not slides_sideways(page)

    # At the foot of the list the dates are still in sight, and a tap still says what was chosen.
    page.get_by_label("A tap means").select_option("nothing")
    rows.last.scroll_into_view_if_needed()
    expect(heads.locator("th").last).to_be_in_viewport()
    rows.nth(1).locator("button").nth(0).click()
    expect(rows.nth(1).locator("button").nth(0)).to_have_text("")
    assert sorted(Availability.objects.values_list("said", flat=True)) == ["away", "half", "later"]


@pytest.mark.quick
def test_a_cell_that_is_refused_stays_and_says_why(
    evening: Evening, open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    page = open_page(evening.director, TABLET)
    page.goto(evening.url("who_comes"))
    page.get_by_label("A tap means").select_option("half")
    cells = page.locator("#grid tbody tr").first.locator("button")
    cells.nth(0).click()
    expect(cells.nth(0)).to_contain_text("½")
    cells.nth(1).click()
    expect(page.locator("#notices")).to_contain_text("all half-point byes")
    expect(cells.nth(1)).to_have_text("")


def test_on_a_phone_everything_is_said_of_one_evening_at_the_person(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    page = open_page(evening.director, PHONE)
    page.goto(evening.url("person", evening.entry(3).pk))
    words = page.locator("#words")
    for button, state in (
        ("For the club", "playing for the club"),
        ("Half-point bye", "half-point bye"),
        ("Away", "away"),
    ):
        words.get_by_role("button", name=button, exact=True).first.click()
        expect(words.locator("summary").first).to_contain_text(state)
        expect(words.get_by_role("button", name=button, exact=True).first).to_have_attribute("aria-pressed", "true")
    words.get_by_label("Time of arrival").first.fill("20:15")
    words.get_by_role("button", name="Coming later").first.click()
    expect(words.locator("summary").first).to_contain_text("coming about 20:15")
    expect(words.locator(".heard").first).to_contain_text(f"by telephone, {evening.director.name}")
    expect(words.get_by_label("Time of arrival").first).to_have_value("20:15")
    assert axe_violations_in_both_schemes(page) == []
    assert not slides_sideways(page)
    for button in words.locator("details[open] .choices-now :is(button, input:not([type=hidden]))").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
