"""Who is out of a cup in the browser: entered in the tournament of the evening with one tap, taken back with one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.services.cup.test_consolation import losers, two
from tests.tools.browser.looking import PHONE, TABLET, faults_on

pytestmark = pytest.mark.django_db(transaction=True)


def look(page: Page) -> None:
    assert faults_on(page, PHONE, TABLET) == []


def test_the_losers_are_proposed_entered_and_taken_back(
    open_page: Callable[..., Page],
) -> None:
    both = two()
    both.cup.play()
    page = open_page(both.cup.director, PHONE)
    page.goto(both.cup.url("setup"))
    expect(page.get_by_text("Players knocked out are suggested for Club evening")).to_be_visible()
    look(page)
    page.goto(both.cup.url("evening"))
    expect(page.get_by_role("heading", name="Knocked out of Spring cup, but not in Club evening yet")).to_be_visible()
    look(page)

    page.get_by_role("button", name="Enter", exact=True).first.click()

    expect(page.get_by_text("Knocked out of Spring cup and entered here: No")).to_be_visible()
    look(page)
    assert both.proposed() == losers(both.cup)[1:]
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("button", name="Enter all 4 players")).to_be_visible()
    assert both.proposed() == losers(both.cup)


def test_those_of_earlier_rounds_are_folded_away(open_page: Callable[..., Page]) -> None:
    both = two()
    both.cup.play()
    both.cup.play()
    page = open_page(both.cup.director, PHONE)
    page.goto(both.cup.url("evening"))
    expect(page.get_by_role("button", name="Enter", exact=True)).to_have_count(2)
    page.get_by_text("Knocked out in earlier rounds").click()
    expect(page.get_by_role("button", name="Enter", exact=True)).to_have_count(6)
    look(page)
