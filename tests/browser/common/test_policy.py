"""The Content-Security-Policy stays silent: not one message, whatever is swapped."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, Watch
from tests.tools.casts.factories import Evening

pytestmark = pytest.mark.django_db(transaction=True)

STYLE_ALL = "document.querySelectorAll('main [id]').forEach(each => { each.style.outlineOffset = '0px'; })"
"""As the browser's own tools, a reading aid or a translator do: allowed to them, and not to be copied as text."""


def styled(page: Page) -> None:
    page.evaluate(STYLE_ALL)


def test_no_swap_of_an_evening_brings_a_message(open_page: Callable[..., Page], watch: Watch) -> None:
    evening = Evening.of(5)
    club = evening.tournament.club
    evening.open()
    page = open_page(evening.director, LAPTOP)
    page.goto(reverse("door", args=[club.slug]))
    styled(page)
    page.locator(".entry .tap").first.click()
    expect(page.locator(".entry.present")).to_have_count(1)
    page.goto(reverse("evening", args=[club.slug, evening.tournament.slug]))
    for place in range(1, 5):
        styled(page)
        page.locator(".entry .tap").nth(place).click()
        expect(page.locator(".entry.present")).to_have_count(place + 1)
    styled(page)
    page.locator("#undo-last").click()
    expect(page.locator(".entry.present")).to_have_count(4)
    styled(page)
    page.locator("#pair").click()
    expect(page.locator(".pairing.drafted")).to_have_count(2)
    styled(page)
    page.locator("a.move").first.click()
    expect(page.locator(".move.chosen")).to_have_count(1)
    styled(page)
    page.locator("button.move").first.click()
    expect(page.locator(".pairing.drafted")).to_have_count(2)
    styled(page)
    page.locator("#publish").click()
    expect(page.locator(".pairing.open")).to_have_count(2)
    for left in (1, 0):
        styled(page)
        page.locator(".pairing.open .score").first.click()
        expect(page.locator(".pairing.open")).to_have_count(left)
    styled(page)
    page.locator("#key-map summary").click()
    page.locator("#key-map .other-keys button").last.click()
    expect(page.locator("#key-map .other-keys[open]")).to_have_count(0)
    page.locator(".evening-message summary").click()
    page.locator("#message-text").fill("Coffee at nine")
    styled(page)
    page.get_by_role("button", name="Show the message").click()
    expect(page.locator("#take-message-away")).to_be_visible()
    styled(page)
    page.locator("#next-round").click()
    expect(page.locator(".entry")).to_have_count(5)
    assert watch.problems == []


@pytest.mark.quick
@pytest.mark.parametrize("script", ["document.body.setAttribute('style', 'top: 0')"])
def test_a_message_is_heard(open_page: Callable[..., Page], watch: Watch, script: str) -> None:
    """Or the test above would say nothing."""
    evening = Evening.of(2)
    page = open_page(evening.director, PHONE)
    page.goto(evening.url("evening"))
    page.evaluate(script)
    page.wait_for_function("() => true")
    assert any("CSP violation: style-src" in each for each in watch.problems)
    assert any("console: " in each for each in watch.problems)
    watch.problems.clear()
