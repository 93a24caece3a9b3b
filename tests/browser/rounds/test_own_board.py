"""Find my board: one tap on one's name, and the own row comes first on each page of the tournament."""

import datetime
import re
import time
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, Route, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, axe_violations, cut_the_line, slides_sideways
from tests.tools.browser.reading_live import address, ask_often, open_live
from tests.tools.casts.factories import EntryFactory, Evening
from tournaments.models import Entry, Player, Presence, ShownAs
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}
GLASSES = (SMALLEST, PHONE, TABLET)
EVERY_PAGE = ["", "rounds/1/", "rounds/1/names/", "standings/", "crosstable/", "players/2/"]


@pytest.fixture
def evening() -> Evening:
    """Seven players: three boards and a bye; the eighth is away."""
    evening = Evening.of(8, options={"max_meetings": 5})
    evening.open()
    evening.check_in(1, 2, 3, 4, 5, 6, 7)
    evening.mark(8, Presence.EXCUSED)
    evening.pair()
    evening.publish()
    return evening


def tap(page: Page, number: int) -> None:
    page.locator(f".by-name [data-player='{number}'] a").click()


def chosen(page: Page) -> dict[str, str]:
    """Whom the browser remembers, without what it has drawn of them."""
    kept: dict[str, str] = page.evaluate("({...localStorage})")
    return {name: value for name, value in kept.items() if name.startswith("me:")}


def test_one_tap_and_the_own_board_stands_first_on_every_page(open_page: Callable[..., Page], evening: Evening) -> None:
    white, black = evening.boards()[1]
    page = open_page(None, SMALLEST)
    page.goto(address(evening))
    own = page.locator("#own")
    expect(own).to_be_hidden()

    tap(page, black)
    for path in EVERY_PAGE:
        if path:
            page.goto(address(evening, path))
        expect(own.locator(".seat")).to_have_text("Board 2")
        expect(own.locator(".muted")).to_have_text(f"Round 1 No{black}")
        expect(own.locator(".words")).to_contain_text(f"Black against No{white}")
        for viewport in GLASSES:
            page.set_viewport_size(viewport)
            expect(own).to_be_in_viewport()
            assert not slides_sideways(page), (path, viewport)
    page.goto(address(evening))
    expect(page.locator(f"#p{black}")).to_have_class("side black own")


def test_the_own_row_comes_first_in_the_tables(open_page: Callable[..., Page], evening: Evening) -> None:
    evening.enter(1, Result.WHITE_WINS)
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 7)
    expect(page.locator("#own .name")).to_have_text("No7")
    for table in ("standings", "crosstable"):
        page.goto(address(evening, f"{table}/"))
        expect(page.locator("tbody tr").first).to_contain_text("No7")
        expect(page.locator("tbody tr.own")).to_have_count(2)
        assert page.locator("[id='p7']").count() == 1
    ask_often(page)
    evening.enter(2, Result.DRAW)
    evening.enter(3, Result.DRAW)
    expect(page.locator("tbody").last).to_contain_text("½")
    expect(page.locator("tbody tr").first).to_contain_text("No7")


@pytest.mark.quick
def test_the_own_board_is_live_on_every_page(open_page: Callable[..., Page], evening: Evening) -> None:
    white, _black = evening.boards()[0]
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, white)
    open_live(page, address(evening, "standings/"))
    expect(page.locator("#own .result")).to_have_text("")

    evening.enter(1, Result.WHITE_WINS)
    expect(page.locator("#own .result")).to_have_text("1 – 0")
    evening.enter(2, Result.DRAW)
    evening.enter(3, Result.DRAW)
    evening.draft()
    evening.publish()
    expect(page.locator("#own .round")).to_have_text("Round 2")


def test_a_bye_and_an_absence_are_said_in_the_pages_words(open_page: Callable[..., Page], evening: Evening) -> None:
    (sits_out,) = evening.byes()
    page = open_page(None, PHONE)
    for number, words in ((sits_out, "Bye (odd number)"), (8, "Away")):
        page.goto("about:blank")
        page.goto(address(evening, f"#p{number}"))
        expect(page.locator("#own .words")).to_contain_text(words)
        expect(page.locator("#own .seat")).to_be_hidden()
    page.goto("about:blank")
    page.goto(address(evening, "#p99"))
    expect(page.locator("#own")).to_be_hidden()


