"""Taps on a bad line, and two directors at once: in order, once each, and nothing newer is overwritten."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.tools.browser.logging_in import log_in
from tests.tools.browser.looking import LINE_GONE, PHONE, Watch, axe_violations, cut_the_line, slides_sideways
from tests.tools.casts.factories import Evening
from tournaments.models import Action, Attendance, Game, Presence, User
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

LATENCY = 0.1
"""Seconds that every answer takes; raise it to 2 for the bar of the screens."""
REFUSED = "Failed to load resource: the server responded with a status of 409"
TAPS_AGAIN_AT_ONCE = """id => {
  const before = document.getElementById(id);
  const sight = new MutationObserver(() => {
    if (before.isConnected) return;
    sight.disconnect();
    document.getElementById(id).click();
    window.again = true;
  });
  sight.observe(document.body, { childList: true, subtree: true });
}"""


def address(evening: Evening) -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"


def actions(evening: Evening, verb: str) -> list[Action]:
    return list(Action.objects.filter(tournament=evening.tournament, verb=verb).order_by("id"))


def checking_in(players: int = 8) -> Evening:
    evening = Evening.of(players)
    evening.open()
    return evening


def playing(players: int = 8) -> Evening:
    evening = checking_in(players)
    for number in range(1, players + 1):
        evening.mark(number, Presence.PRESENT)
    evening.pair()
    evening.publish()
    return evening


def slow(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY * 1000, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def tap_player(page: Page, evening: Evening, number: int) -> None:
    page.locator(f"#tap-{evening.entry(number).pk}").click()


def tap_result(page: Page, game: Game, words: str) -> None:
    page.locator(f"#board-row-{game.pk}").get_by_role("button", name=f"Board {game.board}: {words}", exact=True).click()


@pytest.mark.postgresql
def test_twenty_results_tapped_ahead_of_a_slow_line_arrive_in_order(open_page: Callable[..., Page]) -> None:
    evening = playing(40)
    games = list(evening.round.games.order_by("board"))
    words = [("White wins", "Draw", "Black wins")[game.board % 3] for game in games]
    page = open_page(evening.director)
    page.goto(address(evening))
    at_once, under_way = [0], [0]
    page.on("request", lambda request: _count(request, under_way, at_once, 1))
    page.on("requestfinished", lambda request: _count(request, under_way, at_once, -1))
    slow(page)

    # Tapped by the page itself: on a busy machine a test's own taps are slower than the slow line.
    labels = [f"Board {game.board}: {said}" for game, said in zip(games, words, strict=True)]
    page.evaluate(
        "labels => labels.forEach(label => document.querySelector(`button[aria-label='${label}']`).click())", labels
    )
    assert page.evaluate("clubchess.queue.waiting()") > 0  # the taps were faster than the line
    expect(page.locator(".pairing.done")).to_have_count(20, timeout=60_000 + 20_000 * LATENCY)

    entered = actions(evening, "result.enter")
    assert [action.facts["board"] for action in entered] == [game.board for game in games]
    expected = {"White wins": Result.WHITE_WINS, "Draw": Result.DRAW, "Black wins": Result.BLACK_WINS}
    assert [action.facts["result"] for action in entered] == [expected[said].value for said in words]
    assert at_once == [1]
    expect(page.locator("#not-saved")).to_be_hidden()


def _count(request: Request, under_way: list[int], at_once: list[int], step: int) -> None:
    if request.method == "POST":
        under_way[0] += step
        at_once[0] = max(at_once[0], under_way[0])


@pytest.mark.quick
def test_taps_made_while_the_line_is_cut_wait_and_are_sent_in_order(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    evening = checking_in()
    page = open_page(evening.director, PHONE)
    page.goto(address(evening))

    cut_the_line(page, watch)
    for number in (3, 1, 5, 2, 4):
        tap_player(page, evening, number)
    tap_player(page, evening, 3)  # impatience: the same tap, not another one
    expect(page.locator("#not-saved")).to_contain_text("Kept on this device until the network is back: 5 taps")
    expect(page.locator(".entry form[aria-busy=true]")).to_have_count(5)
    assert not _leaving_is_asked_about(page), "they are kept"
    assert axe_violations(page) == []
    assert not slides_sideways(page)
    assert actions(evening, "attendance.mark") == []

    page.context.set_offline(False)
    expect(page.locator(".entry.present")).to_have_count(5)
    expect(page.locator("#not-saved")).to_be_hidden()
    expect(page.locator("form[aria-busy]")).to_have_count(0)
    marked = [action.facts["player"] for action in actions(evening, "attendance.mark")]
    assert marked == [evening.entry(number).player_id for number in (3, 1, 5, 2, 4)]


def _leaving_is_asked_about(page: Page) -> bool:
    return not page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))")


@pytest.mark.quick
@pytest.mark.postgresql
def test_a_tap_whose_answer_was_lost_is_sent_again_and_done_once(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = LINE_GONE
    evening = checking_in()
    page = open_page(evening.director)
    page.goto(address(evening))
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/attendance/**", lose_the_first_answer)
    tap_player(page, evening, 2)
    expect(page.locator("#not-saved")).to_contain_text("Kept on this device until the network is back: 1 tap")
    tap_player(page, evening, 6)
    expect(page.locator(".entry.present")).to_have_count(2)

    assert sent[0] == sent[1]
    assert len(actions(evening, "attendance.mark")) == 2


def test_a_server_that_is_away_for_a_moment_is_asked_again(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 503", "Response Status Error")
    evening = checking_in()
    page = open_page(evening.director)
    page.goto(address(evening))
    page.route("**/attendance/**", lambda route: route.fulfill(status=503), times=1)

    tap_player(page, evening, 2)
    tap_player(page, evening, 1)
    expect(page.locator(".entry.present")).to_have_count(2)

    marked = [action.facts["player"] for action in actions(evening, "attendance.mark")]
    assert marked == [evening.entry(number).player_id for number in (2, 1)]
    watch.problems = [problem for problem in watch.problems if not problem.startswith("answer 503")]


@pytest.mark.quick
def test_a_tap_that_was_lost_is_sent_again_without_another_tap(open_page: Callable[..., Page], watch: Watch) -> None:
    """The last one before the laptop is closed: nothing but its own clock sends it."""
    watch.expected = LINE_GONE
    evening = checking_in()
    page = open_page(evening.director)
    page.goto(address(evening))
    page.route("**/attendance/**", lambda route: route.abort(), times=1)

    tap_player(page, evening, 2)

    expect(page.locator(".entry.present")).to_have_count(1)
    assert len(actions(evening, "attendance.mark")) == 1


def test_what_the_server_does_not_take_is_named_and_does_not_hold_up_the_rest(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 403", "Response Status Error")
    evening = playing()
    page = open_page(evening.director)
    page.goto(address(evening))
    page.route("**/result/", lambda route: route.fulfill(status=403), times=1)
    slow(page)

    tap_result(page, evening.game(1), "White wins")
    tap_result(page, evening.game(2), "Draw")
    expect(page.locator(".pairing.done")).to_have_count(1)

    expect(page.locator("#notices")).to_contain_text("NOT saved: Board 1: White wins")
    expect(page.locator("form[aria-busy]")).to_have_count(0)
    assert evening.game(1).result == Result.OPEN


def test_taps_of_somebody_logged_out_wait_for_the_next_log_in(open_page: Callable[..., Page]) -> None:
    evening = checking_in()
    page = open_page(evening.director)
    page.goto(address(evening))
    page.context.clear_cookies(name="sessionid")

    tap_player(page, evening, 1)
    tap_player(page, evening, 2)
    expect(page.locator("#not-saved")).to_contain_text("You are logged out")
    link = page.locator("#not-saved").get_by_role("link", name="Log in")
    expect(link).to_have_attribute("href", re.compile("next=" + re.escape(address(evening))))
    assert actions(evening, "attendance.mark") == []

    log_in(page.context, evening.director, page.url)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(".entry.present")).to_have_count(2)
    expect(page.locator("#not-saved")).to_be_hidden()


@pytest.mark.parametrize("prefix", ["", "__Host-"])
def test_the_token_comes_from_its_cookie_whatever_it_is_called(
    open_page: Callable[..., Page], settings: Any, prefix: str
) -> None:
    """Over https the names are longer; Chromium takes such cookies from localhost too."""
    settings.CSRF_COOKIE_NAME, settings.CSRF_COOKIE_SECURE = f"{prefix}csrftoken", bool(prefix)
    evening = checking_in()
    page = open_page(evening.director)
    page.goto(address(evening))
    if prefix:  # left from before
        page.evaluate("document.cookie = 'csrftoken=' + 'x'.repeat(32)")
    page.evaluate("document.getElementsByName('csrfmiddlewaretoken').forEach(each => { each.value = 'y'.repeat(64) })")

    tap_player(page, evening, 1)

    expect(page.locator(".entry.present")).to_have_count(1)
    assert len(actions(evening, "attendance.mark")) == 1


def test_the_same_queued_taps_sent_twice_change_nothing(open_page: Callable[..., Page]) -> None:
    evening = playing()
    page = open_page(evening.director)
    page.goto(address(evening))
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    slow(page)
    for game in evening.round.games.order_by("board"):
        tap_result(page, game, "Draw")
    expect(page.locator(".pairing.done")).to_have_count(4)
    before = list(Game.objects.order_by("pk").values()), Action.objects.count()

    for request in tuple(sent):
        headers = {"content-type": "application/x-www-form-urlencoded", "hx-request": "true"}
        answer = page.request.post(request.url, data=request.post_data or "", headers=headers)
        assert answer.status == 200

    assert (list(Game.objects.order_by("pk").values()), Action.objects.count()) == before


def test_a_slip_corrected_before_the_answer_ends_with_the_correction(open_page: Callable[..., Page]) -> None:
    evening = playing()
    page = open_page(evening.director)
    page.goto(address(evening))
    game = evening.game(2)
    slow(page)

    page.evaluate(
        "row => row.querySelectorAll('button.score').forEach((button, place) => place === 1 || button.click())",
        page.locator(f"#board-row-{game.pk}").element_handle(),
    )
    expect(page.locator("#last-done")).to_contain_text("0–1")
    page.locator("#ribbon summary").click()
    expect(page.locator("#done li")).to_contain_text([re.compile("0–1"), re.compile("1–0")])

    assert [action.facts["result"] for action in actions(evening, "result.enter")] == ["1-0", "0-1"]
    expect(page.locator(f"#board-row-{game.pk}")).to_contain_text("0–1")


@pytest.mark.parametrize("choice", ["Keep 0–1", "Enter 1–0"])
def test_two_results_for_one_board_stand_beside_each_other(
    open_page: Callable[..., Page], watch: Watch, choice: str
) -> None:
    watch.expected = (REFUSED,)
    evening = playing()
    ours, hers = open_page(evening.director, PHONE), open_page(evening.second_director())
    ours.goto(address(evening))
    hers.goto(address(evening))
    game = evening.game(2)

    tap_result(hers, game, "Black wins")
    expect(hers.locator(".pairing.done")).to_have_count(1)
    tap_result(ours, game, "White wins")
    row = ours.locator(f"#board-row-{game.pk}")
    expect(row.locator(".conflict")).to_contain_text("You: 1–0")
    expect(row.locator(".conflict")).to_contain_text(re.compile(r"Kari at \d\d:\d\d: 0–1"))
    assert axe_violations(ours) == []
    assert not slides_sideways(ours)

    row.get_by_role("button", name=choice).click()
    expect(row.locator(".conflict")).to_have_count(0)
    entered = [(action.facts["result"], action.actor) for action in actions(evening, "result.enter")]
    theirs, mine = ("0-1", User.objects.get(username="kari")), ("1-0", evening.director)
    assert entered == ([theirs] if choice.startswith("Keep") else [theirs, mine])
    expect(row.locator("summary").first).to_contain_text(choice.split()[1])


@pytest.mark.postgresql
def test_two_directors_check_in_at_once_and_neither_overwrites_the_other(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = (REFUSED,)
    evening = checking_in()
    ours, hers = open_page(evening.director), open_page(evening.second_director(), PHONE)
    ours.goto(address(evening))
    hers.goto(address(evening))

    cut_the_line(ours, watch)
    tap_player(ours, evening, 1)
    row = ours.locator(f"#entry-row-{evening.entry(2).pk}")
    row.locator("summary").click()
    row.get_by_role("button", name="Excused absence", exact=True).click()
    tap_player(ours, evening, 2)
    tap_player(ours, evening, 3)
    for number in (2, 4):
        tap_player(hers, evening, number)
    expect(hers.locator(".entry.present")).to_have_count(2)
    ours.context.set_offline(False)

    expect(ours.locator(".entry.present")).to_have_count(3)
    refused = ours.locator("#refused li")
    expect(refused.first).to_contain_text(re.compile("NOT saved: No2: Excused absence .*Kari changed this at"))
    expect(refused.last).to_contain_text(re.compile("NOT saved: No2: Here .*The tap before it was refused"))
    expect(ours.locator("#notices")).to_be_empty()
    here = Attendance.objects.filter(presence=Presence.PRESENT).values_list("entry__number", flat=True)
    assert sorted(here) == [1, 2, 3, 4]
    for left in (1, 0):
        refused.first.get_by_role("button").click()
        expect(refused).to_have_count(left)


def test_a_tap_on_what_an_answer_has_just_brought_stays_on_the_page(open_page: Callable[..., Page]) -> None:
    """Within the 20 ms in which htmx has put it there and does not listen to it yet."""
    evening = checking_in()
    page = open_page(evening.director)
    page.goto(address(evening))
    page.evaluate(TAPS_AGAIN_AT_ONCE, f"tap-{evening.entry(1).pk}")

    tap_player(page, evening, 1)
    page.wait_for_function("() => window.again && !clubchess.queue.waiting()")

    assert [action.facts["presence"] for action in actions(evening, "attendance.mark")] == ["present", "unmarked"]
