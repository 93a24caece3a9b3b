"""Nothing unseen is published: after Pair and Publish their top is on the glass, and no tap or key goes astray."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.browser.typing import delay, focused_board, has_nothing_to_send, posts_of, type_ahead
from tests.tools.casts.evening_cast import Evening, evening
from tournaments.models import Action, RoundState, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 40
LATENCY = 2.0
ON_A_PHONE_OR_TABLET = pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["390 px", "820 px"])
REFUSED = "Failed to load resource: the server responded with a status of 409"


@pytest.fixture
def cast() -> Evening:
    """Everybody is here."""
    cast = evening(PLAYERS)
    cast.open()
    cast.check_in()
    return cast


def box(page: Page, button: str) -> Any:
    found = page.locator(button).bounding_box()
    assert found is not None
    return found


def middle(found: Any) -> tuple[float, float]:
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def overlap(one: Any, other: Any) -> bool:
    return bool(
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def scroll_down(page: Page, pixels: int) -> None:
    page.evaluate(f"window.scrollTo(0, {pixels})")
    assert page.evaluate("window.scrollY") > pixels - 500


def look_at_the_top(page: Page) -> None:
    """The heading is at the top of the glass, and Enter or Space would do nothing."""
    expect(page.locator("h1")).to_be_in_viewport(ratio=1)
    top = page.locator("#heading").bounding_box()
    assert top is not None
    assert 0 <= top["y"] < 60
    assert page.evaluate("document.activeElement.closest('#action-bar')") is None
    before, posts = Action.objects.count(), posts_of(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert has_nothing_to_send(page)
    assert posts == []
    assert Action.objects.count() == before
    assert axe_violations(page) == []
    assert not slides_sideways(page)


@ON_A_PHONE_OR_TABLET
def test_after_pair_and_after_publish_their_top_is_on_the_glass(
    cast: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(cast.director, viewport, has_touch=True)
    page.goto(cast.url("evening"))
    scroll_down(page, 1200 if viewport is PHONE else 600)
    page.locator("#pair").tap()
    expect(page.locator(".pairing.drafted")).to_have_count(PLAYERS // 2)
    look_at_the_top(page)

    scroll_down(page, 900)
    page.locator("#publish").tap()
    expect(page.locator(".pairing.open")).to_have_count(PLAYERS // 2)
    look_at_the_top(page)


@pytest.mark.parametrize("viewport", [PHONE, TABLET, LAPTOP], ids=["390 px", "820 px", "1440 px"])
def test_neither_publish_nor_undo_is_where_pair_was_nor_anything_where_publish_was(
    cast: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(cast.director, viewport)
    page.goto(cast.url("evening"))
    pair = box(page, "#pair")
    page.click("#pair")
    expect(page.locator("#publish")).to_be_visible()
    publish, undo = box(page, "#publish"), box(page, "#undo-last")
    page.click("#publish")
    expect(page.locator(".pairing.open")).to_have_count(PLAYERS // 2)
    after = [box(page, button) for button in ("#take-back", "#start", "#end-evening", "#undo-last")]

    assert not overlap(pair, publish)
    assert not overlap(pair, undo)
    assert not overlap(publish, undo)
    assert [overlap(publish, each) for each in after] == [False] * 4


def test_no_button_in_the_bar_of_a_phone_lies_on_another_and_the_heading_is_one_line(
    cast: Evening, open_page: Callable[..., Page]
) -> None:
    noon = datetime.time(12)
    Tournament.objects.filter(pk=cast.tournament.pk).update(starts_at=noon, waiting_time=30)
    cast.pair()
    cast.publish()
    page = open_page(cast.director, PHONE)
    page.goto(cast.url("evening"))
    expect(page.locator(".waits")).to_contain_text("12:30")

    buttons = {each: box(page, each) for each in ("#take-back", "#start", "#end-evening", "#undo-last")}
    assert [pair for pair in combinations(buttons, 2) if overlap(*(buttons[each] for each in pair))] == []
    assert all(each["x"] >= 0 and each["x"] + each["width"] <= PHONE["width"] for each in buttons.values())
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
    assert page.locator("#action-bar .verbs :is(button, a)").evaluate_all(cut) == []
    assert box(page, "h1")["height"] < 90
    assert not slides_sideways(page)


@ON_A_PHONE_OR_TABLET
def test_a_second_tap_does_nothing_on_a_slow_line(
    cast: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(cast.director, viewport, has_touch=True)
    page.goto(cast.url("evening"))
    posts = posts_of(page)
    delay(page, LATENCY)
    for button, busy, there, state in (
        ("#pair", "Pairing …", ".pairing.drafted", RoundState.DRAFTED),
        ("#publish", "Publishing …", ".pairing.open", RoundState.PUBLISHED),
    ):
        posts.clear()
        spot = middle(box(page, button))
        page.touchscreen.tap(*spot)
        expect(page.locator(button)).to_have_text(busy)
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
        page.touchscreen.tap(*spot)
        expect(page.locator(there)).to_have_count(PLAYERS // 2)
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(200)
        page.touchscreen.tap(*spot)
        assert has_nothing_to_send(page)
        assert len(posts) == 1
        assert cast.round.state == state


@pytest.mark.quick
def test_where_pair_is_refused_its_button_has_its_words_again(
    cast: Evening, open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = (REFUSED,)
    page = open_page(cast.director, PHONE)
    page.goto(cast.url("evening"))
    cast.pair()
    page.click("#pair")

    expect(page.locator("#notices")).to_contain_text("changed this at")
    expect(page.locator("#pair-again")).to_have_text("Pair again")
    expect(page.locator("#publish")).to_have_text("Publish")


@pytest.mark.parametrize("how", ["mouse", "Enter"])
@pytest.mark.parametrize("latency", [0, LATENCY], ids=["at once", "delayed"])
def test_keys_typed_at_once_after_publish_are_entered_from_the_first_board_on(
    cast: Evening, open_page: Callable[..., Page], latency: float, how: str
) -> None:
    cast.pair()
    page = open_page(cast.director, LAPTOP)
    page.goto(cast.url("evening"))
    line = delay(page, latency)
    if how == "mouse":
        page.click("#publish")
    else:
        page.locator("#publish").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # twice, as impatient people do
    type_ahead(page, "15011005511001155011"[: PLAYERS // 2])
    expect(page.locator(".pairing.done").first).to_be_visible(timeout=30_000)
    delay(page, 0, line)  # all that was typed is on its way: what a slow line does to a long queue is seen elsewhere

    expect(page.locator(".pairing.done")).to_have_count(PLAYERS // 2, timeout=90_000)
    meant = {"1": "1-0", "5": "1/2-1/2", "0": "0-1"}
    assert [game.result for game in cast.games] == [meant[key] for key in "15011005511001155011"]
    boards = Action.objects.filter(verb="result.enter").order_by("pk").values_list("facts__board", flat=True)
    assert list(boards) == list(range(1, PLAYERS // 2 + 1))


def test_keys_that_find_no_boards_are_refused_aloud(
    cast: Evening, open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = (REFUSED,)
    cast.pair()
    page = open_page(cast.director, LAPTOP)
    page.goto(cast.url("evening"))
    cast.pair()  # again, by somebody else
    delay(page, LATENCY)
    page.click("#publish")
    type_ahead(page, "105")

    expect(page.locator("#notices")).to_contain_text("NOT entered, because there are no such boards: 1 0 5")
    assert cast.round.state == RoundState.DRAFTED


def test_a_name_typed_ahead_leads_to_its_board(cast: Evening, open_page: Callable[..., Page]) -> None:
    cast.pair()
    player = cast.round.attendances.get(game=cast.games[6], colour="white").entry.player
    player.family_name = "Åkesson"
    player.save()
    page = open_page(cast.director, LAPTOP)
    page.goto(cast.url("evening"))
    page.click("#publish")
    type_ahead(page, "ake1")

    expect(page.locator(".pairing[data-board='7'] summary")).to_have_text("1–0")
    assert focused_board(page) == "8"
    assert Action.objects.filter(verb="result.enter").count() == 1


def test_what_is_typed_after_the_finder_is_opened_ahead_is_refused_aloud(
    cast: Evening, open_page: Callable[..., Page]
) -> None:
    cast.pair()
    page = open_page(cast.director, LAPTOP)
    page.goto(cast.url("evening"))
    delay(page, LATENCY)
    page.click("#publish")
    type_ahead(page, "1/12")

    expect(page.locator(".pairing.done")).to_have_count(1)
    expect(page.locator("#notices")).to_contain_text("NOT entered, because there are no such boards: / 1 2")


@ON_A_PHONE_OR_TABLET
def test_going_back_shows_the_draft_and_not_the_check_in_of_before(
    cast: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(cast.director, viewport)
    page.goto(cast.url("evening"))
    page.click("#pair")
    expect(page.locator(".pairing.drafted")).to_have_count(PLAYERS // 2)
    page.goto(cast.url("staff_standings"))
    cast.publish()  # by somebody else, meanwhile

    page.go_back()

    expect(page.locator(".pairing.open")).to_have_count(PLAYERS // 2)
    expect(page.locator("#pair, #publish")).to_have_count(0)
