"""Pages in a language whose words are a third longer than English: nothing slides, is cut or broken on a phone; nor
where letters are of twice the size, too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import resolve, reverse
from playwright.sync_api import Page

from tests.browser.common.test_accessibility import pages_of
from tests.browser.common.test_big_letters import faults_of_big_letters, with_big_letters
from tests.browser.common.test_staff_pages import faults_of_navigation, squeezed
from tests.tools.browser.looking import open_all, slides_sideways, widen
from tests.tools.casts.factories import Evening
from tests.tools.languages.pseudo_language import speak_pseudo
from tests.tools.pages.staff_pages import staff_pages, two_evenings
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (320, 390)
BIG_LETTERS = 360
"""How wide the phone is of whoever has set them."""
ACCENTED = re.compile("[áçéíñóšúýž]", re.IGNORECASE)


def test_longer_words_break_no_page(open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    published, opened, admin = two_evenings()
    cup = _cup_with_an_open_tie(published)
    speak_pseudo(monkeypatch)  # before any page is asked for: what is kept of one is kept in its language
    staffs = [*_one_of_each(staff_pages(published, opened, admin)), cup]
    publics = _one_of_each([address for address in pages_of(published) if address.startswith("/en/")])
    page = open_page(admin, {"width": WIDTHS[0], "height": 900})
    problems = []
    for address in [*staffs, *publics]:
        if address == publics[0]:
            page.context.clear_cookies()
        page.goto(address)
        assert ACCENTED.search(page.text_content("body") or ""), f"{address} speaks English"
        open_all(page)
        for width in WIDTHS:
            widen(page, width)
            found = [
                *cut_or_broken(page),
                *(f"{each} is squeezed" for each in squeezed(page)),
                *(faults_of_navigation(page) if address in staffs else ()),
            ]
            if slides_sideways(page):
                found.append("slides sideways")
            problems += [f"{address} at {width} px: {each}" for each in found]
        widen(page, BIG_LETTERS)
        with_big_letters(page)
        problems += [f"{address} with big letters: {each}" for each in faults_of_big_letters(page)]
        with_big_letters(page, 16)
    assert problems == []


def _cup_with_an_open_tie(beside: Evening) -> str:
    """Its evening: below a board stands what becomes of the two."""
    cup = Evening.of(4, club=beside.tournament.club, season=beside.tournament.season, system="cup")
    cup.play(1, 2, 3, 4, leaving_open={2})
    cup.enter(1, Result.DRAW)
    return reverse("evening", args=[cup.tournament.club.slug, cup.tournament.slug])


def _one_of_each(addresses: list[str]) -> list[str]:
    """Of the pages that both evenings have the one of the round going on; of the evening itself both. A hall's screen
    hangs on a wall: it is not looked at on a phone."""
    every = [(resolve(address.partition("?")[0]).url_name or "", address) for address in addresses]
    named = [(name, address) for name, address in every if not name.startswith("public_hall")]
    first = dict(reversed(named))
    return [address for name, address in named if first[name] == address or name == "evening"]


def cut_or_broken(page: Page) -> list[str]:
    """Words of ours that stand on two lines though no hyphen parts them, and texts that their box does not hold.

    Not looked at: the picture of a paper (its sheets have tests of their own), what is typed as it stands, and the line
    of what was done last, which ends in dots where it is long.
    """
    found: list[str] = page.evaluate(
        """() => {
          const found = [];
          const isSeen = each => each.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          while (walker.nextNode()) {
            const node = walker.currentNode, box = node.parentElement;
            if (!/[áçéíñóšúýž]/i.test(node.data) || !isSeen(box) || box.closest("code, .paper, .last-done")) continue;
            if (box.getBoundingClientRect().width <= 1) continue;
            for (const word of node.data.matchAll(/[^\\s?\\u00ad\\u200b\\-–—\\/][^\\s\\u00ad\\u200b\\-–—\\/]*/g)) {
              const isAfterSoftHyphen = node.data[word.index - 1] === "\\u00ad";
              range.setStart(node, word.index + (isAfterSoftHyphen ? 1 : 0));
              range.setEnd(node, word.index + word[0].length);
              const tops = [...range.getClientRects()].filter(each => each.width > 0).map(each => each.top);
              if (Math.max(...tops) - Math.min(...tops) > 6)
                found.push(`${word[0]} is broken in “${node.data.trim().slice(0, 50)}”`);
            }
            const own = box.closest("button, summary, label, a, th, td, [role=button]") || box;
            const style = getComputedStyle(own);
            const isCut = own.scrollWidth > own.clientWidth + 1 && own.clientWidth > 1 && style.display !== "inline";
            if (isCut && !own.matches(".home, .home *, .account, .log-out"))
              found.push(`${own.tagName}.${own.className} does not hold “${own.textContent.trim().slice(0, 50)}”`);
          }
          return [...new Set(found)];
        }"""
    )
    return found
