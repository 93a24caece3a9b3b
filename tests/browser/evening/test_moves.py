"""Pairing by hand in a real browser: two taps on a phone, by keyboard, and without scripts."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.casts.factories import Evening
from tournaments.models import Presence
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Evening:
    """Eight have played a round; seven are back, and round 2 is drafted."""
    evening = Evening.of(9)
    evening.play(1, 2, 3, 4, 5, 6, 7, 8)
    evening.draft(1, 2, 3, 4, 5, 6, 7)
    return evening


def address(evening: Evening) -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"


def tap(page: Page, evening: Evening, number: int) -> None:
    page.locator(f"#move-{evening.entry(number).pk}").click()


def look(page: Page, name: str) -> None:
    assert axe_violations(page) == []
    assert not slides_sideways(page)
    small = page.locator(".move:visible").evaluate_all("all => all.filter(e => e.getBoundingClientRect().height < 44)")
    assert small == []
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png", full_page=True)  # type: ignore[index]


@pytest.mark.parametrize("viewport", [PHONE, TABLET, LAPTOP], ids=["390 px", "820 px", "1440 px"])
def test_two_taps_swap_two_players_and_undo_takes_it_back(
    evening: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    before = evening.boards()
    (one, _), (other, _) = before[:2]
    page = open_page(evening.director, viewport)
    page.goto(address(evening))
    look(page, "draft")

    at = page.locator(f"#move-{evening.entry(one).pk}").bounding_box()
    tap(page, evening, one)
    expect(page.locator("#action-bar")).to_contain_text(f"No{one} is chosen")
    now = page.locator(f"#move-{evening.entry(one).pk}").bounding_box()
    assert at is not None
    assert now is not None
    assert now["y"] == pytest.approx(at["y"], abs=4), "it stays under the finger"
    look(page, "chosen")
    bar = page.locator("#action-bar").bounding_box()
    assert bar is not None
    assert bar["height"] < viewport["height"] / 3, "the boards are to stay in sight"
    tap(page, evening, other)
    expect(page.locator(".pin")).to_have_count(2)
    look(page, "swapped")

    assert evening.boards()[:2] == [(other, before[0][1]), (one, before[1][1])]
    assert page.locator("#pair-again").inner_text() == "Pair the rest again"
    page.click("#undo-last")
    expect(page.locator(".pin")).to_have_count(0)
    assert evening.boards() == before


def test_a_rematch_is_seen_at_once_and_the_board_can_be_let_go(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    white, black = next(pair for pair in evening.boards(in_round=1) if 8 not in pair)
    page = open_page(evening.director, PHONE)
    page.goto(address(evening))
    on_another_board = next(pair for pair in evening.boards() if white in pair)
    partner = next(number for number in on_another_board if number != white)
    tap(page, evening, partner)
    expect(page.locator("#action-bar")).to_contain_text(f"No{partner} is chosen")
    tap(page, evening, black)

    expect(page.locator(".overruled").first).to_contain_text("have met before, last in round 1")
    look(page, "rematch")
    page.click("#publish")
    expect(page.locator(".pairing.open .overruled").first).to_be_visible()
    look(page, "rematch-published")
    page.click("#take-back")
    expect(page.locator(".pairing.drafted")).to_have_count(3)
    tap(page, evening, white)
    page.locator("#take-apart").click()
    expect(page.locator(".out .free")).to_have_count(2)
    look(page, "free")
    tap(page, evening, white)
    expect(page.locator("#action-bar")).to_contain_text("is chosen")
    tap(page, evening, black)
    expect(page.locator(".out .free")).to_have_count(0)
    assert evening.boards()[-1] == (white, black)


@pytest.mark.quick
def test_the_keyboard_swaps_too_and_the_focus_stays_where_it_was(
    evening: Evening, open_page: Callable[..., Page]
) -> None:
    (one, _), (other, _) = evening.boards()[:2]
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    first = f"#move-{evening.entry(one).pk}"
    page.locator(first).focus()
    page.keyboard.press("Enter")
    expect(page.locator(first)).to_have_attribute("aria-current", "true")
    expect(page.locator(first)).to_be_focused()
    page.locator(f"#move-{evening.entry(other).pk}").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".pin")).to_have_count(2)
    assert evening.boards()[0][0] == other


@pytest.mark.postgresql
def test_two_directors_move_at_once_and_the_second_is_told(
    evening: Evening, open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    (one, _), (other, _), (third, _) = evening.boards()
    here, there = (open_page(evening.director, PHONE), open_page(evening.director, TABLET))
    for page, number in ((here, one), (there, other)):
        page.goto(address(evening))
        tap(page, evening, number)
        expect(page.locator("#action-bar")).to_contain_text(f"No{number} is chosen")
    tap(here, evening, other)
    expect(here.locator(".pin")).to_have_count(2)
    swapped = evening.boards()

    tap(there, evening, third)

    expect(there.locator("#notices")).to_contain_text("changed this at")
    expect(there.locator(".pin")).to_have_count(2)
    assert evening.boards() == swapped


def test_a_published_round_is_changed_without_scripts(evening: Evening, open_page: Callable[..., Page]) -> None:
    evening.publish()
    board = evening.boards()[0]
    (sitting_out,) = evening.byes()
    scripted = open_page(evening.director, PHONE)
    scripted.goto(address(evening))
    scripted.click("#move-players")
    expect(scripted.locator("a.move")).to_have_count(7)
    look(scripted, "published")
    page = open_page(evening.director, PHONE, java_script_enabled=False)
    page.goto(address(evening))
    page.click("#move-players")
    tap(page, evening, board[0])
    page.locator("#turn-colours").click()
    assert evening.boards()[0] == board[::-1]

    page.click("#move-players")
    tap(page, evening, sitting_out)
    tap(page, evening, board[0])

    assert evening.byes() == {board[0]: "pairing"}
    assert evening.boards()[0] == (board[1], sitting_out)
    assert evening.slot(sitting_out).presence == Presence.PRESENT


@pytest.mark.parametrize("width", [360, 820, 1366])
def test_a_swiss_draft_names_who_was_passed_over_without_being_asked(
    open_page: Callable[..., Page], width: int
) -> None:
    """And its rows are as before: a player is chosen."""
    evening = Evening.of(8, system="fide_dutch", options={"initial_colour": "white"})
    evening.play(result=Result.DRAW)
    evening.draft()
    page = open_page(evening.director, {"width": width, "height": 800})

    page.goto(address(evening))

    expect(page.locator("#why-board-1")).to_contain_text("came first, but then more players would not get")
    look(page, "swiss-draft")
    tap(page, evening, 1)
    expect(page.locator("#action-bar")).to_contain_text("No1 is chosen")
