"""A whole evening with three phones and the director's tablet: signed off, paired, published, reported, decided."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations, faults_on
from tests.tools.casts.factories import Evening
from tournaments.models import Attendance, Expected, MayReport, Presence
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 844}


@pytest.fixture
def evening() -> Evening:
    """Five who are expected tonight unless they say no; the doors are open."""
    evening = Evening.of(5, expected=Expected.EVERYBODY, may_report=MayReport.CONFIRM)
    tournament = evening.tournament
    tournament.round_dates = [datetime.datetime.now(tz=ZoneInfo(tournament.club.time_zone)).date().isoformat()]
    tournament.save()
    evening.open()
    return evening


@pytest.mark.parametrize(("width", "scripts"), [(320, True), (390, False)])
def test_from_signing_off_to_the_decision(
    evening: Evening, open_page: Callable[..., Page], width: int, scripts: bool
) -> None:
    options = {"java_script_enabled": scripts}

    def phone_of(number: int) -> Page:
        page = open_page(None, {"width": width, "height": 844}, **options)
        page.goto(f"/c/{card_keys.make_key(evening.entry(number).player, actor=None)}/")
        return page

    leaves, comes = phone_of(5), phone_of(1)
    tablet = open_page(evening.director, TABLET, **options)

    def look(*pages: Page) -> None:
        for page in pages if scripts else ():
            glasses = (TABLET,) if page is tablet else (SMALLEST, PHONE, TABLET)
            assert faults_on(page, *glasses, in_the_dark=True) == []

    # One signs off, one says they come.
    leaves.get_by_role("button", name="I can’t come").first.click()
    expect(leaves.locator(".answer.chosen")).to_contain_text("I can’t come")
    comes.get_by_role("button", name="I’m coming").first.click()
    expect(comes.locator(".answer.chosen")).to_contain_text("I’m coming")
    look(leaves, comes)

    # The director sees who said what, and takes those who are expected as here.
    tablet.goto(evening.url("evening"))
    expect(tablet.get_by_role("heading", name="Away 1")).to_be_visible()
    expect(tablet.locator("#action-bar")).to_contain_text("1 said yes but is not here yet: No1.")
    look(tablet)
    tablet.get_by_role("button", name="All 4 expected are here").click()
    expect(tablet.locator(".entry.present")).to_have_count(4)
    tablet.locator("#pair").click()
    tablet.locator("#publish").click()
    expect(tablet.locator(".pairing.open")).to_have_count(2)
    away = evening.slot(5)
    assert (away.presence, away.game) == (Presence.EXCUSED, None)

    # Two find their board; one reports a win, the other sees it and says another thing.
    own = evening.slot(1).game
    assert own is not None
    opponent = Attendance.objects.exclude(pk=evening.slot(1).pk).get(game=own).entry.number
    meets = phone_of(opponent or 0)
    comes.reload()
    for phone in (comes, meets):
        expect(phone.locator(".seat")).to_contain_text(f"Board {own.board}")
    comes.locator(".my-result").get_by_role("button", name="I won", exact=True).click()
    expect(comes.locator(".told")).to_contain_text("You reported")
    meets.reload()
    expect(meets.locator(".my-result")).to_contain_text("That’s right")
    meets.locator(".my-result summary").click()
    meets.locator(".my-result").get_by_role("button", name="Draw", exact=True).click()
    expect(meets.locator(".told")).to_contain_text("The director decides.")
    look(comes, meets)

    # The director decides, and both read it.
    tablet.goto(evening.url("inbox"))
    look(tablet)
    tablet.get_by_role("button", name="Enter ½–½").click()
    expect(tablet.locator(".inbox")).to_contain_text("Nothing to do.")
    assert evening.game(own.board).result == Result.DRAW
    comes.reload()
    expect(comes.locator(".my-result")).to_have_count(0)
    expect(comes.locator(".seat-of-mine .result")).to_contain_text("½")


def test_who_cannot_come_after_all_is_told_to_the_director_and_to_the_opponent(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    """Nothing is paired again by itself."""
    evening.check_in(1, 2, 3, 4)
    evening.pair()
    evening.publish()
    before = evening.boards()
    white, black = before[0]
    leaves, waits = (open_page(None, {"width": 390, "height": 844}) for _ in "ab")
    for page, number in ((leaves, white), (waits, black)):
        page.goto(f"/c/{card_keys.make_key(evening.entry(number).player, actor=None)}/")

    leaves.get_by_role("button", name="I can’t come after all").click()

    expect(leaves.locator("main")).to_contain_text("You have said that you cannot come. The director knows.")
    waits.reload()
    expect(waits.locator("main")).to_contain_text(f"No{white} says they can't come. The director knows")
    for page in (leaves, waits):
        assert axe_violations(page) == []
    tablet = open_page(evening.director, TABLET)
    tablet.goto(evening.url("inbox"))
    expect(tablet.locator(".inbox .item")).to_have_count(1)
    assert evening.boards() == before
