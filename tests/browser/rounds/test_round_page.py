"""The round on the glass: boards begin high, stay low, open by a tap, and no name is broken inside a word."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations_in_both_schemes, open_all, slides_sideways
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, RoundState

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}
NAMES = ("Zeno Wolters", "Anna Bakker", "Femke Mulder", "Quinten Meijer", "Håkon Lie", "Lars-Erik Sjöström")
BROKEN = """() => Array.from(document.querySelectorAll('#round .boards .name, #round .by-name a')).flatMap(name => {
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  return Array.from(text.data.matchAll(/[^\\s-]+/g)).filter(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set(Array.from(range.getClientRects(), box => Math.round(box.top))).size > 1;
  }).map(word => word[0]);
})"""


@pytest.fixture
def played() -> Played:
    """Fifteen boards, seven of them still going, one away, and a bye in the round before."""
    played = a_tournament(31)
    for place, player in enumerate(Player.objects.order_by("pk")):
        player.given_name = NAMES[place % len(NAMES)].split(" ")[0]
        player.family_name = NAMES[(place + place // len(NAMES)) % len(NAMES)].split(" ")[1]
        player.save()
    played.play()
    played.play(absent={9}, open_boards=set(range(1, 8)), state=RoundState.PUBLISHED)
    return played


def test_on_a_phone_boards_and_tables_begin_high(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(None, PHONE)
    page.goto(played.address())

    boards = page.locator("#boards ol.boards > li")
    expect(boards).to_have_count(15)
    first, last = boards.first.bounding_box(), boards.last.bounding_box()
    assert first is not None
    assert last is not None
    assert first["y"] < 300
    assert last["y"] + last["height"] - first["y"] < 1_050
    page.goto(played.address("standings/"))
    row = page.locator(".standings tbody tr").first.bounding_box()
    assert row is not None
    assert row["y"] < 300


def test_no_name_is_broken_inside_a_word(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(None, SMALLEST)
    page.goto(played.address())
    for viewport in (SMALLEST, PHONE):
        page.set_viewport_size(viewport)
        assert page.evaluate(BROKEN) == [], viewport
        assert not slides_sideways(page), viewport


def test_on_the_narrowest_phone_no_name_touches_what_stands_between(
    open_page: Callable[..., Page], played: Played
) -> None:
    page = open_page(None, SMALLEST)
    page.goto(played.address())

    gaps = page.locator("#boards summary").evaluate_all(
        """rows => rows.map(row => {
          const box = selector => row.querySelector(selector).getBoundingClientRect();
          const [left, middle, right] = [".white .name", ".result", ".black .name"].map(box);
          return Math.min(middle.left - left.right, right.left - middle.right);
        })"""
    )
    assert min(gaps) >= 3


@pytest.mark.quick
def test_a_tap_on_a_row_opens_all_its_reasons_without_javascript(
    open_page: Callable[..., Page], played: Played
) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(played.address())
    row = page.locator("#board-3")
    expect(row.locator(".told")).to_be_hidden()

    row.locator(".side.white .name").click()

    expect(row.locator(".told")).to_be_visible()
    expect(row.locator("dt").first).to_have_text("Opponent")
    expect(row.locator("dt").last).to_have_text("Colour")


def test_it_has_no_axe_violation_with_everything_open(open_page: Callable[..., Page], played: Played) -> None:
    page = open_page(None, PHONE)
    for number in (1, 2):
        page.goto(played.address(f"rounds/{number}/"))
        open_all(page)
        assert axe_violations_in_both_schemes(page) == []


def test_on_paper_the_boards_stand_without_what_is_for_the_glass(
    open_page: Callable[..., Page], played: Played
) -> None:
    page = open_page(None, PHONE)
    page.goto(played.address())
    open_all(page)
    page.emulate_media(media="print")

    expect(page.locator("#board-1 .side.white .name")).to_be_visible()
    expect(page.locator("#board-1 .no")).to_have_text("board 1")
    expect(page.locator("#board-1 .told")).to_be_hidden()
    expect(page.locator(".progress-bar")).to_be_hidden()


def test_a_name_is_found_by_typing_and_the_list_goes_on_being_narrowed(
    open_page: Callable[..., Page], played: Played
) -> None:
    page = open_page(None, PHONE)
    page.goto(played.address())
    page.get_by_role("link", name="Find your board by name").click()
    expect(page.get_by_label("Find a name")).to_be_focused()
    page.goto(played.address("standings/"))
    page.get_by_role("link", name="Find your board by name").click()
    expect(page.get_by_label("Find a name")).to_be_focused()
    page.goto(played.address("rounds/2/names/"))
    rows, field = page.locator("table.by-name tbody tr:visible"), page.get_by_label("Find a name")
    everybody = rows.count()
    field.fill("sjostrom")
    found = page.locator("table.by-name tbody tr:visible .who").all_inner_texts()
    assert found
    assert len(found) < everybody
    assert all("Sjöström" in each for each in found)

    page.evaluate("""() => { document.body.dataset.version = 'older'; window.dispatchEvent(new Event('online')); }""")
    expect(page.locator("body")).not_to_have_attribute("data-version", "older")
    assert page.locator("table.by-name tbody tr:visible .who").all_inner_texts() == found

    field.fill("nobody of this name")
    expect(rows).to_have_count(0)
    field.fill("")
    expect(rows).to_have_count(everybody)


def test_without_javascript_no_field_stands_there_that_finds_nothing(
    open_page: Callable[..., Page], played: Played
) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(played.address("rounds/2/names/"))
    expect(page.get_by_label("Find a name")).to_be_hidden()
