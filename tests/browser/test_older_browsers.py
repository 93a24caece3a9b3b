"""An evening in the oldest browsers that are promised: each tap is saved, and what is chosen is shown."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, Watch, cut_the_line
from tests.tools.browser.older import make_older
from tests.tools.casts.factories import Evening
from tournaments.models import Attendance, Presence
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 14
"""Enough for the choice of whom to show."""


def address(evening: Evening) -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"


def open_older(open_page: Callable[..., Page], evening: Evening, **options: object) -> Page:
    page = open_page(evening.director, PHONE, **options)
    make_older(page)
    page.goto(address(evening))
    return page


def tap_player(page: Page, evening: Evening, number: int) -> None:
    page.locator(f"#tap-{evening.entry(number).pk}").click()


def here(evening: Evening) -> set[int]:
    slots = Attendance.objects.filter(round=evening.round, presence=Presence.PRESENT)
    return set(slots.values_list("entry__number", flat=True))


@pytest.mark.quick
def test_check_in_is_saved_and_taken_back(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(PLAYERS)
    evening.open()
    page = open_older(open_page, evening)
    for number in (3, 5):
        tap_player(page, evening, number)
    expect(page.locator(".entry.present")).to_have_count(2)
    assert here(evening) == {3, 5}
    page.click("#undo-last")
    expect(page.locator(".entry.present")).to_have_count(1)
    assert here(evening) == {3}


def narrow(page: Page) -> dict[str, int]:
    """How many are shown by each choice; a choice that does not stand out from the others is left out."""
    shown = {}
    for name in ("Here", "Away", "Not marked", "All"):
        label = page.locator(".shown label").filter(has_text=re.compile(f"^\\s*{name}$"))
        label.click()
        grounds = page.locator(".shown label span").evaluate_all(
            "all => all.map(e => getComputedStyle(e).backgroundColor)"
        )
        own = label.locator("span").evaluate("e => getComputedStyle(e).backgroundColor")
        if grounds.count(own) == 1:
            shown[name] = page.locator(".entry:visible").count()
    return shown


@pytest.mark.parametrize("browser_is", ["older", "new, without scripts"])
def test_only_those_asked_for_are_shown(open_page: Callable[..., Page], browser_is: str) -> None:
    evening = Evening.of(PLAYERS)
    evening.open()
    evening.check_in(2, 7, 9)
    evening.mark(4, Presence.EXCUSED)
    if browser_is == "older":
        page = open_older(open_page, evening)
    else:
        page = open_page(evening.director, PHONE, java_script_enabled=False)
        page.goto(address(evening))
    assert narrow(page) == {"Here": 3, "Away": 1, "Not marked": 10, "All": 14}


@pytest.mark.quick
def test_a_result_is_saved_and_taken_back(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    page = open_older(open_page, evening)
    game = evening.game(1)
    row = page.locator(f"#board-row-{game.pk}")
    row.get_by_role("button", name="Board 1: Draw", exact=True).click()
    expect(page.locator(".pairing.done")).to_have_count(1)
    game.refresh_from_db()
    assert game.result == Result.DRAW.value
    page.click("#undo-last")
    expect(page.locator(".pairing.done")).to_have_count(0)
    game.refresh_from_db()
    assert game.result != Result.DRAW.value


def test_two_players_are_swapped_by_hand(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(8)
    evening.draft(1, 2, 3, 4, 5, 6, 7, 8)
    before = evening.boards()
    (one, _), (other, _) = before[:2]
    page = open_older(open_page, evening)
    page.locator(f"#move-{evening.entry(one).pk}").click()
    expect(page.locator("#action-bar")).to_contain_text(f"No{one} is chosen")
    page.locator(f"#move-{evening.entry(other).pk}").click()
    expect(page.locator(".pin")).to_have_count(2)
    assert evening.boards()[:2] == [(other, before[0][1]), (one, before[1][1])]


def test_what_is_not_saved_is_said_above_the_bar_and_asked_about(open_page: Callable[..., Page], watch: Watch) -> None:
    evening = Evening.of(PLAYERS)
    evening.open()
    page = open_older(open_page, evening)
    page.add_init_script("indexedDB.open = () => { throw new DOMException('refused', 'SecurityError'); }")
    page.reload()  # what is kept by the browser is not asked about
    cut_the_line(page, watch)
    tap_player(page, evening, 3)
    warning = page.locator("#not-saved")
    expect(warning).to_be_visible()
    said, bar = warning.bounding_box(), page.locator("#action-bar").bounding_box()
    assert said
    assert bar
    assert said["y"] + said["height"] <= bar["y"]
    assert asks_before_it_is_left(page)
    page.context.set_offline(False)
    expect(page.locator(".entry.present")).to_have_count(1)
    assert not asks_before_it_is_left(page)


def asks_before_it_is_left(page: Page) -> bool:
    """Chrome before 119 looks at nothing but this value."""
    return bool(
        page.evaluate(
            """() => {
              const leaving = document.createEvent("BeforeUnloadEvent");
              leaving.initEvent("beforeunload", false, true);
              dispatchEvent(leaving);
              return leaving.returnValue;
            }"""
        )
    )
