"""The guide as a browser shows it: for everybody, on every width, and from the foot of a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.tools.browser.looking import (
    axe_violations,
    slides_sideways,
    too_faint_in_the_dark,
    twice_the_text,
    widen,
)
from tournaments.pages.clubs.guide import CHAPTERS

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (320, 390, 1440)
ADDRESSES = ("/en/help/", *(f"/{language}/help/{code}/" for language in ("en", "de") for code in CHAPTERS))
"""German has the longest words."""


def test_it_can_be_read_by_everybody(open_page: Callable[..., Page]) -> None:
    page = open_page()
    problems = []
    for address in ADDRESSES:
        page.goto(address)
        for width in WIDTHS:
            widen(page, width)
            problems += [f"{address} at {width} px: {each}" for each in axe_violations(page)] if width != 390 else []
            problems += [f"{address} slides sideways at {width} px"] if slides_sideways(page) else []
        problems += [f"{address}: {each}" for each in too_faint_in_the_dark(page, 390)]
        twice_the_text(page)
        widen(page, 820)
        problems += [f"{address} slides sideways with twice the text"] if slides_sideways(page) else []
    assert problems == []


@pytest.mark.quick
def test_a_reader_gets_from_a_page_to_a_step_without_a_script(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/nb/log-in/")
    page.click("footer a[href$='/help/']")
    page.click("main h2 >> text=Kvelden")

    assert page.url.endswith("/nb/help/evening/")
    assert page.inner_text("main li >> nth=0").startswith("Åpne turneringen")
    page.locator("main img").first.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    box = page.locator("main img").first.bounding_box()
    assert box is not None
    assert box["width"] > 200


def test_the_pictures_come(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/sv/help/season/")
    for picture in page.locator("main img").all():
        picture.scroll_into_view_if_needed()
        picture.evaluate("image => image.decode()")
        assert picture.evaluate("image => image.naturalWidth") == 780
