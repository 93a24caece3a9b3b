"""Edges: what stands on a page begins where the page begins, is as wide as it needs, and lies on nothing else."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.casts.factories import Evening
from tournaments.models import MayJoin, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 700}
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map(selector => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector));
    return range.getBoundingClientRect();
  });
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
BLEEDS = """() => Array.from(document.querySelectorAll('.figures dd')).filter(number => {
  const range = document.createRange();
  range.selectNodeContents(number);
  return range.getBoundingClientRect().right > number.getBoundingClientRect().right + 0.5;
}).map(number => number.textContent.trim())"""


def left_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"]


def test_the_way_out_of_a_round_lies_on_no_word_of_check_in(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(62, planned_rounds=37)
    evening.open()
    evening.check_in(*range(1, 14))
    page = open_page(evening.director, PHONE)
    problems = []
    for language in ("en", "nb", "sv", "da", "de", "nl"):
        with translation.override(language):
            page.goto(evening.url("evening"))
        for glass in (SMALLEST, PHONE):
            page.set_viewport_size(glass)
            problems += [f"{language} at {glass['width']} px: {each}" for each in faults_of_the_way_out(page)]
    assert problems == []


def faults_of_the_way_out(page: Page) -> list[str]:
    box = page.locator("#call-off").bounding_box()
    assert box is not None
    covered = ("#counts p", "#state", ".evening-heading .eyebrow")
    return [
        *(["it is more than one line"] if box["height"] >= 60 else []),
        *(f"it lies on {words}" for words in covered if page.evaluate(OVERLAP, [words, ".call-off"])),
        *(["the page slides sideways"] if slides_sideways(page) else []),
    ]


@pytest.mark.quick
def test_how_far_a_long_tournament_is_can_be_seen_where_there_is_room(open_page: Callable[..., Page]) -> None:
    """On a phone a season's squares would be too small to see."""
    evening = Evening.of(6, planned_rounds=37)
    evening.play()
    page = open_page(None, SMALLEST)
    page.goto(evening.url("public_tournament"))
    for glass, is_room in ((SMALLEST, False), (PHONE, False), (TABLET, True), (LAPTOP, True)):
        page.set_viewport_size(glass)
        pawn = page.locator(".round-head .march .pawn").bounding_box()
        assert (pawn is not None) is is_room, glass
        assert pawn is None or pawn["height"] > 8, glass
        assert not slides_sideways(page), glass


def test_a_card_begins_where_its_head_begins_on_a_laptop(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(6)
    page = open_page(None, LAPTOP)
    page.goto(f"/c/{card_keys.make_key(evening.entry(1).player, actor=None)}/")

    assert left_of(page, "main h1") == left_of(page, "header.top .home")


def test_a_long_life_of_games_stays_in_its_square_on_the_narrowest_phone(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(6)
    evening.play(result=Result.WHITE_WINS)
    page = open_page(None, SMALLEST)
    page.goto(reverse("public_player", args=[evening.tournament.club.slug, evening.entry(1).player.public_key]))
    page.evaluate("""() => Array.from(document.querySelectorAll('.figures dd'))
      .find(number => number.textContent.includes('–')).firstChild.data = '120–54–131'""")

    assert page.evaluate(BLEEDS) == []
    assert not slides_sideways(page)


@pytest.mark.quick
def test_this_is_me_has_one_frame_and_room_below(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(6)
    evening.play(result=Result.WHITE_WINS)
    page = open_page(None, PHONE)
    page.goto(reverse("public_player", args=[evening.tournament.club.slug, evening.entry(1).player.public_key]))

    button = page.locator(".this-is-me")
    expect(button).to_be_visible()
    assert button.evaluate("each => getComputedStyle(each).borderTopStyle") == "none"
    box, next_one = button.bounding_box(), page.locator(".this-is-me + .facts, .this-is-me + .figures").bounding_box()
    assert box is not None
    assert next_one is not None
    assert next_one["y"] - (box["y"] + box["height"]) >= 8


def test_the_way_to_the_table_stands_at_the_same_edge_in_each_line(open_page: Callable[..., Page]) -> None:
    dated = Evening.of(6, planned_rounds=3, round_dates=["2020-01-01", "2020-01-08", "2099-01-15"])
    last = Evening.of(6, planned_rounds=1, season=dated.tournament.season, slug="last", club=dated.tournament.club)
    for evening in (dated, last):
        evening.play()
    page = open_page(None, LAPTOP)
    page.goto(reverse("public_club", args=[dated.tournament.club.slug]))

    edges = page.locator(".tournament .leader").evaluate_all("all => all.map(each => each.getBoundingClientRect().x)")
    assert len(edges) == 2
    assert edges[0] == pytest.approx(edges[1], abs=1)


def test_the_form_of_who_asks_to_enter_is_made_for_a_thumb(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)
    evening = Evening.of(4)
    Tournament.objects.update(may_join=MayJoin.ASK)
    where = evening.url("ask_to_enter")
    page = open_page(None, SMALLEST)

    def look() -> None:
        for each in page.locator(".asking .field input, .asking button, .form-errors a").all():
            box = each.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        assert left_of(page, ".asking .field input") == left_of(page, ".asking button") == left_of(page, "h1")
        assert not slides_sideways(page)
        assert axe_violations(page) == []

    page.goto(where)
    look()
    page.get_by_role("button", name="Ask the director").click()
    page.evaluate("document.querySelectorAll('.asking [required]').forEach(each => each.removeAttribute('required'))")
    page.get_by_role("button", name="Ask the director").click()
    expect(page.get_by_role("alert")).to_contain_text("Name")
    expect(page.locator(".asking .errors")).to_be_visible()
    look()


def test_the_languages_stand_beside_each_other_on_every_kind_of_page(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    club = evening.tournament.club.slug
    for user, route in ((evening.director, "club_home"), (None, "public_club")):
        page = open_page(user, LAPTOP)
        page.goto(reverse(route, args=[club]))
        boxes = [each.bounding_box() for each in page.locator(".languages > *").all()]
        gaps = [right["x"] - left["x"] - left["width"] for left, right in pairwise(boxes) if left and right]
        assert len(gaps) == 5
        assert max(gaps) < 20, route
