"""Standings and crosstable on narrow and wide glass: whole names, numbers not cut, the newest round in sight."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, slides_sideways, widen
from tests.tools.casts.factories import Evening
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}
LAPTOP = {"width": 1440, "height": 900}
A4_ACROSS = 1047
"""Pixels between the margins of an A4 sheet that lies across."""
BROKEN_WORDS = """selector => {
  const range = document.createRange();
  return [...document.querySelectorAll(selector)].flatMap(name => {
    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), broken = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const word of node.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
        const rects = [...range.getClientRects()].filter(rect => rect.width);
        if (rects.some(rect => Math.abs(rect.top - rects[0].top) > 2)) broken.push(word[0]);
      }
    }
    return broken;
  });
}"""
CUT = """selector => [...document.querySelectorAll(selector)].filter(cell => {
  const frame = (cell.closest('.frame') || document.body).getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().right > frame.right + 0.5;
}).length"""


@pytest.fixture
def long() -> Played:
    """Fourteen rounds: more than fit a phone or a laptop beside the names."""
    played = a_tournament(24)
    for number in range(14):
        played.play(absent={5} if number % 2 else ())
    return played


def test_no_name_is_broken_inside_a_word(open_page: Callable[..., Page], long: Played) -> None:
    page = open_page(None, SMALLEST)
    for rest, names in (("standings/", ".standings .name a"), ("crosstable/", ".crosstable .who a")):
        page.goto(long.address(rest))
        for viewport in (SMALLEST, PHONE):
            page.set_viewport_size(viewport)
            assert page.evaluate(BROKEN_WORDS, names) == [], (rest, viewport)
            assert not slides_sideways(page), (rest, viewport)


def test_a_word_longer_than_a_phone_is_broken_and_leaves_the_points_in_sight(
    open_page: Callable[..., Page], long: Played
) -> None:
    Player.objects.filter(pk=long.entries[1].player.pk).update(given_name="W" * 90, family_name="")
    page = open_page(None, SMALLEST)
    page.goto(long.address("standings/"))

    assert page.evaluate(CUT, ".standings td.always a") == 0


def test_totals_of_a_thousand_and_more_are_not_cut_on_a_phone(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4, system="keizer", options={"top": "99000", "gap": 0}, decimals_shown=2)
    for _ in range(2):
        evening.play(result=Result.WHITE_WINS)
    evening.finish()
    page = open_page(None, PHONE)
    for rest in ("standings/", "crosstable/", "players/1/"):
        page.goto(f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/{rest}")
        assert re.search(r"\d{5}", page.locator("table:visible").first.inner_text()), "the numbers are long"
        page.wait_for_function(f"() => ({CUT})('tbody td.number') === 0", timeout=5000)


def test_the_crosstable_opens_at_the_newest_round_without_javascript(
    open_page: Callable[..., Page], long: Played
) -> None:
    page = open_page(None, java_script_enabled=False)
    for viewport in (SMALLEST, PHONE, LAPTOP):
        page.set_viewport_size(viewport)
        page.goto(long.address("crosstable/"))
        assert_opened_at_the_newest_round(page)


def assert_opened_at_the_newest_round(page: Page) -> None:
    newest = page.locator("thead .round").last
    expect(newest).to_have_text("Round 14")
    box, frame = newest.bounding_box(), page.locator(".frame").bounding_box()
    assert box is not None
    assert frame is not None
    assert frame["x"] < box["x"] < frame["x"] + frame["width"] - box["width"]
    who = page.locator("tbody .who").first.bounding_box()
    assert who is not None
    assert who["x"] >= frame["x"], "the names stay"


def test_the_crosstable_has_one_left_edge_with_its_heading_and_legend(
    open_page: Callable[..., Page], long: Played
) -> None:
    page = open_page(None)
    page.goto(long.address("crosstable/"))
    for width in (820, 1440, 1920):
        widen(page, width)
        places = [page.locator(each).first.bounding_box() for each in ("h1", ".frame", ".legend h2", ".rounds")]
        assert len({round(place["x"]) for place in places if place is not None}) == 1
        assert not slides_sideways(page)


def test_the_heading_keeps_its_number(open_page: Callable[..., Page], long: Played) -> None:
    page = open_page(None, PHONE)
    for rest in ("standings/", "crosstable/"):
        page.goto(long.address(rest))
        heading = page.locator("h1").inner_text()
        assert heading.endswith("round\N{NO-BREAK SPACE}14"), heading


def test_a_tap_on_a_name_lights_its_line_without_javascript(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4, options={"max_meetings": 9})
    for _ in range(3):
        evening.play(result=Result.WHITE_WINS)
    evening.finish()
    page = open_page(None, LAPTOP, java_script_enabled=False)
    page.goto(f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/standings/")
    line = page.locator(".race .wide a").last
    before = line.locator(".course").evaluate("line => getComputedStyle(line).stroke")

    line.locator(".name").click()

    assert page.evaluate("location.hash") == f"#{line.get_attribute('id')}"
    assert line.locator(".course").evaluate("line => getComputedStyle(line).stroke") != before


def test_on_paper_a_whole_season_fits_its_sheet_with_the_points(open_page: Callable[..., Page]) -> None:
    played = a_tournament(6)
    for _ in range(37):
        played.play()
    page = open_page(None, {"width": A4_ACROSS, "height": 700})
    page.goto(played.address("crosstable/"))
    page.emulate_media(media="print")

    assert page.locator("table.crosstable").evaluate("table => table.getBoundingClientRect().right") <= A4_ACROSS
