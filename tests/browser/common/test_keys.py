"""Results by keyboard in a real browser: one key a board, in order, whatever the line does."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.tools.browser.looking import LAPTOP, TABLET, Watch, axe_violations, cut_the_line, faults_on, widen
from tests.tools.browser.typing import delay, focused_board, type_ahead
from tests.tools.casts.factories import Evening
from tournaments.models import Action, Game, KeyMap, User
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

BOARDS = 20
LATENCY = 0.2
"""Seconds that every answer takes; raise it to 2 for the bar of the screens."""
TYPED = "1051100551+-10015105"
MEANT = {"1": "1-0", "0": "0-1", "5": "1/2-1/2", "+": "+--", "-": "--+"}


def published(players: int) -> Evening:
    evening = Evening.of(players)
    evening.draft()
    evening.publish()
    return evening


def address(evening: Evening) -> str:
    return f"/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"


def results() -> list[str]:
    return list(Game.objects.order_by("round__number", "board").values_list("result", flat=True))


@pytest.mark.parametrize("latency", [0, LATENCY], ids=["at once", "delayed"])
def test_twenty_keys_are_twenty_results_in_order(open_page: Callable[..., Page], latency: float) -> None:
    evening = published(2 * BOARDS)
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    posts: list[Request] = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    delay(page, latency)
    assert focused_board(page) == "1"
    type_ahead(page, TYPED)
    if latency:
        assert len(posts) < BOARDS, "typed faster than the line is"

    expect(page.locator(".pairing.done")).to_have_count(BOARDS, timeout=30_000)
    assert results() == [MEANT[key] for key in TYPED]
    entered = Action.objects.filter(verb="result.enter").order_by("pk")
    assert [action.facts["board"] for action in entered] == list(range(1, BOARDS + 1))
    assert len(posts) == BOARDS


@pytest.mark.quick
def test_the_next_open_board_has_the_focus_before_the_answer_is_there(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    evening = published(8)
    evening.enter(2, Result.DRAW)
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    cut_the_line(page, watch)
    page.keyboard.press("1")

    assert focused_board(page) == "3"
    assert Game.objects.get(board=1).result == "*"
    page.context.set_offline(False)
    expect(page.locator(".pairing.done")).to_have_count(2, timeout=15_000)
    assert focused_board(page) == "3"


def test_a_result_is_cleared_and_typed_anew_before_the_first_answer(open_page: Callable[..., Page]) -> None:
    evening = published(6)
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    type_ahead(page, "1")
    for key in ("ArrowUp", "0", "Delete", "0"):
        page.keyboard.press(key)

    expect(page.locator(".pairing[data-board='1'] summary")).to_have_text("0–1", timeout=30_000)
    verbs = Action.objects.filter(verb__startswith="result.").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["result.enter", "result.clear", "result.enter"]  # on a result a digit does nothing
    assert results() == ["0-1", "*", "*"]


def test_a_key_in_the_very_moment_of_the_answer_is_not_lost(open_page: Callable[..., Page]) -> None:
    """For 20 ms a row that was just swapped still wears the classes of the one before."""
    evening = published(6)
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    # Back to the first board before the answer, or with it when it was quicker.
    page.evaluate("""() => document.addEventListener("clubchess:answered", () => {
        const isBack = document.activeElement.closest("[data-board='1']");
        for (const key of isBack ? ["Delete", "0"] : ["ArrowUp", "Delete", "0"]) {
            const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(pressed);
        }
    }, { once: true })""")
    type_ahead(page, "1")
    page.keyboard.press("ArrowUp")

    expect(page.locator(".pairing[data-board='1'] summary")).to_have_text("0–1", timeout=30_000)
    assert results() == ["0-1", "*", "*"]


def test_an_answer_takes_nobody_away_from_the_board_they_went_back_to(open_page: Callable[..., Page]) -> None:
    evening = published(6)
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    type_ahead(page, "1")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".pairing.done")).to_have_count(1)
    page.wait_for_timeout(100)  # the answer is settled

    assert focused_board(page) == "1"
    page.keyboard.press("Enter")
    assert focused_board(page) == "2"


@pytest.mark.postgresql
def test_two_directors_type_at_once_and_neither_overwrites_the_other(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    evening = published(6)
    ours, hers = open_page(evening.director, LAPTOP), open_page(evening.second_director(), LAPTOP)
    for page in (ours, hers):
        page.goto(address(evening))
    type_ahead(hers, "0")
    expect(hers.locator(".pairing.done")).to_have_count(1)

    type_ahead(ours, "155")
    expect(ours.locator(".conflict")).to_contain_text("You: 1–0")
    expect(ours.locator(".pairing.done")).to_have_count(3)
    assert results() == ["0-1", "1/2-1/2", "1/2-1/2"]
    ours.get_by_role("button", name="Enter 1–0").click()
    expect(ours.locator(".conflict")).to_have_count(0)
    assert results() == ["1-0", "1/2-1/2", "1/2-1/2"]


@pytest.mark.quick
def test_letters_and_numbers_lead_to_a_board_and_enter_nothing(open_page: Callable[..., Page]) -> None:
    evening = published(2 * BOARDS)
    white = evening.boards()[11][0]
    name = evening.entry(white).player
    name.family_name = "Åkesson"
    name.save()
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))

    type_ahead(page, "ake")
    assert focused_board(page) == "12"
    type_ahead(page, "/15")
    page.keyboard.press("Enter")
    assert focused_board(page) == "15"
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert focused_board(page) == "15"
    page.keyboard.press("ArrowDown")
    assert focused_board(page) == "16"
    page.keyboard.press("Escape")
    type_ahead(page, "105")
    assert focused_board(page) is None
    assert set(results()) == {"*"}


def test_other_keys_are_chosen_in_one_tap_and_kept(open_page: Callable[..., Page]) -> None:
    evening = published(6)
    page = open_page(evening.director, LAPTOP)
    page.goto(address(evening))
    page.locator(".other-keys summary").click()
    page.locator("button[name=key_map][value='132']").click()
    expect(page.locator("#key-map .keys div").nth(1)).to_contain_text("2")
    assert User.objects.get(pk=evening.director.pk).key_map == KeyMap.ONE_THREE_TWO

    page.reload()
    type_ahead(page, "0123")
    expect(page.locator(".pairing.done")).to_have_count(3)
    assert results() == ["1-0", "1/2-1/2", "0-1"]
    assert json.loads(page.get_attribute("#key-map", "data-keys") or "")["3"] == "0-1"


def test_a_correction_shows_what_changes_and_then_saves(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(8)
    evening.play()
    evening.play()
    page = open_page(evening.director, LAPTOP)
    page.goto(f"{address(evening)}rounds/1/")
    page.locator(".pairing[data-board='1'] summary").click()
    page.locator(".pairing[data-board='1'] .menu a.score").last.click()
    expect(page.locator("h1")).to_have_text("Correct round 1, board 1")
    expect(page.locator(".corrections tbody tr").first).to_be_visible()
    assert Game.objects.get(round__number=1, board=1).result == "1-0"
    assert axe_violations(page) == []

    page.click("#save-correction")
    expect(page.locator(".pairing[data-board='1'] summary")).to_have_text("0–1")
    assert Game.objects.get(round__number=1, board=1).result == "0-1"


@pytest.mark.parametrize("viewport", [TABLET, LAPTOP], ids=["820 px", "1440 px"])
def test_without_javascript_the_buttons_do_it_all(open_page: Callable[..., Page], viewport: dict[str, int]) -> None:
    evening = published(4)
    page = open_page(evening.director, viewport, java_script_enabled=False)
    page.goto(address(evening))
    page.locator(".pairing.open button.score").first.click()
    expect(page.locator(".pairing.done")).to_have_count(1)
    page.locator(".other-keys summary").click()
    page.locator("button[name=key_map][value='123']").click()
    expect(page.locator("#key-map .keys div").nth(1)).to_contain_text("2")
    expect(page.locator("#find-board")).to_be_hidden()


@pytest.mark.quick
def test_nothing_slides_off_and_axe_finds_nothing(open_page: Callable[..., Page]) -> None:
    evening = published(8)
    page = open_page(evening.director, TABLET)
    page.goto(address(evening))
    page.locator(".other-keys summary").click()
    assert faults_on(page, TABLET, LAPTOP, in_the_dark=True) == []


def test_the_field_for_a_board_is_round_at_both_ends(open_page: Callable[..., Page]) -> None:
    evening = published(4)
    page = open_page(evening.director, TABLET)
    page.goto(address(evening))
    for width in (820, 1280):
        widen(page, width)
        corners = page.locator("#find-board").evaluate(
            "field => ['TopLeft', 'TopRight', 'BottomLeft', 'BottomRight']"
            ".map(at => getComputedStyle(field)[`border${at}Radius`])"
        )
        assert len(set(corners)) == 1, width
        assert corners[0] != "0px", width
