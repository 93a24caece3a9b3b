"""A published table and the corrected one in a real browser: beside each other, one above the other on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, slides_sideways
from tests.tools.casts.factories import Evening
from tournaments.models import Player
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)
SMALLEST = {"width": 320, "height": 700}
WIDE = {"width": 1440, "height": 900}
PAGES = ["standings/", "standings/1/", "standings/1/corrected/", "players/3/after/1/", "players/3/after/1/corrected/"]


@pytest.fixture
def evening() -> Evening:
    """The first table was published; since then a result is corrected, and who has withdrawn moves every value."""
    evening = Evening.of(14, system="keizer")
    Player.objects.filter(pk=evening.entry(3).player_id).update(
        given_name="Wolfeschlegelsteinhausenbergerdorff", family_name="Zu-Hohenlohe-Langenburg-Schillingsfürst"
    )
    evening.play()
    evening.open()
    evening.withdraw(14)
    evening.check_in(*range(1, 14))
    evening.pair()
    evening.publish()
    evening.enter(1, Result.BLACK_WINS, in_round=1)
    return evening


def addresses(evening: Evening) -> list[str]:
    slugs = evening.tournament.club.slug, evening.tournament.slug
    return [f"/en/{slugs[0]}/{staff}{slugs[1]}/{rest}" for staff in ("", "staff/") for rest in PAGES]


def test_nothing_slides_off(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(evening.director, SMALLEST)
    for address in addresses(evening):
        page.goto(address)
        assert not slides_sideways(page), address
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert not slides_sideways(page), f"{address} unfolded"


def test_what_has_changed_stands_beside_the_table_where_there_is_room(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, WIDE, java_script_enabled=False)
    page.goto(addresses(evening)[1])
    table, changes = page.locator("table.standings").bounding_box(), page.locator(".corrections").bounding_box()

    assert table is not None
    assert changes is not None
    assert changes["x"] > table["x"] + table["width"]
    expect(page.locator(".corrections tbody tr").first).to_be_visible()  # though many have changed


def test_on_a_phone_a_long_list_of_changes_folds_away_above_the_table(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(addresses(evening)[1])
    row = page.locator(".corrections tbody tr").first

    expect(row).to_be_hidden()
    page.locator(".corrections summary").first.click()
    expect(row).to_be_visible()


def test_from_the_published_number_to_the_corrected_card_and_back(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(addresses(evening)[1])
    white = evening.boards(in_round=1)[0][0]
    shown = page.locator(f"#p{white} td.number a").first
    then = shown.inner_text()

    shown.click()
    expect(page.locator(".figures .first dd")).to_have_text(then)
    page.get_by_role("link", name="Current table").click()
    expect(page.locator(".figures .first dd")).not_to_have_text(then)
    page.get_by_role("link", name="As it was published").click()
    expect(page.locator(".figures .first dd")).to_have_text(then)
