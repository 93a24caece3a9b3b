"""Tables by category in a real browser: on a phone, kept live, and on paper."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations_in_both_schemes, slides_sideways
from tests.tools.browser.reading_live import address, open_live
from tests.tools.casts.factories import Evening
from tournaments.models import Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)
SMALLEST = {"width": 320, "height": 700}
LONG = "Under the rating of 1500, second category"[:40]


@pytest.fixture
def evening() -> Evening:
    """Six after a round; half of them in A, the others in one with the longest name there can be."""
    evening = Evening.of(6, options={"max_meetings": 5})
    Tournament.objects.update(categories=[{"name": name, "low": None, "high": None} for name in ("A", LONG, *"CDEFGH")])
    evening.tournament.entries.filter(number__lte=3).update(category="A")
    evening.tournament.entries.filter(number__gte=4).update(category=LONG)
    evening.play()
    return evening


def numbers(page: Page) -> set[str]:
    return {str(row.get_attribute("id")) for row in page.locator("tbody tr[id]").all()}


def test_a_category_is_chosen_on_a_phone_and_stays_while_results_come(
    open_page: Callable[..., Page], evening: Evening
) -> None:
    page = open_page(None, PHONE)
    open_live(page, address(evening, "standings/"))
    tabs = page.get_by_role("navigation", name="Parts of the table")
    expect(tabs.get_by_role("link", name="All")).to_have_attribute("aria-current", "page")
    expect(page.locator("#p2 .category")).to_contain_text("A · ")

    tabs.get_by_role("link", name="A", exact=True).click()
    expect(page.get_by_role("heading", name="Standings after round 1 · A")).to_be_visible()
    assert numbers(page) == {"p1", "p2", "p3"}
    expect(page.locator("#p2 .overall")).not_to_be_empty()

    open_live(page, address(evening, "standings/?category=1"))
    evening.play(result=Result.BLACK_WINS)
    expect(page.get_by_role("heading", name="Standings after round 2 · A")).to_be_visible()
    assert numbers(page) == {"p1", "p2", "p3"}
    assert page.url.endswith("?category=1")


def test_nothing_slides_off_and_axe_finds_nothing(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None, SMALLEST)
    for rest in (
        "standings/",
        "standings/?category=2",
        "standings/?category=3",
        "crosstable/",
        "crosstable/?category=2",
    ):
        page.goto(address(evening, rest))
        assert not slides_sideways(page), rest
    page.goto(address(evening, "standings/?category=2"))
    assert axe_violations_in_both_schemes(page) == []


def test_on_paper_it_is_that_category_and_says_which(open_page: Callable[..., Page], evening: Evening) -> None:
    page = open_page(None)
    page.emulate_media(media="print")
    for table, title in (("standings", "Standings"), ("crosstable", "Crosstable")):
        page.goto(address(evening, f"{table}/?category=1"))
        expect(page.get_by_role("heading", name=f"{title} after round 1 · A")).to_be_visible()
        expect(page.locator("nav.categories")).to_be_hidden()
        assert numbers(page) == {"p1", "p2", "p3"}
        expect(page.locator("#p2 .rank")).to_be_visible()
        expect(page.locator("#p2 .overall")).to_be_visible()


def test_the_set_up_is_a_proposal_changed_and_saved(open_page: Callable[..., Page], evening: Evening) -> None:
    Tournament.objects.update(categories=[])
    page = open_page(evening.director, SMALLEST)
    page.goto(evening.url("setup"))
    page.get_by_role("link", name="Give rating groups, juniors or classes their own places").click()
    sizes = page.get_by_label("By the starting list: how many in each")
    sizes.fill("2, 4")
    sizes.press("Enter")
    expect(page.get_by_text("A proposal: change what you like, then save.")).to_be_visible()
    assert not slides_sideways(page)
    assert axe_violations_in_both_schemes(page) == []

    page.get_by_label("No6").select_option("A")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_text("A: 3 · B: 3")).to_be_visible()
