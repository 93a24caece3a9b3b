"""Letters of twice the size on a phone (WCAG 1.4.4): a name has a line, nothing lies on anything, nothing slides.

Every page is walked once in test_longer_words.py, where a walk is made already.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.tools.browser.looking import faults_of_controls, slides_sideways
from tests.tools.casts.evening_cast import evening
from tests.tools.played.all_play_all import all_play_all, publish_next
from tournaments.models import Player
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 640}
SQUEEZED = """() => {
  const found = [], texts = [], range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const beside = (box, other) => box.right > other.right + 2 || box.left < other.left - 2;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let box = node.parentElement;
    const isSeen = box.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
    if (!node.data.trim() || !isSeen || box.matches("details:not([open])")) continue;
    if (box.closest(".visually-hidden, .skip, .fresh, .paper, option, svg, [aria-hidden=true]")) continue;
    const words = node.data.trim().slice(0, 40);
    const tops = word => {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return [...range.getClientRects()].filter(each => each.width > 1).map(each => each.top);
    };
    const isBroken = word => Math.max(...tops(word)) - Math.min(...tops(word)) > 4;
    const broken = [...node.data.matchAll(/[\\p{L}\\p{M}]{2,}/gu)].filter(isBroken);
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(each => each.width > 1);
    const lines = new Set(boxes.map(each => each.top)).size;
    const frame = box.closest(".frame");
    while (getComputedStyle(box).display.startsWith("inline")) box = box.parentElement;
    if (box.getBoundingClientRect().width <= 1) continue; // for screen readers alone
    const room = box.getBoundingClientRect().width / parseFloat(getComputedStyle(box).fontSize);
    if (broken.length && room < 5) found.push(`${broken[0][0]} is broken`);
    if (lines > 2 && room < 4) found.push(`${words} is ${lines} lines high`);
    let seen = boxes;
    for (let around = box; around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around), edge = around.getBoundingClientRect();
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (/hidden|clip/.test(overflowX) && seen.some(each => beside(each, edge))) found.push(`${words} is cut`);
      seen = seen.filter(each => each.bottom > edge.top && each.top < edge.bottom && !beside(each, edge));
    }
    if (frame) continue; // there the names stay while the numbers slide below them
    texts.push(...seen.map(each => [each, words]));
  }
  texts.forEach(([one, words], index) => texts.slice(index + 1).forEach(([other, theirs]) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 3 && high > 0.35 * one.height) found.push(`${words} lies on ${theirs}`);
  }));
  document.querySelectorAll("main li").forEach(item => {
    const { display, listStyleType } = getComputedStyle(item);
    const room = parseFloat(getComputedStyle(item.parentElement).paddingInlineStart);
    const hasMarker = display === "list-item" && listStyleType !== "none" && item.checkVisibility();
    if (hasMarker && room < 8) found.push(`a mark without room stands before ${item.textContent.trim().slice(0, 40)}`);
  });
  return [...new Set(found)];
}"""
"""Words broken where hardly five letters find room, columns of hardly four, what is cut, texts on each other, and marks
of a list outside it."""


def faults_at(page: Page, address: str) -> list[str]:
    with_big_letters(page)
    page.goto(address)
    return [f"{page.url}: {each}" for each in faults_of_big_letters(page)]


def with_big_letters(page: Page, size: int = 32) -> None:
    """As a reader sets it in the browser's settings: what a sheet asks for in rem grows, too."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def faults_of_big_letters(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SQUEEZED) + faults_of_controls(page, "header.top, .action-bar")
    return found + ["slides sideways"] * slides_sideways(page)


def test_the_staffs_evening_with_big_letters(open_page: Callable[..., Page]) -> None:
    cast = evening(8)
    cast.open()
    cast.check_in(7)
    page = open_page(cast.director, PHONE)
    found = faults_at(page, cast.url("evening"))
    cast.pair()
    found += faults_at(page, cast.url("evening"))
    cast.publish()
    results.enter_result(cast.games[0], Result.WHITE_WINS, seen=cast.games[0].result, **cast.by)
    found += [each for name in ("evening", "staff_standings") for each in faults_at(page, cast.url(name))]
    found += faults_at(page, reverse("door", args=[cast.club.slug]))
    assert found == []


def test_what_a_player_reads_with_big_letters(open_page: Callable[..., Page]) -> None:
    cast = evening(8)
    cast.play(7)
    cast.open()
    cast.check_in(7)
    cast.pair()
    cast.publish()
    white = cast.round.attendances.get(game=cast.games[0], colour="white")
    plan = all_play_all(4, weeks=3)
    publish_next(plan)
    Player.objects.filter(club=plan.tournament.club).update(family_name="Dijkstra")
    page = open_page(None, PHONE)
    found = faults_at(page, f"/c/{card_keys.make_key(white.entry.player, actor=None)}/")
    page.goto(cast.url("public_tournament"))
    page.locator("#own .seat").wait_for()
    for name in ("public_tournament", "public_standings", "public_crosstable"):
        found += faults_at(page, cast.url(name))
    found += faults_at(page, reverse("public_club", args=[cast.club.slug]))
    found += faults_at(page, reverse("public_plan", args=[plan.tournament.club.slug, plan.tournament.slug]))
    assert found == []
