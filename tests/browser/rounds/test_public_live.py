"""An open public page: what is new appears by itself, nothing else moves, and a lost network is said and survived."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, slides_sideways
from tests.tools.browser.reading_live import TAKEN_AWAY, address, ask_often, cut_off, open_live
from tests.tools.casts.factories import Evening
from tournaments.pairing.types.snapshot import Result
from tournaments.services.evening.announcement import set_message

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}


@pytest.fixture
def evening() -> Evening:
    """Six players, no round yet; everybody may meet everybody again."""
    return Evening.of(6, options={"max_meetings": 5})


def test_a_round_a_result_and_a_table_appear_by_themselves(open_page: Callable[..., Page], evening: Evening) -> None:
    page, table = open_page(None, SMALLEST), open_page(None, TABLET)
    open_live(page, address(evening))
    open_live(table, address(evening, "standings/"))
    expect(table.get_by_role("heading", name="Starting list")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("The first round has not been published yet.")

    evening.draft()
    evening.publish()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Round 1 has been published.")
    expect(page).to_have_title(f"Round 1 · Tuesday cup · {evening.tournament.club}")

    evening.enter(1, Result.WHITE_WINS)
    expect(page.locator("#board-1 .result")).to_have_text("1 – 0")
    winner = evening.boards()[0][0]
    expect(table.locator(".live")).to_have_text("Round 1 is being played: 2 results still missing.")
    table.get_by_role("link", name="Live").click()
    expect(table.get_by_role("heading", name="Round 1 in play")).to_be_visible()
    expect(table.locator(f"#p{winner} .rank")).to_contain_text("1")
    table.wait_for_load_state()  # with its sheet
    for viewport in (SMALLEST, PHONE, TABLET):
        for each in (page, table):
            each.set_viewport_size(viewport)
            assert not slides_sideways(each), (each.url, viewport)


@pytest.mark.quick
def test_an_older_round_stays_and_says_that_a_newer_one_is_out(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    evening.play()
    page = open_page(None, PHONE)
    open_live(page, address(evening, "rounds/1/"))

    evening.draft()
    evening.publish()

    newer = page.get_by_role("link", name="Round 2 has been published.")
    expect(newer).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    newer.click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_nothing_moves_under_the_reader_but_what_has_changed(open_page: Callable[..., Page], evening: Evening) -> None:
    evening.draft()
    evening.publish()
    page = open_page(None, {"width": 390, "height": 420})
    page.goto(address(evening))
    page.locator("#board-3 summary").click()
    page.evaluate("document.querySelector('#board-3 summary').focus({preventScroll: true})")
    page.evaluate("window.kept = document.activeElement")
    page.evaluate("document.querySelector('#board-3').scrollIntoView({block: 'center'})")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#board-3 .told dd'))")
    before = page.evaluate("kept.getBoundingClientRect().top")
    selected = page.evaluate("getSelection().toString()")
    assert page.evaluate("scrollY") > 0
    assert selected
    ask_often(page)

    set_message(evening.tournament, text="Coffee is ready. " * 8, seen="", actor=evening.director)
    evening.enter(1, Result.DRAW)
    expect(page.locator("#board-1 .result")).to_have_text("½ – ½")
    expect(page.locator(".message")).to_have_count(1)

    assert page.evaluate("document.activeElement === kept")
    assert page.locator("#board-3 details").evaluate("details => details.open")
    assert page.evaluate("getSelection().toString()") == selected
    assert abs(page.evaluate("kept.getBoundingClientRect().top") - before) < 1


def test_a_new_round_takes_the_place_of_the_old_one_where_the_reader_is(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    evening.play()
    page = open_page(None, {"width": 390, "height": 420})
    open_live(page, address(evening))
    page.locator("#board-2 summary").click()
    page.evaluate("scrollTo(0, 130)")

    evening.draft()
    evening.publish()

    expect(page.get_by_role("heading", name="Round 2")).to_have_count(1)
    assert page.evaluate("scrollY") == 130
    assert not page.locator("#board-2 details").evaluate("details => details.open")


def test_the_focus_goes_with_the_row_of_a_table(open_page: Callable[..., Page], evening: Evening) -> None:
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    open_live(page, address(evening, "standings/1/"))
    expect(page.locator("tbody tr").last).to_have_attribute("id", "p6")
    page.locator("#p6 th .name a").focus()

    for board, (white, _black) in enumerate(evening.boards(), 1):
        evening.enter(board, Result.WHITE_WINS if white == 6 else Result.BLACK_WINS)

    expect(page.get_by_role("heading", name="Standings after round 1")).to_be_visible()
    expect(page.locator("tbody tr").last).not_to_have_attribute("id", "p6")
    assert page.evaluate("document.activeElement.closest('tr').id") == "p6"


@pytest.mark.quick
def test_a_lost_network_is_said_and_the_page_comes_back_by_itself(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    open_live(page, address(evening))
    expect(page.locator("#fresh")).to_contain_text("Up to date at")

    before = page.locator("#board-1").bounding_box()
    context = cut_off(page, watch)
    expect(page.locator("#fresh")).to_contain_text("Offline since")
    assert page.locator("#board-1").bounding_box() == before
    expect(page.get_by_role("status")).to_contain_text("Offline since")
    evening.enter(2, Result.BLACK_WINS)
    expect(page.locator("#board-2")).to_have_class("open")

    context.set_offline(False)
    expect(page.locator("#board-2 .result")).to_have_text("0 – 1")
    expect(page.locator("#fresh")).to_contain_text("Up to date at")
    expect(page.get_by_role("status")).to_have_text("Connected again.")


def test_what_came_out_meanwhile_is_heard_when_the_network_returns(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    evening.draft()
    page = open_page(None, PHONE)
    open_live(page, address(evening))
    context = cut_off(page, watch)
    set_message(evening.tournament, text="Coffee is ready.", seen="", actor=evening.director)
    evening.publish()

    context.set_offline(False)

    expect(page.get_by_role("status")).to_have_text("Coffee is ready. Round 1 has been published.")


@pytest.mark.postgresql
def test_a_round_taken_back_is_said_to_be_gone_and_returns_when_it_does(
    open_page: Callable[..., Page], evening: Evening, watch: Watch
) -> None:
    watch.expected = (TAKEN_AWAY,)
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    open_live(page, address(evening, "rounds/1/"))

    evening.take_back()
    expect(page.locator("#fresh")).to_contain_text("This page has been taken away.")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()

    evening.publish()
    expect(page.locator("#fresh")).to_contain_text("Up to date at")


def test_an_answer_that_is_not_ours_changes_nothing(open_page: Callable[..., Page], evening: Evening) -> None:
    """The log-in page of a hotel's network, say."""
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE, service_workers="block")  # past which no test can put an answer
    page.route("**/live/?v=*", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Wi-Fi</h1>"))
    open_live(page, address(evening))

    expect(page.locator("#fresh")).to_have_class("fresh lost")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


def test_after_back_and_forward_the_page_is_whole_and_true(open_page: Callable[..., Page], evening: Evening) -> None:
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    open_live(page, address(evening))
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.get_by_role("heading", name="Starting list")).to_be_visible()
    evening.enter(1, Result.WHITE_WINS)

    page.go_back()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    expect(page.locator("#board-1 .result")).to_have_text("1 – 0")

    page.go_forward()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    expect(page.locator(".live")).to_have_text("Round 1 is being played: 2 results still missing.")


