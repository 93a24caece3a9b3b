"""Another name, another number of rounds, an end before its time: changed in a browser, and each of them undone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations, slides_sideways, widen
from tests.tools.casts.factories import Evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (320, 390, 820, 1440)


@pytest.fixture
def evening() -> Evening:
    """In round 3 of 6, which is drafted."""
    evening = Evening.of(10, system="norwegian_monrad", name="Tusday cup", planned_rounds=6)
    evening.play()
    evening.play()
    evening.draft()
    return evening


def can_be_read(page: Page) -> None:
    for width in WIDTHS:
        widen(page, width)
        assert not slides_sideways(page), width
    assert axe_violations(page) == []
    widen(page, PHONE["width"])


def undo(page: Page, sentence: str) -> None:
    """The newest that says so."""
    with page.expect_response(lambda response: "/undo/" in response.url):
        page.get_by_role("button", name=f"Undo: {sentence}").first.click()


def planned() -> int | None:
    return Tournament.objects.values_list("planned_rounds", flat=True).get()


def test_planned_rounds_are_changed_in_round_3_and_undone(open_page: Callable[..., Page], evening: Evening) -> None:
    page, visitor = open_page(evening.director, PHONE), open_page(None)  # a phone folds the column
    page.goto(evening.url("setup"))
    page.get_by_role("button", name="Change name, season or rounds").click()
    expect(page.get_by_label("Planned rounds")).to_have_value("6")
    can_be_read(page)

    page.get_by_label("Planned rounds").fill("7")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("New in the table: M-2.")).to_be_visible()
    can_be_read(page)
    assert planned() == 6
    page.get_by_role("button", name="Save").click()

    expect(page.locator("#basics")).to_contain_text("7 rounds")
    can_be_read(page)
    assert planned() == 7
    visitor.goto(evening.url("public_standings"))
    expect(visitor.get_by_role("columnheader", name="M-2")).to_have_count(1)
    undo(page, "Planned rounds: 7")
    expect(page.locator("#basics")).to_contain_text("6 rounds")
    visitor.goto(evening.url("public_standings"))
    expect(visitor.get_by_role("columnheader", name="M-2")).to_have_count(0)


def test_a_tournament_is_renamed_and_undone(open_page: Callable[..., Page], evening: Evening) -> None:
    page, visitor = open_page(evening.director, PHONE), open_page(None, PHONE)
    address = evening.url("public_tournament")
    page.goto(evening.url("edit_tournament"))
    expect(page.get_by_text(address)).to_be_visible()

    page.get_by_label("Name").fill("Tuesday cup")
    page.get_by_role("button", name="Save").click()

    expect(page.locator(".eyebrow")).to_have_text("Tuesday cup")
    visitor.goto(address)
    expect(visitor.get_by_text("Tuesday cup").first).to_be_visible()
    undo(page, "“Tusday cup” is called “Tuesday cup” now")
    expect(page.locator(".eyebrow")).to_have_text("Tusday cup")
    visitor.goto(address)
    expect(visitor.get_by_text("Tusday cup").first).to_be_visible()


def test_it_ends_with_the_drafted_round_which_is_paired_again_and_all_is_undone(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(evening.director, PHONE)
    page.goto(evening.url("evening"))
    page.get_by_role("button", name="End the tournament after this round").click()
    expect(page.get_by_text("Round 3 is drafted already: pair it again before you publish it.")).to_be_visible()
    can_be_read(page)

    page.get_by_role("button", name="End after round 3").click()

    expect(page.get_by_text("The number of planned rounds has changed since it was made.")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 3 of 3")).to_be_visible()
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)
    page.get_by_role("button", name="Pair again").click()
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
    undo(page, "Round 3 is paired")
    page.wait_for_timeout(1100)  # a second tap at once is not meant
    undo(page, "The tournament ends after round 3")
    expect(page.get_by_role("heading", name="Round 3 of 6")).to_be_visible()
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
