"""An evening of a Keizer season on a director's phone, and what a player sees of it, in light and in dark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, axe_violations_in_both_schemes, slides_sideways, widen
from tests.tools.casts.factories import Evening
from tournaments.models import Attendance, Presence

pytestmark = pytest.mark.django_db(transaction=True)

HERE = ("No1", "No2", "No3", "No4", "No5")


@pytest.mark.postgresql
def test_a_keizer_evening_from_check_in_to_the_card(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(8, system="keizer", preset="club_nl", options={"paid_absences": 5, "gap": 0})
    evening.play(1, 2, 3, 4)
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, PHONE)
    page.goto(f"/en/{club}/staff/{tournament}/")

    page.click("#next-round")
    _check_in(page)
    marks = dict(Attendance.objects.filter(round=evening.round).values_list("entry__player__given_name", "presence"))
    assert marks == dict.fromkeys(HERE, Presence.PRESENT) | {
        "No6": Presence.EXCUSED,
        "No7": Presence.CLUB,
        "No8": Presence.UNMARKED,
    }

    page.click("#pair")
    expect(page.locator(".pairing.drafted")).to_have_count(2)
    expect(page.locator(".pairing.drafted .place")).to_have_count(4)
    expect(page.locator(".pairing.drafted .worth")).to_have_count(4)
    _look(page)
    page.click("#publish")
    expect(page.locator(".pairing.open")).to_have_count(2)
    open_rows = _sizes_of_rows(page)
    for done in (1, 2):
        page.locator(".pairing.open button.score").first.click()
        expect(page.locator(".pairing.done")).to_have_count(done)
    assert _sizes_of_rows(page) == open_rows, "with its result a row is as wide and as high as before"
    page.click("#publish-table")
    _look(page)

    player = open_page(None, PHONE)
    player.goto(f"/en/{club}/{tournament}/")
    expect(player.locator("p.away")).to_contain_text("Away: No6, No7, No8.")
    _look(player)
    player.goto(f"/en/{club}/{tournament}/standings/")
    _look(player)
    player.locator("table.standings tbody .who .name a").first.click()
    _read_the_card(player)


def _sizes_of_rows(page: Page) -> list[list[float]]:
    """On a tablet and a laptop; on a phone a row that was just entered keeps its height by itself."""
    sizes = []
    for width in (820, 1366):
        widen(page, width)
        sizes += page.locator(".pairing").evaluate_all(
            "rows => rows.map(each => [each.offsetWidth, each.offsetHeight])"
        )
    page.set_viewport_size(PHONE)
    return sizes


def _check_in(page: Page) -> None:
    """Whoever comes is one tap; so is each kind that counts otherwise than not being marked."""
    expect(page.get_by_text("Anyone not marked counts as unexcused.")).to_be_visible()
    expect(page.locator(".entry").first.locator(".kind")).to_have_text(["Excused", "Club"])
    for name in HERE:
        page.locator(".entry", has_text=name).locator("button.tap").click()
    page.locator(".entry", has_text="No6").get_by_role("button", name="No6: excused").click()
    page.locator(".entry", has_text="No7").get_by_role("button", name="No7: on club duty").click()
    expect(page.locator(".entry.present")).to_have_count(5)
    expect(page.locator(".entry.away")).to_have_count(2)
    expect(page.locator(".entry", has_text="No8").locator(".absences")).to_have_text("absences 1 of 5")
    _look(page)


def _read_the_card(page: Page) -> None:
    expect(page.locator(".figures")).to_contain_text("Next value")
    page.locator("table.monrad-card summary").first.click()
    expect(page.locator("table.monrad-card .why p").first).to_be_visible()
    expect(page.locator("table.monrad-card tfoot")).to_contain_text("Own value")
    expect(page.locator("table.met tbody tr")).not_to_have_count(0)
    _look(page)


def _look(page: Page) -> None:
    assert axe_violations_in_both_schemes(page) == []
    assert not slides_sideways(page)
