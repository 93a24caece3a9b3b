"""The tables and public pages in a real browser, without JavaScript: nothing slides off, everything opens up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, slides_sideways, widen
from tests.tools.casts.factories import Evening
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, RoundState
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.standings import standings_page

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}
PAGES = ["", "rounds/1/", "standings/", "standings/1/", "crosstable/", "players/3/"]


@pytest.fixture
def played() -> Played:
    """One of the names is as long as names get, one player has withdrawn, one joins late, games are still going."""
    played = a_tournament(13, joining_late={13})
    Player.objects.filter(pk=played.entries[3].player.pk).update(
        given_name="Wolfeschlegelsteinhausenbergerdorff", family_name="Zu-Hohenlohe-Langenburg-Schillingsfürst"
    )
    played.play(absent={5}, half_byes={6})
    played.withdraw(4, first_round=2)
    played.play(forfeits={1})
    played.play(open_boards={1, 2}, state=RoundState.PUBLISHED)
    return played


def addresses(played: Played) -> list[str]:
    return ["/en/", f"/en/{played.club.slug}/", *(played.address(rest) for rest in PAGES)]


def unfold_everything(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def test_no_public_page_slides_sideways_on_the_smallest_phone(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(None, SMALLEST)
    for address in addresses(played):
        page.goto(address)
        assert not slides_sideways(page), address
        unfold_everything(page)
        assert not slides_sideways(page), f"{address} unfolded"


def test_a_player_finds_the_board_in_one_tap_without_javascript(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(played.address())

    page.locator("#by-name a[href='#p7']").click()

    expect(page.locator("#p7")).to_be_in_viewport()
    ground = "row => getComputedStyle(row).backgroundColor"
    own = page.locator("#boards li", has=page.locator("#p7"))
    other = page.locator("#boards li", has_not=page.locator("#p7")).last
    assert own.evaluate(ground) != other.evaluate(ground)


@pytest.mark.postgresql
def test_a_number_opens_up_without_javascript(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(played.address("standings/"))
    row = page.locator("#p7")
    points = row.locator("td.number a").first.inner_text()

    expect(row.get_by_text("Games with Black")).to_be_hidden()
    row.locator("summary").click()
    expect(row.get_by_text("Games with Black")).to_be_visible()

    row.locator("td.number a").first.click()
    opened = page.locator("#points")
    expect(opened).to_be_in_viewport()
    expect(opened.locator("tfoot .number").last).to_have_text(points)
    given = opened.locator("tbody .number:not(.total)").all_inner_texts()
    assert sum(int(each) for each in given if each) == int(points)  # a round in play gives nothing yet
    opened.locator("summary").first.click()
    expect(opened.locator(".why p").first).to_be_visible()


def test_no_total_on_a_card_is_cut_off_on_a_phone(open_page: Callable[..., Page]) -> None:
    """From 1000 on a slice of the last digit stood behind the frame."""
    evening = Evening.of(4, system="keizer", options={"top": "2345.67"})
    for _round in range(3):
        evening.play(1, 2, 3, 4)
        evening.finish()
    best = standings_page(evening.tournament, Audience.PUBLIC).rows[0].number
    page = open_page(None, PHONE)

    page.goto(f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/players/{best}/")

    numbers = page.locator("table.monrad-card td.number")
    assert max(map(len, numbers.all_inner_texts())) >= len("7037.1")
    for width in (320, 390):
        widen(page, width)
        assert page.locator("#points .frame").evaluate("each => each.scrollWidth <= each.clientWidth"), width
        cut = numbers.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth).length")
        assert cut == 0, width
        assert page.locator("table.monrad-card td.who").first.evaluate("each => each.clientWidth") >= 60, width


@pytest.mark.quick
def test_the_legend_explains_no_column_that_is_nowhere_to_be_seen(
    open_page: Callable[..., Page], played: Played
) -> None:
    """On a phone the position unfolds under the name, on a tablet there is neither room nor a fold for it."""
    page = open_page(None, PHONE)
    page.goto(played.address("standings/"))
    for width, is_there in ((1440, True), (820, False), (390, True)):
        widen(page, width)
        if width == 390:
            page.locator("#p7 summary").click()

        seen = page.locator("thead th", has_text="Pos").or_(page.locator("#p7 dt", has_text="Position"))
        assert any(each.is_visible() for each in seen.all()) is is_there, width
        assert page.locator(".legend dt", has_text="Pos").is_visible() is is_there, width
