"""Taps that wait outlive their page: done once, or told with what was meant, and nobody else's business."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from tests.browser.conftest import PLAIN
from tests.tools.browser.bad_line import BadLine
from tests.tools.browser.logging_in import log_in
from tests.tools.browser.looking import LINE_GONE, PHONE, Watch, axe_violations, cut_the_line, slides_sideways
from tests.tools.casts.factories import Evening
from tournaments.models import Action, Presence
from tournaments.pairing.types.snapshot import Result
from tournaments.services.rounds.postpone import postpone_open

pytestmark = pytest.mark.django_db(transaction=True)
A_DAY_BACK = "const now = Date.now; Date.now = () => now() - 86400000;"
TAPS_AT_THE_LAST_MOMENT = """document.addEventListener("clubchess:answered", () => setTimeout(() => {
  if (sessionStorage.waiting) return;
  document.getElementById("tap-%s").click();
  sessionStorage.waiting = clubchess.queue.waiting();
}, 0))"""
A_WORD = 4000
"""A page tells the store that it is there every 3.3 seconds, and learns then what others have taken over."""
REFUSED = "Failed to load resource: the server responded with a status of 40"


@pytest.fixture
def evening() -> Evening:
    """Players come in, to four boards."""
    evening = Evening.of(8)
    evening.open()
    return evening


@pytest.fixture
def playing(evening: Evening) -> Evening:
    for number in range(1, 9):
        evening.mark(number, Presence.PRESENT)
    evening.pair()
    evening.publish()
    return evening


def address(evening: Evening) -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"


def tap_players(page: Page, evening: Evening, *numbers: int) -> None:
    for number in numbers:
        page.locator(f"#tap-{evening.entry(number).pk}").click()
    expect(page.locator("#not-saved")).to_contain_text(
        f"Kept on this device until the network is back: {len(numbers)} tap"
    )


def tap_result(page: Page, evening: Evening, board: int, words: str) -> None:
    page.get_by_role("button", name=f"Board {board}: {words}", exact=True).click()
    expect(page.locator("#not-saved")).to_contain_text("Kept on this device")


def two_results_wait(open_page: Callable[..., Page], playing: Evening, watch: Watch) -> Page:
    """White wins on board 2, a draw on board 3: one of them is to be refused."""
    watch.expected = (REFUSED, "Response Status Error")
    page = open_page(playing.director, PHONE)
    page.goto(address(playing))
    cut_the_line(page, watch)
    tap_result(page, playing, 2, "White wins")
    tap_result(page, playing, 3, "Draw")
    return page


def marked(evening: Evening) -> list[int]:
    """Whom somebody has marked, in order."""
    actions = Action.objects.filter(tournament=evening.tournament, verb="attendance.mark").order_by("id")
    numbers = {evening.entry(number).player_id: number for number in range(1, 9)}
    return [numbers[action.facts["player"]] for action in actions]


def opened_anew(page: Page, watch: Watch, path: str) -> Page:
    """The tab is closed, and on another day there is a network."""
    other = page.context.new_page()
    page.goto("about:blank")
    page.close()
    other.context.set_offline(False)
    watch.on(other)
    other.goto(path)
    return other


@pytest.mark.quick
@pytest.mark.parametrize("host", ["localhost", PLAIN])
def test_what_waits_when_the_tab_is_closed_is_sent_by_the_next_page_once_and_in_order(
    open_page: Callable[..., Page], evening: Evening, watch: Watch, live_server: Any, settings: Any, host: str
) -> None:
    """On another day, with another token; also where pages come over plain http."""
    watch.expected = ("The Cross-Origin-Opener-Policy header has been ignored",)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, PLAIN]
    page = open_page(evening.director, base_url=live_server.url.replace("localhost", host), service_workers="allow")
    page.goto(address(evening))
    assert page.evaluate("isSecureContext") is (host != PLAIN)
    cut_the_line(page, watch)
    tap_players(page, evening, 3, 1, 2)

    page.context.add_init_script(A_DAY_BACK)
    page.context.clear_cookies(name="csrftoken")
    page = opened_anew(page, watch, address(evening))
    expect(page.locator(".entry.present")).to_have_count(3)
    expect(page.locator("#not-saved")).to_be_hidden()
    page.reload()
    expect(page.locator(".entry.present")).to_have_count(3)

    assert marked(evening) == [3, 1, 2]


def test_a_tap_in_the_moment_in_which_the_page_loads_itself_anew_is_done(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(evening.director, PHONE)
    page.goto(address(evening))
    cut_the_line(page, watch)
    tap_players(page, evening, 1)
    page.context.add_init_script(TAPS_AT_THE_LAST_MOMENT % evening.entry(2).pk)

    page = opened_anew(page, watch, address(evening) + "?from=elsewhere")
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")

    expect(page.locator(".entry.present")).to_have_count(2)
    page.wait_for_function("() => sessionStorage.waiting === '1'")
    assert marked(evening) == [1, 2]


def test_a_page_that_was_asked_for_before_a_tap_was_done_is_loaded_anew(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    """Whoever taps and goes on at once: the page before is there until the next one comes, and hears the answer."""
    page = open_page(evening.director)
    page.goto(address(evening))
    taps: list[Route] = []
    page.route("**/attendance/**", lambda route: taps.append(route))

    def comes_late(route: Route) -> None:
        before = route.fetch()
        if taps:
            taps.pop().continue_()
            page.wait_for_timeout(500)
        route.fulfill(response=before)

    page.route("**" + address(evening), comes_late)
    page.locator(f"#tap-{evening.entry(1).pk}").click()
    page.reload()

    expect(page.locator(".entry.present")).to_have_count(1)
    assert marked(evening) == [1]


def test_the_answer_of_a_tap_that_another_page_has_taken_over_is_not_taken_for_that_of_the_next(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    """A page that slept: it was taken for dead while its tap was on its way."""
    asleep = open_page(evening.director)
    asleep.goto(address(evening))
    held: list[Route] = []
    asleep.route("**/attendance/**", lambda route: route.continue_() if held else held.append(route))
    asleep.locator(f"#tap-{evening.entry(1).pk}").click()
    asleep.wait_for_function("() => clubchess.outbox.waiting().then(count => count === 1)")
    asleep.evaluate("() => localStorage.clear()")

    other = asleep.context.new_page()
    other.goto(address(evening))
    expect(other.locator(".entry.present")).to_have_count(1)
    asleep.locator(f"#tap-{evening.entry(2).pk}").click()
    asleep.wait_for_timeout(A_WORD)
    held[0].continue_()

    expect(asleep.locator(".entry.present")).to_have_count(2)
    assert marked(evening) == [1, 2]


def test_what_cannot_be_done_any_more_is_told_on_any_page_until_it_has_been_read(
    open_page: Callable[..., Page], playing: Evening, watch: Watch
) -> None:
    page = two_results_wait(open_page, playing, watch)
    playing.enter(2, Result.BLACK_WINS)

    page = opened_anew(page, watch, f"/en/{playing.tournament.club.slug}/staff/")
    told = page.locator("#refused li")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("NOT saved: Board 2: White wins")
    expect(told).to_contain_text("Board 2 has two results")
    expect(page.locator("#not-saved")).to_be_hidden()
    assert axe_violations(page) == []
    assert not slides_sideways(page)
    page.reload()
    expect(told).to_contain_text("Board 2: White wins")
    told.get_by_role("button").click()
    expect(told).to_have_count(0)
    page.reload()
    expect(page.locator("#refused")).to_be_hidden()

    assert playing.game(2).result == Result.BLACK_WINS
    assert playing.game(3).result == Result.DRAW


def test_of_a_round_that_ended_meanwhile_an_open_game_has_its_result_and_another_is_told(
    open_page: Callable[..., Page], playing: Evening, watch: Watch
) -> None:
    page = two_results_wait(open_page, playing, watch)
    for board, result in ((1, Result.DRAW), (3, Result.BLACK_WINS), (4, Result.DRAW)):
        playing.enter(board, result)
    postpone_open(playing.round, seen_revision=playing.round.revision, actor=playing.director)
    playing.finish()

    page = opened_anew(page, watch, address(playing))
    told = page.locator("#refused li")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("NOT saved: Board 3: Draw")
    expect(page.locator("#not-saved")).to_be_hidden()
    assert [playing.game(board).result for board in (2, 3)] == [Result.WHITE_WINS, Result.BLACK_WINS]


def test_back_after_the_evening_was_ended_shows_that_it_was(open_page: Callable[..., Page], playing: Evening) -> None:
    for board in range(1, 5):
        playing.enter(board, Result.DRAW)
    page = open_page(playing.director, PHONE)
    page.goto(f"/en/{playing.tournament.club.slug}/staff/")
    page.goto(address(playing))
    page.click("#end-evening")
    expect(page.locator("#action-bar")).to_contain_text("Done for today.")

    page.go_back()
    page.go_forward()

    expect(page.locator("#action-bar")).to_contain_text("Done for today.")
    assert Action.objects.filter(verb="round.end_evening").count() == 1


def test_they_belong_to_a_person_and_go_with_the_log_out_which_asks_first(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    page = open_page(evening.director)
    page.goto(address(evening))
    ours = page.context.cookies()
    cut_the_line(page, watch)
    tap_players(page, evening, 1, 2, 3)

    page.context.clear_cookies(name="sessionid")
    log_in(page.context, evening.second_director(), page.url)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#not-saved")).to_contain_text("You are logged out")  # whose page it is has no session any more
    page = opened_anew(page, watch, address(evening))
    expect(page.locator(".log-out")).to_contain_text("Kari")
    page.wait_for_timeout(500)
    assert page.evaluate("clubchess.queue.waiting()") == 0
    assert marked(evening) == []

    page.context.add_cookies(ours)  # type: ignore[arg-type]  # playwright's own answer, which it types otherwise
    page.route("**/attendance/**", lambda route: route.abort())
    watch.expected = (*watch.expected, *LINE_GONE)
    page.reload()
    expect(page.locator("#not-saved")).to_contain_text("Kept on this device until the network is back: 3 taps")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    page.on("dialog", answer)
    page.locator("header.top").get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("#not-saved")).to_contain_text("Kept on this device until the network is back: 3 taps")
    with page.expect_navigation():
        page.get_by_role("button", name="Log out").click()
    assert asked == ["3 taps have not been sent and will be lost. Log out?"] * 2
    page.unroute("**/attendance/**")
    log_in(page.context, evening.director, page.url)
    page.goto(address(evening))
    page.wait_for_timeout(500)
    assert page.evaluate("clubchess.queue.waiting()") == 0
    assert marked(evening) == []


NO_STORE = "indexedDB.open = () => { throw new DOMException('refused', 'SecurityError'); };"
FULL_STORE = "IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("store", [NO_STORE, FULL_STORE])
def test_where_nothing_can_be_stored_the_page_is_to_be_kept_open(
    open_page: Callable[..., Page], evening: Evening, watch: Watch, store: str
) -> None:
    page = open_page(evening.director, PHONE)
    page.add_init_script(store)
    page.goto(address(evening))
    cut_the_line(page, watch)
    page.locator(f"#tap-{evening.entry(1).pk}").click()
    expect(page.locator("#not-saved")).to_contain_text(
        "NOT saved yet: 1 tap waits for the server. Keep this page open."
    )
    assert not page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))"), "leaving is asked about"

    page.context.set_offline(False)
    expect(page.locator(".entry.present")).to_have_count(1)


@pytest.mark.quick
def test_without_any_cookie_the_log_in_is_offered_and_what_waits_is_sent_after_it(
    open_page: Callable[..., Page], playing: Evening, watch: Watch
) -> None:
    watch.expected = (REFUSED,)
    page = open_page(playing.director)
    page.goto(address(playing))
    page.context.clear_cookies()
    page.get_by_role("button", name="Board 2: White wins", exact=True).click()
    expect(page.locator("#not-saved")).to_contain_text("You are logged out")
    expect(page.locator("#notices")).to_be_empty()

    page.locator("#not-saved").get_by_role("link", name="Log in").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    log_in(page.context, playing.director, page.url)
    page.reload()  # whoever is logged in is led on
    expect(page).to_have_url(re.compile(re.escape(address(playing)) + "$"))
    expect(page.locator(".pairing.done")).to_have_count(1)
    assert playing.game(2).result == Result.WHITE_WINS


@pytest.mark.slow
@pytest.mark.usefixtures("no_worker")  # a slow answer makes it show what it has kept
def test_twenty_cuts_of_the_line_lose_no_tap_and_do_none_twice(
    open_page: Callable[..., Page], watch: Watch, record_property: Callable[[str, object], None]
) -> None:
    """By chance, the same each time; `soak/line.py` goes on."""
    watch.expected = (*LINE_GONE, REFUSED, REFUSED.replace("40", "503"), "Response Status Error")
    evening = Evening.of(12)
    evening.open()
    line = BadLine(open_page(evening.director).context, evening, seed=2, killed=0)
    line.play(20)

    record_property("line", line.report())
    assert (line.lost, line.doubled) == (0, 0), line.report()
    assert line.became["told"] > 0
    assert line.became["done"] > 20
    watch.problems = [each for each in watch.problems if not each.startswith("answer 503")]


def test_two_tabs_of_one_person_do_not_send_what_the_other_has_in_hand(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    watch.expected = LINE_GONE
    first = open_page(evening.director)
    first.goto(address(evening))
    first.route("**/attendance/**", lambda route: route.abort())
    tap_players(first, evening, 2, 1)
    second = first.context.new_page()
    watch.on(second)
    second.goto(address(evening))
    second.wait_for_timeout(500)
    assert second.evaluate("clubchess.queue.waiting()") == 0

    first.goto("about:blank")
    second.reload()
    expect(second.locator(".entry.present")).to_have_count(2)
    assert marked(evening) == [2, 1]
