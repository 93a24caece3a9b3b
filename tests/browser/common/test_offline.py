"""Without a network: the public pages last seen open, and say from when they are; of the staff's only tonight's."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, Watch, cut_the_line
from tests.tools.browser.reading_kept import KEPT, until
from tests.tools.browser.reading_live import address, ask_often
from tests.tools.casts.factories import Evening
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(6, options={"max_meetings": 5})
    evening.draft()
    evening.publish()
    return evening


def opened(page: Page, path: str) -> None:
    """And the worker has it."""
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    until_kept(page, path)


def until_kept(page: Page, path: str) -> None:
    until(page, f"({KEPT})().then(paths => paths.includes({path!r}))")


def test_the_pages_last_seen_open_and_say_from_when_they_are(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))
    opened(page, address(evening, "standings/"))
    cut_the_line(page, watch)

    for path, title in (("", "Round 1"), ("standings/", "Standings")):
        page.goto(address(evening, path))
        expect(page).to_have_title(f"{title} · {evening.tournament} · {evening.tournament.club}")
        expect(page.locator("#fresh")).to_contain_text("Offline since")
        assert page.evaluate("getComputedStyle(document.querySelector('.fresh.lost')).position") == "fixed", "the sheet"

    page.context.set_offline(False)
    evening.enter(1, Result.DRAW)
    page.goto(address(evening))
    expect(page.locator("#fresh")).to_contain_text("Up to date at")
    expect(page.locator("#board-1")).to_contain_text("½")


@pytest.mark.quick
def test_the_very_first_page_is_kept_too(open_page: Callable[..., Page], evening: Evening, watch: Watch) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))
    cut_the_line(page, watch)

    page.reload()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    expect(page.locator("#fresh")).to_contain_text("Offline since")


KEEPS = """async path => {
  const worker = (await navigator.serviceWorker.ready).active;
  for (let time = 0; time < 40; time += 1) worker.postMessage([path]);
}"""


def test_a_page_that_is_kept_again_is_there_all_the_while(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    """The network goes just when pages are kept: what is looked for is there, the older or the newer one."""
    page = open_page(None, PHONE)
    for time in range(5):
        opened(page, address(evening))
        page.evaluate(KEEPS, address(evening))
        page.wait_for_timeout(20 * time)
        cut_the_line(page, watch)

        page.goto(address(evening))

        expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
        expect(page.locator("#fresh")).to_contain_text("Offline since")
        page.context.set_offline(False)


@pytest.mark.quick
def test_a_page_that_was_never_seen_says_so_in_our_words(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))
    until_kept(page, "/en/offline/")
    cut_the_line(page, watch)

    page.goto(address(evening, "crosstable/"))

    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Crosstable", level=1)).to_be_visible()


def test_what_has_come_in_meanwhile_is_kept_with_the_page(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))
    page.reload()  # now the worker sees what the page asks
    ask_often(page)
    evening.enter(1, Result.WHITE_WINS)
    expect(page.locator("#board-1")).to_contain_text("1")
    expect(page.locator("#board-1")).not_to_have_class("open")
    page.wait_for_timeout(300)
    cut_the_line(page, watch)

    page.goto(address(evening))

    expect(page.locator("#fresh")).to_contain_text("Offline since")
    expect(page.locator("#board-1")).not_to_have_class("open")
    expect(page.locator("#live")).to_have_count(1)


def test_the_own_board_stands_there_without_a_network(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))
    opened(page, address(evening, "standings/"))
    page.goto(address(evening))
    page.locator(".by-name [data-player='3'] a").click()
    expect(page.locator("#own .name")).to_have_text("No3")
    cut_the_line(page, watch)

    page.goto(address(evening, "standings/"))

    expect(page.locator("#own .name")).to_have_text("No3")


def test_no_other_page_of_the_staff_is_kept_nor_anything_behind_the_log_in(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(evening.director, service_workers="allow")
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    opened(page, address(evening))
    here = f"/en/{club}/staff/{tournament}/"
    person = f"{here}people/{evening.entry(1).pk}/"
    staffs = [
        f"/en/{club}/staff/",
        f"/en/{club}/staff/players/",
        person,
        f"{here}inbox/",
        "/en/account/",
        "/en/log-in/",
    ]
    for path in staffs:
        page.goto(path)
    page.goto(address(evening, "standings/"))
    until_kept(page, address(evening, "standings/"))
    until_kept(page, "/en/offline/")

    kept = [path for path in page.evaluate(KEPT) if not path.startswith("/static/")]
    assert kept
    assert not [path for path in kept if "/staff" in path or "/account" in path or "/log-in" in path]
    cut_the_line(page, watch)
    page.goto("/en/account/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_no_more_than_so_many_are_kept(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))
    page.reload()
    club = f"/en/{evening.tournament.club.slug}/"
    page.evaluate(
        """async () => {
          const cache = await caches.open("clubchess-pages-1");
          for (let each = 0; each < 70; each++) await cache.put("/en/made-up/" + each + "/", new Response("old"));
        }"""
    )
    opened(page, club)
    kept: list[str] = [path for path in page.evaluate(KEPT) if path.startswith("/en/") and not path.endswith(".json")]
    assert len(kept) <= 60
    assert kept[-1] == club, "those seen last stay"


def test_where_pages_shall_not_be_kept_the_worker_clears_up_and_goes(
    open_page: Callable[..., Page], evening: Evening, settings: Any
) -> None:
    page = open_page(None, PHONE)
    opened(page, address(evening))

    settings.OFFLINE_PAGES = False
    page.evaluate("navigator.serviceWorker.getRegistration().then(each => each.update())")

    until(
        page,
        "Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(all => !all.flat().length)",
    )
