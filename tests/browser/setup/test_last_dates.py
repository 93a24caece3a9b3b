"""A cup's last dates in the browser: planned, and what is proposed carried out with one tap and taken back with one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.services.cup.test_last_dates import a_cup, ties
from tests.tools.browser.looking import PHONE, TABLET, faults_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("by_day")]


def look(page: Page) -> None:
    assert faults_on(page, PHONE, TABLET) == []


def test_the_lot_is_proposed_carried_out_and_taken_back(
    open_page: Callable[..., Page],
) -> None:
    evening = a_cup(1, 4, absent="lot")
    page = open_page(evening.director, PHONE)
    page.goto(evening.url("plan_dates"))
    expect(page.get_by_text("Last date of each round")).to_be_visible()
    look(page)
    page.goto(evening.url("staff_tree"))
    expect(page.get_by_text("to be played by")).to_have_count(1)
    expect(page.get_by_role("button", name="Play it now")).to_have_count(2)
    look(page)
    page.locator("p.facts").get_by_role("link", name="Games still to play").click()
    expect(page.get_by_text("Both were away, and no other day is agreed: by lot")).to_be_visible()
    look(page)

    page.get_by_role("button", name="By lot:").click()

    expect(page.get_by_text("lots were drawn for who goes through")).to_be_visible()
    assert not ties(evening)[1][1]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="By lot:")).to_be_visible()
    assert ties(evening)[1] == (None, True)
