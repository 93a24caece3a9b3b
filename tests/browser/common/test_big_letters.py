"""Letters of twice the size on a phone (WCAG 1.4.4): a name has a line, nothing lies on anything, nothing slides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserType, Page

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
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let box = node.parentElement;
    const isSeen = box.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
    if (!node.data.trim() || !isSeen || box.closest(".visually-hidden, .skip, .fresh, svg")) continue;
    const tops = word => {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return [...range.getClientRects()].filter(each => each.width > 1).map(each => each.top);
    };
    const isBroken = word => Math.max(...tops(word)) - Math.min(...tops(word)) > 4;
    const broken = [...node.data.matchAll(/\\p{L}{2,}/gu)].filter(isBroken);
    while (getComputedStyle(box).display.startsWith("inline")) box = box.parentElement;
    const letter = parseFloat(getComputedStyle(box).fontSize);
    if (broken.length && box.getBoundingClientRect().width < 5 * letter) found.push(`${broken[0][0]} is broken`);
    if (box.closest(".frame")) continue; // there the names stay while the numbers slide below them
    range.selectNodeContents(node);
    texts.push(...[...range.getClientRects()].filter(each => each.width > 1).map(each => [each, node.data.trim()]));
  }
  texts.forEach(([one, words], index) => texts.slice(index + 1).forEach(([other, theirs]) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 3 && high > 0.35 * one.height) found.push(`${words} lies on ${theirs}`);
  }));
  return [...new Set(found)];
}"""
"""Words broken where hardly five letters find room, and texts that lie on each other."""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """As a reader sets it in the browser's settings: what a sheet asks for in rem grows, too."""
    big = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": big})
    yield browser
    browser.close()


def faults_at(page: Page, address: str) -> list[str]:
    page.goto(address)
    found = page.evaluate(SQUEEZED) + faults_of_controls(page, "header.top, .action-bar")
    found += ["slides sideways"] * slides_sideways(page)
    return [f"{page.url}: {each}" for each in found]


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
