"""The staff's pages of tonight without a network: they open, a correction waits, and nobody else finds them later."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.tools.browser.logging_in import log_in
from tests.tools.browser.looking import LAPTOP, Watch, axe_violations, cut_the_line
from tests.tools.browser.reading_kept import KEPT, until
from tests.tools.casts.factories import Evening
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    """Round 1 is over, round 2 is being played."""
    evening = Evening.of(6, options={"max_meetings": 5})
    evening.play()
    evening.finish()
    evening.play(leaving_open={2})
    return evening


def of_staff(evening: Evening, rest: str = "") -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/{rest}"


def opened(page: Page, evening: Evening) -> Page:
    """And the worker has what an evening needs, without having been shown it."""
    page.goto(of_staff(evening))
    for path in ("", "standings/", "papers/", "rounds/1/"):
        until(page, f"({KEPT})().then(paths => paths.includes('{of_staff(evening, path)}'))")
    until(page, f"({KEPT})().then(paths => paths.some(path => path.endsWith('keys.js')))")  # the last script
    return page


def kept(page: Page) -> list[str]:
    """Of the staff's pages."""
    found: list[str] = page.evaluate(f"({KEPT})()")
    return [path for path in found if re.match(r"/en/[^/]+/staff/", path)]


@pytest.mark.quick
def test_every_way_of_tonight_opens_and_a_correction_waits_like_a_tap(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = opened(open_page(evening.director, LAPTOP, service_workers="allow"), evening)
    cut_the_line(page, watch)
    for path, title in (("standings/", "Standings"), ("papers/", "Papers"), ("", "Round 2"), ("rounds/1/", "Round 1")):
        page.goto(of_staff(evening, path))
        expect(page.locator("h1")).to_contain_text(title)
        expect(page.locator(".since")).to_contain_text("No network. This is from")
    assert axe_violations(page) == []

    asked: list[str] = []

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.on("dialog", accept)
    row = page.locator(f"#board-row-{evening.tournament.rounds.get(number=1).games.get(board=2).pk}")
    row.locator("details.choices summary").click()
    row.get_by_role("button", name="Black wins", exact=True).click()
    assert asked == ["No network, so the effects cannot be shown. Save it anyway? Board 2: Black wins"]
    expect(page.locator("#not-saved")).to_contain_text("Kept on this device until the network is back: 1 tap.")
    page.goto(of_staff(evening, "standings/"))
    expect(page.locator("#not-saved")).to_contain_text("1 tap")

    page.context.set_offline(False)
    expect(page.locator("#not-saved")).to_be_hidden()
    assert evening.tournament.rounds.get(number=1).games.get(board=2).result == Result.BLACK_WINS


@pytest.mark.parametrize("how", ["log out", "session ends", "another person", "right ends"])
def test_nothing_of_it_stays_for_the_next_one(
    open_page: Callable[..., Page], evening: Evening, watch: Watch, how: str
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 40",)
    page = opened(open_page(evening.director, LAPTOP, service_workers="allow"), evening)
    if how == "log out":
        page.locator("header.top").get_by_text("More", exact=True).click()
        with page.expect_navigation():
            page.get_by_role("button", name="Log out").click()
        assert kept(page) == []
        return
    if how == "right ends":
        evening.director.memberships.all().delete()
        evening.director.__class__.objects.filter(pk=evening.director.pk).update(is_superuser=False)
        page.goto(of_staff(evening))
        assert kept(page) == []
        return
    page.context.clear_cookies(name="sessionid")
    if how == "another person":
        log_in(page.context, evening.second_director(), page.url)
        page.goto(of_staff(evening, "standings/"))
        until(page, f"({KEPT})().then(paths => !paths.includes('{of_staff(evening)}'))")
        assert kept(page) == [of_staff(evening, "standings/")]
    else:
        page.goto(of_staff(evening))
        expect(page.get_by_role("heading", name="Log in")).to_be_visible()
        assert kept(page) == []


def test_it_is_gone_some_hours_later(open_page: Callable[..., Page], evening: Evening, watch: Watch) -> None:
    page = opened(open_page(evening.director, LAPTOP, service_workers="allow"), evening)
    page.evaluate(
        """async () => {
          const cache = await caches.open('clubchess-staff-1');
          for (const each of await cache.keys()) {
            const old = await cache.match(each);
            const headers = new Headers(old.headers);
            headers.set('X-Kept-At', String(Date.now() - 9 * 3600000));
            await cache.put(each, new Response(await old.blob(), { headers }));
          }
        }"""
    )
    cut_the_line(page, watch)
    page.goto(of_staff(evening, "standings/"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert kept(page) == []
