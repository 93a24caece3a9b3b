"""Three captains on phones and a director: line-ups in secret, a match in five taps, and one that is disputed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations, slides_sideways, twice_the_text, widen
from tests.tools.casts.team_event import TeamEvent
from tournaments.models import Attendance, Game, LineUpPlace
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> TeamEvent:
    return TeamEvent.with_captains()


@pytest.fixture
def phone_of(open_page: Callable[..., Page]) -> Callable[[Attendance], Page]:
    """Opened at the captain's team, by the link from their card."""

    def opened(row: Attendance) -> Page:
        assert row.entry.captain is not None
        page = open_page(None, PHONE)
        page.goto(f"/c/{card_keys.make_key(row.entry.captain, actor=None)}/")
        page.get_by_role("link", name=row.entry.team_name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(row.entry.team_name)
        return page

    return opened


def looked_at(page: Page) -> None:
    for width in (360, 820):
        widen(page, width)
        assert axe_violations(page) == []
        assert not slides_sideways(page)
    page.set_viewport_size(PHONE)


def hand_in(page: Page, without: str, instead: str) -> None:
    page.get_by_label(without).uncheck()
    page.get_by_label(instead).check()
    page.get_by_role("button", name="Hand in the line-up").click()
    expect(page.get_by_text("handed in")).to_be_visible()


def report(page: Page, *ended: str) -> int:
    """How many taps."""
    boards = page.locator("#results fieldset")
    expect(boards).to_have_count(len(ended))
    for board, words in enumerate(ended):
        boards.nth(board).get_by_text(words, exact=True).click()
    page.get_by_role("button", name="Send").click()
    return len(ended) + 1


def test_three_captains_and_a_director(
    event: TeamEvent, open_page: Callable[..., Page], phone_of: Callable[[Attendance], Page]
) -> None:
    (first, second), (third, fourth_row) = event.sides(1), event.sides(2)
    white, black, other = (phone_of(row) for row in (first, second, third))
    names = {row.pk: row.entry.team_name for row in (first, second, third)}
    looked_at(white)

    # Who plays, and nobody sees it before both have said so.
    hand_in(white, f"{names[first.pk]}2", f"{names[first.pk]}5")
    black.reload()
    expect(black.get_by_text(f"{names[first.pk]}5")).to_have_count(0)
    hand_in(black, f"{names[second.pk]}3", f"{names[second.pk]}5")
    hand_in(other, f"{names[third.pk]}4", f"{names[third.pk]}5")
    white.reload()
    expect(white.locator("#results")).to_contain_text(f"{names[second.pk]}5")
    expect(other.locator("#results")).to_have_count(0)
    assert LineUpPlace.objects.count() == 12

    # Five taps, and one of the other captain.
    assert report(white, "Won", "Draw", "Won", "Lost") == 5
    expect(white.get_by_text("You reported 2½–1½.")).to_be_visible()
    looked_at(white)
    twice_the_text(white)
    assert not slides_sideways(white)
    black.reload()
    black.get_by_role("button", name="That’s right").click()
    expect(black.locator(".lede .score")).to_have_text("1½–2½")
    assert event.game(1).boards == "1=10"

    # The other match: its captains tell it differently, and a director decides, on a tablet.
    fourth = phone_of(fourth_row)
    hand_in(fourth, f"{fourth_row.entry.team_name}1", f"{fourth_row.entry.team_name}5")
    other.reload()
    report(other, "Won", "Won", "Draw", "Lost")
    fourth.reload()
    report(fourth, "Lost", "Draw", "Draw", "Won")
    expect(fourth.get_by_text("The director decides.")).to_be_visible()
    looked_at(fourth)
    tablet = open_page(event.director, TABLET)
    tablet.goto(reverse("inbox", args=[event.tournament.club.slug, event.tournament.slug]))
    expect(tablet.get_by_text("Board 2.2: 1–0 or ½–½")).to_be_visible()
    assert axe_violations(tablet) == []
    tablet.get_by_role("button", name=f"Enter as {names[third.pk]} reports").click()
    expect(tablet.get_by_text("Nothing to do.")).to_be_visible()
    assert Game.objects.get(board=2).boards == "11=0"
    other.reload()
    expect(other.locator(".lede .score")).to_have_text("2½–1½")
