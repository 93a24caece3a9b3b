"""The boards of a round read by the browser's own voice, in the language of the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations, slides_sideways
from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent

pytestmark = pytest.mark.django_db(transaction=True)

VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: words => window.said.push([words.lang, words.text]), cancel: () => window.said.push("ends"),
} });
"""


def test_the_boards_are_read_in_the_language_of_the_page_until_a_second_tap(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    page.add_init_script(VOICE)
    page.goto(evening.url("public_tournament").replace("/en/", "/de/"))
    button = page.get_by_role("button", name="Die Bretter vorlesen")
    expect(button).to_be_visible()
    assert axe_violations(page) == []
    assert not slides_sideways(page)

    button.click()
    boards = [
        ["de", f"Brett {at}. No{white}, Weiß. No{black}, Schwarz"]
        for at, (white, black) in enumerate(evening.boards(), 1)
    ]
    assert page.evaluate("window.said") == ["ends", *boards]
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert page.evaluate("window.said.at(-1)") == "ends"
    expect(button).to_have_attribute("aria-pressed", "false")


def test_of_teams_the_boards_of_each_match_are_read(open_page: Callable[..., Page]) -> None:
    event = TeamEvent.of_teams()
    event.draft()
    event.publish()
    page = open_page(None, PHONE)
    page.add_init_script(VOICE)
    page.goto(event.url("public_tournament"))
    page.get_by_role("button", name="Read the boards aloud").click()
    white, black = (event.entry(number).team_name for number in event.boards()[0])
    _ends, (_language, first), *others = page.evaluate("window.said")
    assert first.startswith(f"match 1. {white}. {black}. 1.1: {white}1 Berg, White; {black}1 Berg. 1.2: ")
    assert len(others) == 2


def test_a_browser_without_a_voice_offers_nothing(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(2)
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    page.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    page.goto(evening.url("public_tournament"))
    expect(page.locator("#board-1")).to_be_visible()
    expect(page.locator("[data-reads-aloud]")).to_be_hidden()
