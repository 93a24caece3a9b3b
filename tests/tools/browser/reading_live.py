"""How a test holds an open public page: it asks often, and cannot be asked in the test's own time alone."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.tools.browser.looking import Watch, cut_the_line
from tests.tools.casts.factories import Evening

TAKEN_AWAY = "Failed to load resource: the server responded with a status of 404"
SECONDS = 0.2


def address(evening: Evening, rest: str = "") -> str:
    return f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/{rest}"


def ask_often(page: Page) -> None:
    """Five times a second from now on; whoever waits ten seconds sees the same."""
    page.evaluate(f"document.body.dataset.every = {SECONDS}; window.dispatchEvent(new Event('focus'))")


def open_live(page: Page, path: str) -> None:
    page.goto(path)
    ask_often(page)


def cut_off(page: Page, watch: Watch) -> BrowserContext:
    """Without a network, until the context is set online again."""
    cut_the_line(page, watch)
    expect(page.locator("#fresh")).to_have_class("fresh lost")
    return page.context
