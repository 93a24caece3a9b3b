"""Two phones and the director's tablet: what is reported, confirmed and contradicted is decided with a tap each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations_in_both_schemes, faults_on, slides_sideways, widen
from tests.tools.browser.reading_live import ask_often
from tests.tools.casts.factories import Evening
from tests.tools.pages.reporting import Phone, a_round_to_report, phones
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.result_reports import Ended
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 800}


@pytest.fixture
def evening() -> Evening:
    return a_round_to_report(4)


@pytest.fixture
def card(open_page: Callable[..., Page], live_server: Any) -> Callable[..., Page]:
    """The phone of somebody who has opened their card."""

    def make(phone: Phone, **options: Any) -> Page:
        page = open_page(None, PHONE, **options)
        token = card_keys.make_key(phone.player, name="slip", actor=None)
        page.context.add_cookies([{"name": settings.CARDS_COOKIE, "value": token, "url": live_server.url}])
        page.goto(reverse("me", args=[phone.player.club.slug]))
        return page

    return make


def look(page: Page) -> None:
    assert axe_violations_in_both_schemes(page) == []
    assert not slides_sideways(page)


def tap(page: Page, text: str) -> None:
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator(".my-result").get_by_role("button", name=text, exact=True).click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_one_is_confirmed_one_is_contradicted_and_the_director_decides_both(
    evening: Evening, open_page: Callable[..., Page], card: Callable[..., Page], scripts: bool
) -> None:
    options = {"java_script_enabled": scripts}
    white, black = (card(phone, **options) for phone in phones(evening, 1))
    tap(white, "Draw")
    expect(white.locator(".told")).to_contain_text("You reported a draw.")
    black.reload()
    tap(black, "That’s right")
    expect(black.locator(".told")).to_have_text("You both report a draw. The director enters it.")

    one, other = (card(phone, **options) for phone in phones(evening, 2))
    tap(one, "I won")
    other.reload()
    other.locator(".my-result summary").click()
    tap(other, "I won")
    expect(other.locator(".told")).to_contain_text("The director decides.")

    public = open_page(None, PHONE, **options)
    public.goto(evening.url("public_tournament"))
    expect(public.locator("#board-1 .by")).to_have_text("confirmed")
    expect(public.locator("#board-2 .by")).to_have_count(0)

    tablet = open_page(evening.director, TABLET, **options)
    tablet.goto(evening.url("evening"))
    expect(tablet.locator(".contradicted .says")).to_have_count(2)
    expect(tablet.locator("header .waiting")).to_have_text("1")
    if scripts:
        for page in (white, other, public, tablet):
            look(page)
    tablet.get_by_role("button", name="Enter the one result that both report").click()
    expect(tablet.locator(".says")).to_have_count(2)
    assert evening.game(1).result == Result.DRAW

    tablet.goto(evening.url("inbox"))
    if scripts:
        look(tablet)
    tablet.get_by_role("button", name="Enter 1–0").click()
    expect(tablet.locator(".inbox")).to_contain_text("Nothing to do.")
    assert evening.game(2).result == Result.WHITE_WINS
    other.reload()
    expect(other.locator(".my-result")).to_have_count(0)
    expect(other.get_by_role("link", name="This is wrong")).to_be_visible()


def test_the_inbox_and_the_form_of_what_is_wrong_fit_their_glass(
    evening: Evening, open_page: Callable[..., Page], card: Callable[..., Page]
) -> None:
    white, _black = phones(evening, 1)
    phone = card(white)
    phone.goto(reverse("my_flag", args=[white.player.club.slug, white.player.public_key]))
    assert faults_on(phone, SMALLEST, PHONE, TABLET) == []
    phone.get_by_label("the result").check()
    phone.get_by_label("In your own words").fill("I did not lose on time, " * 9)
    phone.get_by_role("button", name="Send it to the director").click()
    expect(phone.locator("p.notice")).to_have_text("The director has it now. Thank you.")
    expect(phone.locator("#said")).to_have_text("The director has it now. Thank you.")

    tablet = open_page(evening.director, SMALLEST)
    tablet.goto(evening.url("inbox"))
    expect(tablet.locator(".inbox blockquote")).to_contain_text("I did not lose on time")
    assert faults_on(tablet, SMALLEST, PHONE, TABLET) == []
    tablet.get_by_role("button", name="Put aside").click()
    expect(tablet.locator(".answered li")).to_have_count(1)
    tablet.locator("#undo-last").click()
    expect(tablet.locator(".inbox .item")).to_have_count(1)


@pytest.mark.quick
def test_the_evening_learns_of_reports_without_being_loaded_again(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    """Whatever is under the hand stays: the focus, an open menu, the text in a box."""
    tablet = open_page(evening.director, TABLET)
    tablet.goto(evening.url("evening"))
    ask_often(tablet)
    tablet.evaluate("window.stays = true")
    before = _sizes_of_rows(tablet)
    rows = [tablet.locator(f"#board-row-{evening.game(board).pk}") for board in (1, 2)]
    rows[1].locator("summary").click()
    rows[0].focus()
    with tablet.expect_response(lambda answer: "/live/" in answer.url and answer.status == 204):
        pass

    (white, black), (one, other) = phones(evening, 1), phones(evening, 2)
    white.says(Ended.WON)
    one.says(Ended.WON)
    expect(rows[0]).to_contain_text("reports 1–0")
    expect(rows[0]).to_be_focused()
    expect(rows[1]).not_to_contain_text("reports")
    expect(rows[1].locator("details")).to_have_attribute("open", "")
    tablet.keyboard.press("Escape")
    expect(rows[1]).to_contain_text("reports 1–0")

    black.says(Ended.LOST)
    other.says(Ended.WON)
    expect(tablet.locator(".contradicted .says")).to_have_count(2)
    assert _sizes_of_rows(tablet) == before
    expect(tablet.locator("header .waiting")).to_have_text("1")
    tablet.get_by_role("button", name="Enter the one result that both report").click()
    expect(rows[0].locator("summary")).to_have_text("1–0")
    assert evening.game(1).result == Result.WHITE_WINS
    assert _sizes_of_rows(tablet) == before, "what is reported, and the result, move no row"
    assert tablet.evaluate("window.stays"), "it was loaded again"


def _sizes_of_rows(page: Page) -> list[list[float]]:
    """On a tablet and a laptop; on a phone a row that is open is higher, by its buttons."""
    sizes = []
    for width in (820, 1366):
        widen(page, width)
        sizes += page.locator(".pairing").evaluate_all("rows => rows.map(row => [row.offsetWidth, row.offsetHeight])")
    page.set_viewport_size(TABLET)
    return sizes
