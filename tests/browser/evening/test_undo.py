"""Undo where the thumb is: the bar says what the last tap did, and one tap takes it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations, slides_sideways
from tests.tools.browser.typing import delay, has_nothing_to_send, posts_of
from tests.tools.casts.evening_cast import Evening, evening
from tournaments.models import Action, Directorship, Membership, Presence, Role, RoundState, User

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["390 px", "820 px"])
THUMB = 44
IS_TAPPED_BELOW = """each => {
  const box = each.closest("p").getBoundingClientRect();
  return document.elementFromPoint(box.x + 5, box.bottom - 2) === each;
}"""


def checking_in(players: int = 20) -> Evening:
    cast = evening(players)
    cast.open()
    return cast


def on_a_phone(open_page: Callable[..., Page], given_name: str, family_name: str, mark: Presence) -> Page:
    """The evening, on which somebody of that name was marked last."""
    cast = checking_in(4)
    player = cast.entries[0].player
    player.given_name, player.family_name = given_name, family_name
    player.save()
    cast.mark(cast.entries[0], mark)
    page = open_page(cast.director, PHONE)
    page.goto(cast.url("evening"))
    return page


def presence(cast: Evening, place: int) -> str:
    return cast.round.attendances.get(entry=cast.entries[place]).presence


@SIZES
def test_one_tap_takes_back_the_tap_before_it_without_scrolling(
    open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    cast = checking_in()
    page = open_page(cast.director, viewport, has_touch=True)
    page.goto(cast.url("evening"))
    last = cast.entries[-1]
    page.locator(f"#tap-{last.pk}").tap()
    expect(page.locator("#last-done")).to_contain_text(f"{last.player.full_name} is here")
    undo = page.get_by_role("button", name=f"Undo: {last.player.full_name} is here")
    expect(undo).to_be_in_viewport(ratio=1)
    box = undo.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB
    assert axe_violations(page) == []

    undo.tap()

    expect(page.locator("#last-done")).to_contain_text(f"Undone: {last.player.full_name} is here")
    assert presence(cast, -1) == Presence.UNMARKED
    redo = page.get_by_role("button", name=f"Redo: {last.player.full_name} is here")
    expect(redo).to_be_in_viewport(ratio=1)
    expect(page.locator("#undo-last")).to_have_accessible_name("Undo: Check-in for round 1 is open")
    below = page.locator("#undo-last").bounding_box()
    assert below is not None
    assert below["y"] == box["y"]  # the next step back is under the same thumb
    page.wait_for_timeout(1100)  # a second tap at once is not meant
    redo.tap()
    expect(page.locator(".entry.present")).to_have_count(1)
    assert presence(cast, -1) == Presence.PRESENT


@pytest.mark.quick
def test_a_long_sentence_is_cut_for_the_eye_and_whole_for_a_screen_reader(open_page: Callable[..., Page]) -> None:
    given_name, family_name = "Wilhelmina Johanna Maria", "van den Oudenhoven-Vanderbilt tot Nijenrode"
    page = on_a_phone(open_page, given_name, family_name, Presence.EXCUSED)

    said = page.locator("#last-done a")
    assert said.evaluate("each => each.scrollHeight > each.clientHeight")
    expect(said).to_have_text(f"{given_name} {family_name} is marked as excused")
    undo = page.locator("#undo-last")
    expect(undo).to_be_in_viewport(ratio=1)
    expect(undo).to_have_accessible_name(f"Undo: {given_name} {family_name} is marked as excused")
    assert not slides_sideways(page)


def test_on_a_phone_what_was_done_is_read_to_its_end(open_page: Callable[..., Page]) -> None:
    page = on_a_phone(open_page, "Alexandra", "Konstantinidou", Presence.UNEXCUSED)

    said = page.locator("#last-done a")
    expect(said).to_have_text("Alexandra Konstantinidou is marked as unexcused")
    assert said.evaluate("each => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth")
    assert said.evaluate(IS_TAPPED_BELOW)


@SIZES
def test_what_was_done_unfolds_follows_the_taps_and_stays_open_over_an_undo(
    open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    cast = checking_in()
    page = open_page(cast.director, viewport)
    page.goto(cast.url("evening"))
    page.click(f"#tap-{cast.entries[0].pk}")
    page.locator("#ribbon summary").click()
    expect(page.locator("#done li")).to_contain_text([f"{cast.entries[0].player.full_name} is here", "Check-in"])

    page.click(f"#tap-{cast.entries[1].pk}")
    expect(page.locator("#done li").first).to_contain_text(f"{cast.entries[1].player.full_name} is here")
    page.locator("#done li").nth(1).get_by_role("button", name="Undo").click()

    expect(page.locator("#done li .word")).to_have_count(1)
    assert [presence(cast, place) for place in (0, 1)] == [Presence.UNMARKED, Presence.PRESENT]
    assert axe_violations(page) == []
    assert not slides_sideways(page)


@SIZES
def test_undo_is_offered_where_it_is_possible_and_the_way_is_named_where_not(
    open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    cast = checking_in(30)
    cast.check_in()
    cast.pair()
    cast.publish()
    page = open_page(cast.director, viewport)
    page.goto(cast.url("evening"))
    page.locator("#last-done a").click()

    expect(page.locator("h1")).to_have_text("Activity")
    lines = page.locator("#done li")
    expect(lines).to_have_count(25)
    expect(lines.get_by_role("button")).to_have_count(1)
    expect(lines.nth(0).get_by_role("button")).to_have_accessible_name("Undo: Round 1 is published")
    expect(lines.nth(2)).to_contain_text(f"{cast.entries[-1].player.full_name} is here")
    expect(lines.nth(2)).to_contain_text("Undo first: Round 1 is published (")
    assert axe_violations(page) == []
    assert not slides_sideways(page)
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator("#done li").nth(7)).to_contain_text("Check-in for round 1 is open")

    page.get_by_role("link", name="Newest").click()
    page.get_by_role("button", name="Undo: Round 1 is published").click()
    expect(page.locator("#done li").nth(0)).to_contain_text("undone")
    assert cast.round.state == RoundState.DRAFTED


@SIZES
def test_a_second_tap_on_undo_brings_nothing_back_on_a_slow_line(
    open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    cast = checking_in()
    cast.mark(cast.entries[0])
    page = open_page(cast.director, viewport, has_touch=True)
    page.goto(cast.url("evening"))
    posts = posts_of(page)
    delay(page, 1)
    box = page.locator("#undo-last").bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    with page.expect_request(lambda request: request.method == "POST"):
        page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    expect(page.locator("#last-done")).to_contain_text("Undone: ")
    page.touchscreen.tap(*spot)

    assert has_nothing_to_send(page)
    assert len(posts) == 1
    assert Action.objects.filter(verb="undo").count() == 1
    expect(page.locator("#last-done")).to_contain_text("Undone: ")


@pytest.mark.quick
def test_at_the_door_a_helper_takes_back_their_own_tap(open_page: Callable[..., Page]) -> None:
    cast = checking_in(4)
    helper = User.objects.create(username="bo", name="Bo")
    Membership.objects.create(club=cast.club, user=helper, role=Role.HELPER)
    Directorship.objects.create(tournament=cast.tournament, user=helper)
    cast.mark(cast.entries[0])
    page = open_page(helper, PHONE, has_touch=True)
    page.goto(reverse("door", args=[cast.club.slug]))
    expect(page.locator("#last-done")).to_contain_text(f"{cast.entries[0].player.full_name} is here · Ola")
    expect(page.locator("#undo-last")).to_have_count(0)

    page.locator(".entry.unmarked button.tap").first.tap()
    expect(page.locator(".entry.present")).to_have_count(2)
    page.locator("#undo-last").tap()

    expect(page.locator(".entry.present")).to_have_count(1)
    expect(page.locator("#last-done")).to_contain_text("Undone: ")
    assert axe_violations(page) == []