@pytest.mark.quick
def test_the_code_on_the_wall_leads_to_the_own_board_by_three_letters_and_one_tap(
    open_page: Callable[..., Page],
) -> None:
    """The second time by nothing at all."""
    evening = Evening.of(16)
    Player.objects.filter(given_name="No7").update(given_name="Femke", family_name="Groot")
    evening.play(*range(1, 17), leaving_open=set(range(1, 9)))
    code = f"/t/{evening.tournament.short_code}/"
    page = open_page(None, PHONE)
    page.goto(code)
    expect(page.get_by_label("Find a name")).to_be_focused()
    page.keyboard.type("fem")
    page.locator("table.by-name tbody tr:visible a").click()

    expect(page.locator("#own .words")).to_contain_text("against")
    expect(page.locator("#own .name")).to_have_text("Femke Groot")
    expect(page.locator("#by-name")).to_be_hidden()
    for _time in range(2):
        page.goto(code)
        expect(page.locator("#own .seat b")).not_to_have_text("–")
        expect(page.locator("#by-name")).to_be_hidden()
        assert axe_violations(page) == []
        assert not slides_sideways(page)
    page.get_by_role("link", name="Not you?").click()
    expect(page.get_by_label("Find a name")).to_be_focused()
    expect(page.locator("#own")).to_be_hidden()


def test_without_a_script_the_code_on_the_wall_leads_to_the_names(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(f"/t/{evening.tournament.short_code}/")
    tap(page, 3)
    expect(page.locator("#board-3, #board-2, #board-1").filter(has=page.locator("#p3"))).to_be_in_viewport()


def test_not_you_forgets_and_leads_to_the_names(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening, "standings/"))
    page.get_by_role("link", name="Find your board by name").click()
    tap(page, 3)
    page.goto(address(evening, "standings/"))
    expect(page.get_by_role("link", name="Find your board by name")).to_be_hidden()
    page.get_by_role("link", name="Not you?").click()

    expect(page.locator("#by-name")).to_be_in_viewport()
    expect(page.locator("#own")).to_be_hidden()
    tap(page, 4)
    expect(page.locator("#own")).to_contain_text("No4")
    page.get_by_role("link", name="Not you?").click()
    expect(page.locator("#own")).to_be_hidden()
    page.goto(address(evening, "standings/"))
    expect(page.locator("#own")).to_be_hidden()


@pytest.mark.quick
def test_a_shared_address_wins_and_is_not_remembered(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 3)
    page.goto("about:blank")

    page.goto(address(evening, "#p4"))
    expect(page.locator("#own .name")).to_have_text("No4")
    page.goto(address(evening, "crosstable/"))
    expect(page.locator("#own .name")).to_have_text("No3")


def test_the_keyboard_goes_on_from_the_own_board_once_it_is_there(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening))
    page.locator(".by-name [data-player='5'] a").press("Enter")
    expect(page.locator("#own")).to_be_focused()
    expect(page.locator("#own")).to_be_in_viewport()

    page.goto(address(evening, "players/2/"))
    page.locator(".this-is-me").press("Enter")
    expect(page.locator("#own .name")).to_have_text("No2")
    expect(page.locator("#own")).to_be_focused()


@pytest.mark.usefixtures("no_worker")
def test_whoever_has_gone_elsewhere_meanwhile_is_not_taken_to_the_own_board(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE)
    waiting: list[Route] = []
    page.route(re.compile(r"boards\.json"), lambda route: waiting.append(route))
    page.goto(address(evening))
    with page.expect_request(re.compile(r"boards\.json")):
        tap(page, 5)
    page.locator("#content").focus()
    for route in waiting:
        route.continue_()
    expect(page.locator("#own .name")).to_have_text("No5")
    expect(page.locator("#content")).to_be_focused()


def test_a_browser_that_remembers_nothing_still_finds_the_board(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError'); }})"
    )
    page.goto(address(evening))

    tap(page, 5)

    expect(page.locator("#own")).to_contain_text("No5")
    expect(page.locator("#own")).to_be_in_viewport()


def test_who_shows_a_number_only_finds_the_board_by_it(open_page: Callable[..., Page], evening: Evening) -> None:
    Player.objects.filter(entries__number=6).update(shown_as=ShownAs.NUMBER)
    page = open_page(None, PHONE)
    page.goto(address(evening))

    page.get_by_role("link", name="Player 6", exact=True).last.click()

    expect(page.locator("#own .name")).to_have_text("Player 6")