def test_a_hidden_page_asks_nothing_and_asks_at_once_when_it_is_seen_again(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    evening.draft()
    evening.publish()
    page = open_page(None, PHONE)
    page.goto(address(evening))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "live/" in request.url else None)
    page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', {get: () => window.isHidden, configurable: true});
        window.isHidden = true;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    ask_often(page)
    page.wait_for_timeout(700)
    assert asked == []

    page.evaluate("document.body.dataset.every = 60")
    with page.expect_request("**/live/?v=*"):
        page.evaluate("isHidden = false; document.dispatchEvent(new Event('visibilitychange'))")


def test_without_javascript_the_page_says_nothing_false_and_can_be_reloaded(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    evening.draft()
    evening.publish()
    page = open_page(None, SMALLEST, java_script_enabled=False)
    page.goto(address(evening))
    expect(page.locator("#fresh")).to_have_text("Reload")
    evening.enter(1, Result.WHITE_WINS)

    page.get_by_role("link", name="Reload").click()

    expect(page).to_have_url(f"{page.url.split('/en/')[0]}{address(evening)}")
    expect(page.locator("#board-1 .result")).to_have_text("1 – 0")


def test_in_the_crosstable_games_against_the_same_opponent_stay_each_in_its_round(
    open_page: Callable[..., Page],
) -> None:
    evening = Evening.of(4, options={"max_meetings": 5})
    for _ in range(4):
        evening.play(result=Result.WHITE_WINS)
        evening.finish()
    page, later = open_page(None), open_page(None)
    open_live(page, address(evening, "crosstable/"))
    evening.play(result=Result.BLACK_WINS)
    evening.finish()
    expect(page.get_by_role("heading", name="Crosstable after round 5")).to_be_visible()

    later.goto(address(evening, "crosstable/"))
    rows = "rows => rows.map(row => Array.from(row.cells, cell => cell.textContent.trim()))"
    assert page.locator(".crosstable tbody tr").evaluate_all(rows) == later.locator(
        ".crosstable tbody tr"
    ).evaluate_all(rows)


def test_the_own_row_stands_once_on_paper(open_page: Callable[..., Page], evening: Evening) -> None:
    evening.play(result=Result.WHITE_WINS)
    page = open_page(None, PHONE)
    page.goto(address(evening, "standings/#p4"))
    expect(page.locator("[data-own-row]")).to_be_visible()

    page.emulate_media(media="print")
    expect(page.locator("[data-own-row]")).to_be_hidden()
