"""Find my board: one tap on one's name, and the own row comes first on each page of the tournament."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations, slides_sideways
from tests.tools.browser.reading_live import address, ask_often, open_live
from tests.tools.factories import Evening
from tournaments.models import Player, Presence, ShownAs
from tournaments.pairing.model.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}
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


@pytest.mark.parametrize("viewport", [SMALLEST, PHONE, TABLET], ids=lambda viewport: str(viewport["width"]))
def test_one_tap_and_the_own_board_stands_first_on_every_page(
    open_page: Callable[..., Page], evening: Evening, viewport: dict[str, int]
) -> None:
    white, black = evening.boards()[1]
    page = open_page(None, viewport)
    page.goto(address(evening))
    own = page.locator("#own")
    expect(own).to_be_hidden()

    tap(page, black)
    for path in EVERY_PAGE:
        if path:
            page.goto(address(evening, path))
        expect(own).to_be_in_viewport()
        expect(own.locator(".seat")).to_have_text("Board 2")
        expect(own).to_contain_text(f"Round 1 · No{black}")
        expect(own.locator(".words")).to_contain_text(f"Black against No{white}")
        assert not slides_sideways(page), path
    page.goto(address(evening))
    expect(page.locator(f"#p{black}")).to_have_class("side black own")


def test_the_own_row_comes_first_in_the_tables(open_page: Callable[..., Page], evening: Evening) -> None:
    evening.enter(1, Result.WHITE_WINS)
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 7)
    for table in ("standings", "crosstable"):
        page.goto(address(evening, f"{table}/"))
        expect(page.locator("tbody tr").first).to_contain_text("No7")
        expect(page.locator("tbody tr.own")).to_have_count(2)
        assert page.locator("[id='p7']").count() == 1
    ask_often(page)
    evening.enter(2, Result.DRAW)
    expect(page.locator("tbody").last).to_contain_text("½")
    expect(page.locator("tbody tr").first).to_contain_text("No7")


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
    for number, words in ((sits_out, "Bye (odd number of players)"), (8, "Away, excused"), (99, "Not in this round")):
        page.goto("about:blank")
        page.goto(address(evening, f"#p{number}"))
        expect(page.locator("#own .words")).to_contain_text(words)
        expect(page.locator("#own .seat")).to_be_hidden()


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


def test_a_shared_address_wins_and_is_not_remembered(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening))
    tap(page, 3)
    page.goto("about:blank")

    page.goto(address(evening, "#p4"))
    expect(page.locator("#own .name")).to_have_text("No4")
    page.goto(address(evening, "crosstable/"))
    expect(page.locator("#own .name")).to_have_text("No3")


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


def test_the_own_board_has_no_axe_violation(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, PHONE)
    page.goto(address(evening, "standings/#p2"))
    expect(page.locator("#own")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe_violations(page) == [], scheme