def test_from_the_names_own_page_one_tap_leads_to_the_board(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening, "rounds/1/names/"))

    tap(page, 2)

    expect(page.locator("#p2")).to_be_in_viewport()
    page.goto(address(evening, "standings/"))
    expect(page.locator("#own .name")).to_have_text("No2")


def test_without_javascript_the_board_stays_in_sight(open_page: Callable[..., Page], evening: Evening) -> None:
    _white, black = evening.boards()[2]
    page = open_page(None, {"width": 820, "height": 400}, java_script_enabled=False)
    page.goto(address(evening))

    tap(page, black)

    expect(page.locator(f"#p{black}")).to_be_in_viewport()
    page.locator("#board-1").scroll_into_view_if_needed()
    expect(page.locator(f"#p{black}")).to_be_in_viewport()


def test_who_is_away_finds_their_name_too_and_can_be_chosen_on_the_card(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening))
    page.get_by_text("Not playing in this round").click()
    page.locator(".absent a", has_text="No8").click()
    expect(page.locator("#own .words")).to_contain_text("Away")
    page.goto(address(evening, "standings/"))
    expect(page.locator("#own .name")).to_have_text("No8")

    page.goto(address(evening, "players/8/"))
    expect(page.get_by_role("button", name="This is me")).to_be_hidden()
    page.goto(address(evening, "players/4/"))
    page.get_by_role("button", name="This is me").click()
    expect(page.locator("#own .name")).to_have_text("No4")
    page.goto(address(evening, "standings/"))
    expect(page.locator("#own .name")).to_have_text("No4")


def test_the_box_leads_to_card_opponent_and_reasons(open_page: Callable[..., Page], evening: Evening) -> None:
    white, black = evening.boards()[0]
    page = open_page(None, PHONE)
    page.goto(address(evening, f"standings/#p{white}"))
    own = page.locator("#own")
    expect(own.locator(".opponent")).to_have_attribute("href", address(evening, f"players/{black}/"))
    expect(own.locator(".name")).to_have_attribute("href", address(evening, f"players/{white}/"))
    own.get_by_role("link", name="Why?").click()
    expect(page.locator("#board-1")).to_be_in_viewport()


def test_place_and_points_are_those_after_the_last_round_that_is_over(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS)
    page = open_page(None, PHONE)
    winner = evening.boards()[0][0]
    page.goto(address(evening, f"crosstable/#p{winner}"))
    expect(page.locator("#own .place")).to_contain_text("after round 1")
    expect(page.locator("#own .points")).to_have_text("Points: 3")

    evening.finish()
    evening.draft()
    evening.publish()
    ask_often(page)
    expect(page.locator("#own .round")).to_have_text("Round 2")
    expect(page.locator("#own .place")).to_contain_text("after round 1")


def test_one_choice_holds_for_the_club(open_page: Callable[..., Page], evening: Evening) -> None:
    """In another tournament under another number, on the club's page, and on the page of the person."""
    other = Evening.of(0)
    tournament = other.tournament
    tournament.club, tournament.season = evening.tournament.club, evening.tournament.season
    tournament.save()
    for number, old in enumerate((5, 4, 3, 2), 1):
        EntryFactory(tournament=tournament, player=evening.entry(old).player, number=number)
    other.open()
    other.check_in(1, 2, 3, 4)
    other.pair()
    other.publish()
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 5)
    expect(page.locator("#own .name")).to_have_text("No5")

    page.goto(address(other, "standings/"))
    expect(page.locator("#own .name")).to_have_text("No5")
    expect(page.locator("#own .name")).to_have_attribute("href", address(other, "players/1/"))
    page.goto(f"/en/{evening.tournament.club.slug}/")
    expect(page.locator("#own .muted")).to_have_text("Tuesday cup Round 1 No5")
    key = evening.entry(3).player.public_key
    page.goto(f"/en/{evening.tournament.club.slug}/players/{key}/")
    page.get_by_role("button", name="This is me").click()
    expect(page.locator("#own .name")).to_have_text("No3")
    page.goto(address(other))
    expect(page.locator("#own .name")).to_have_text("No3")


def test_the_clubs_page_shows_the_tournament_in_which_one_plays(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    """Not the one from which one is away."""
    other = Evening.of(0)
    tournament = other.tournament
    tournament.club, tournament.season = evening.tournament.club, evening.tournament.season
    tournament.name = "Thursday cup"
    tournament.save()
    for number, old in enumerate((8, 4), 1):
        EntryFactory(tournament=tournament, player=evening.entry(old).player, number=number)
    other.open()
    other.check_in(1, 2)
    other.pair()
    other.publish()
    page = open_page(None, PHONE)
    page.goto(address(evening, "players/8/"))
    page.get_by_role("button", name="This is me").click()
    expect(page.locator("#own .words")).to_contain_text("Away")

    page.goto(f"/en/{evening.tournament.club.slug}/")

    expect(page.locator("#own .muted")).to_have_text("Thursday cup Round 1 No8")
    expect(page.locator("#own .seat")).to_have_text("Board 1")


def test_what_was_remembered_by_start_number_is_known_in_the_club_from_then_on(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    code, slug = evening.tournament.short_code, evening.tournament.club.slug
    page = open_page(None, PHONE)
    page.goto(address(evening))
    page.evaluate(f"localStorage.setItem('me:{code}', '4')")
    page.goto(address(evening, "standings/"))
    expect(page.locator("#own .name")).to_have_text("No4")

    key = evening.entry(4).player.public_key
    assert chosen(page) == {f"me:{slug}": key}


def test_whoever_is_a_number_only_is_remembered_in_one_tournament(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    Player.objects.filter(entries__number=6).update(shown_as=ShownAs.NUMBER)
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 4)
    tap(page, 6)
    page.goto(address(evening, "standings/"))
    expect(page.locator("#own .name")).to_have_text("Player 6")
    assert chosen(page) == {f"me:{evening.tournament.short_code}": "6"}


def test_an_address_with_a_board_shows_row_and_box(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(60)
    evening.draft()
    evening.publish()
    white, _black = evening.boards()[-1]
    page = open_page(None, PHONE)
    page.goto(address(evening, f"#p{white}"))
    expect(page.locator("#own .name")).to_have_text(f"No{white}")
    page.wait_for_timeout(300)
    expect(page.locator("#own")).to_be_in_viewport()
    expect(page.locator(f"#p{white}")).to_be_in_viewport()
    assert page.evaluate("scrollY") > 500


def test_what_the_server_calls_own_stays_so(open_page: Callable[..., Page], evening: Evening) -> None:
    """The script marks rows, and takes the mark off those alone: once it took it off the own line of a drawing."""
    page = open_page(None, PHONE)
    page.goto(address(evening, "players/2/"))
    expect(page.locator("#fresh")).to_contain_text("Up to date at")
    page.evaluate(
        "document.querySelector('#card').insertAdjacentHTML('beforeend', '<svg><path class=own></path></svg>')"
    )

    for hash_ in ("#p2", "#p3", ""):
        page.evaluate(f"location.hash = '{hash_}'")
        page.wait_for_timeout(200)
        expect(page.locator("#card path.own")).to_have_count(1)


def test_the_hour_is_the_clubs_and_has_24_hours(open_page: Callable[..., Page], evening: Evening) -> None:
    for zone, told in (
        ("Europe/Oslo", "Up to date at 19:05"),
        ("America/New_York", "Up to date at 19:05 in Oslo (13:05 with you)"),
    ):
        page = open_page(None, PHONE, locale="en-US", timezone_id=zone)
        page.clock.install(time=datetime.datetime(2026, 11, 26, 18, 5, tzinfo=datetime.UTC))
        page.goto(address(evening))
        expect(page.locator("#fresh")).to_have_text(told)


def test_todays_hour_does_not_load_the_browsers_calendar(open_page: Callable[..., Page], evening: Evening) -> None:
    """A quarter of a second on a phone, before anything of the page is seen."""
    page = open_page(None, PHONE)
    page.add_init_script("Date.prototype.toLocaleString = function () { document.body.dataset.calendar = 'loaded'; }")
    page.goto(address(evening))

    expect(page.locator("#fresh")).to_have_text(re.compile(r"Up to date at \d\d:\d\d$"))
    assert page.locator("body").get_attribute("data-calendar") is None


def test_the_own_board_has_no_axe_violation(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening, "standings/#p2"))
    expect(page.locator("#own")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe_violations(page) == [], scheme


def test_this_is_me_holds_before_the_numbers_are_drawn(open_page: Callable[..., Page]) -> None:
    early = Evening.of(3)
    Entry.objects.filter(tournament=early.tournament).update(number=None)
    page = open_page(None, PHONE)
    page.goto(address(early))
    page.locator(".entrants a").first.click()

    page.get_by_role("button", name="This is me").click()
    page.goto(address(early))

    expect(page.locator("#own")).to_contain_text("On the list of players")
    expect(page.locator("#own .reasons")).to_be_hidden()


def test_absent_people_find_themselves_in_the_race(open_page: Callable[..., Page]) -> None:
    """Whoever is away sinks below the ten whose lines all see, and has their own besides; on a phone too."""
    evening = Evening.of(14, options={"max_meetings": 9})
    for _ in range(3):
        evening.play(*range(1, 14), result=Result.WHITE_WINS)
    evening.finish()
    page = open_page(None, PHONE)
    page.goto(address(evening, "standings/"))
    page.evaluate(f"localStorage.setItem('me:{evening.tournament.short_code}', '14')")
    for viewport, drawing in ((PHONE, "narrow"), (TABLET, "wide")):
        page.set_viewport_size(viewport)
        page.goto(address(evening, "standings/"))
        line = page.locator(f".race:visible #{drawing}-14")
        expect(line).to_have_class("own")
        place = page.locator("#p14 .rank").inner_text().split()[0].strip("=")
        expect(line).to_have_text(f"{place} No14")
        expect(page.locator(".race:visible")).to_have_count(1)
        page.locator(".race:visible summary").click()
        expect(page.locator(".race:visible tbody tr").last).to_have_text(re.compile(rf"No14.*{place}$"))
        assert axe_violations(page) == []

    open_live(page, address(evening, "standings/"))
    evening.tournament.refresh_from_db()
    evening.play(*range(1, 14), result=Result.DRAW)
    evening.finish()
    expect(page.locator("h1")).to_contain_text("after round\N{NO-BREAK SPACE}4")
    expect(page.locator(".race:visible .wide > text").last).not_to_have_text("")
    expect(page.locator(".race:visible #wide-14")).to_have_class("own")
    expect(page.locator(".race:visible thead th")).to_have_count(5)
    page.get_by_role("link", name="Not you?").click()
    page.goto(address(evening, "standings/"))
    expect(page.locator(".race")).to_have_count(1)
    expect(page.locator(".race a.own")).to_have_count(0)


SHIFTS = """window.moved = [];
new PerformanceObserver((list) => list.getEntries().forEach((each) => window.moved.push([each.value,
  ...each.sources.map((source) => source.node && (source.node.id || source.node.className || source.node.nodeName))])))
  .observe({type: 'layout-shift', buffered: true});"""
PAINTED = """new Promise((tell) => {
  const look = (list) => { if (list.getEntriesByName("first-contentful-paint").length) tell(true); };
  new PerformanceObserver(look).observe({ type: "paint", buffered: true });
})"""
DRAWN = """new Promise((tell) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() =>
  setTimeout(tell))), 100))"""
"""Time for the script to read the answer, and two frames, after which what moved has been told."""
CONTROLLED = """new Promise((tell) => {
  if (navigator.serviceWorker.controller) tell(true);
  navigator.serviceWorker.addEventListener("controllerchange", () => tell(true));
})"""
"""Promises, since the policy keeps playwright from asking again and again."""
SLOW = 0.25
"""Seconds that script and boards take: whatever is painted before them is painted without them."""


def moved_on(page: Page, path: str) -> list[object]:
    page.goto("about:blank")
    with page.expect_response("**/boards.json") as answer:
        page.goto(path)
    answer.value.finished()
    page.evaluate(DRAWN)
    found: list[object] = page.evaluate("window.moved")
    return found


def late(route: Route) -> None:
    time.sleep(SLOW)
    route.continue_()


@pytest.mark.parametrize("viewport", GLASSES, ids=lambda viewport: str(viewport["width"]))
def test_nothing_moves_when_the_own_board_comes(
    open_page: Callable[..., Page], evening: Evening, viewport: dict[str, int], no_worker: None
) -> None:
    """The first time that a page is opened since the choice, the second time, and when another round is out."""
    page = open_page(None, viewport)
    page.goto(address(evening))
    key = evening.entry(7).player.public_key
    page.evaluate(f"localStorage.setItem('me:{evening.tournament.club.slug}', '{key}')")
    page.add_init_script(SHIFTS)
    page.route(re.compile(r"poll\.js|boards\.json"), late)
    pages = ["standings/", "", "rounds/1/names/", "crosstable/", "players/7/"]

    def visit() -> None:
        for path in pages:
            assert moved_on(page, address(evening, path)) == [], path
            expect(page.locator("#own .name")).to_have_text("No7")

    visit()
    visit()
    for board in (1, 2, 3):
        evening.enter(board, Result.WHITE_WINS)
    evening.draft()
    evening.publish()
    visit()
    expect(page.locator("#own .round")).to_have_text("Round 2")


def test_a_first_visit_is_painted_before_the_script_comes_and_nothing_moves_then(
    open_page: Callable[..., Page],
) -> None:
    evening = Evening.of(16)
    evening.play(*range(1, 15), result=Result.WHITE_WINS)
    club = f"/en/{evening.tournament.club.slug}/"
    pages = [*(address(evening, path) for path in EVERY_PAGE)]
    pages += [club, f"{club}players/{evening.entry(2).player.public_key}/"]
    page = open_page(None, SMALLEST)
    page.add_init_script(SHIFTS)
    script: list[Route] = []
    page.route(re.compile(r"poll\.js"), lambda route: script.append(route))
    for path, viewport in product(pages, GLASSES):
        where = path, viewport["width"]
        forget_all_visits(page)
        page.set_viewport_size(viewport)
        page.goto(path, wait_until="commit")
        page.evaluate(PAINTED)
        assert not slides_sideways(page), where
        assert "{time}" not in page.locator("#fresh").aria_snapshot(), f"room for it, not a word of it: {where}"
        assert len(script) == 1, f"the script comes from a worker, so this is no first visit: {where}"
        script.pop().continue_()

        expect(page.locator("#fresh")).to_contain_text("Up to date at")
        page.wait_for_timeout(200)
        assert page.evaluate("window.moved") == [], where


def forget_all_visits(page: Page) -> None:
    """Worker, kept pages and what was chosen: as in a browser that was never here."""
    origin = "/".join(page.url.split("/")[:3])
    page.goto("about:blank")
    line = page.context.new_cdp_session(page)
    line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    line.send("Network.clearBrowserCache")
    line.detach()


def test_who_comes_again_sees_no_page_without_their_board(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    """The worker lets their pages wait for the script, online and offline."""
    page = open_page(None, PHONE)
    page.goto(address(evening))
    waits = "document.querySelector('script[src*=poll]').getAttribute('blocking')"
    assert page.evaluate(waits) == ""
    tap(page, 7)
    page.evaluate(CONTROLLED)

    page.add_init_script(SHIFTS)
    for path in EVERY_PAGE:
        assert moved_on(page, address(evening, path)) == [], path
        assert page.evaluate(waits) == "render"
        expect(page.locator("#own .name")).to_have_text("No7")
    cut_the_line(page, watch)
    page.goto(address(evening, "standings/"))
    expect(page.locator("#fresh")).to_contain_text("Offline")
    assert page.evaluate(waits) == "render"


def test_where_one_does_not_play_nothing_moves_either(
    open_page: Callable[..., Page], evening: Evening, no_worker: None
) -> None:
    page = open_page(None, PHONE)
    page.add_init_script(SHIFTS)
    page.goto(address(evening))
    page.evaluate(f"localStorage.setItem('me:{evening.tournament.club.slug}', 'somebody else')")
    own = page.locator("#own")
    assert moved_on(page, address(evening, "standings/")) == []
    expect(own).to_contain_text("You do not play in this tournament")
    assert axe_violations(page) == []
    own.get_by_role("link", name="Find a name").click()
    expect(page.locator("#by-name, .by-name").first).to_be_visible()
    expect(own).to_be_hidden()
    assert moved_on(page, address(evening, "standings/")) == []
    expect(own).to_be_hidden()
    assert own.evaluate("own => own.offsetHeight") == 0
    expect(page.get_by_role("link", name="Find your board by name")).to_be_visible()


def test_what_was_drawn_of_somebody_is_forgotten_with_them(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 3)
    expect(page.locator("#own")).to_contain_text("No3")
    page.get_by_role("link", name="Not you?").click()
    expect(page.locator("#own")).to_be_hidden()
    assert page.evaluate("JSON.stringify({...localStorage})") == "{}"
