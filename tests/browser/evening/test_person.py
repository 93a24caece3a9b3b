"""Everything about a person at the person: who comes late, leaves or did not come in two taps from the name."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, TABLET, Watch, axe_violations, faults_on, slides_sideways
from tests.tools.casts.factories import Evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("viewport", "scripts"), [(PHONE, True), (PHONE, False), (TABLET, True)])
def test_a_latecomer_and_a_leaver_are_two_taps_each(
    open_page: Callable[..., Page], viewport: dict[str, int], scripts: bool
) -> None:
    evening = Evening.of(10, system="keizer", options={"gap": 0})
    evening.play(1, 2, 3, 4, 5, 6)
    evening.draft(1, 2, 3, 4, 5)
    evening.publish()
    (odd_one,) = evening.byes()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, viewport, java_script_enabled=scripts)
    page.goto(f"/en/{club}/staff/{tournament}/")
    _look(page, scripts)

    page.locator(".out li", has_text="No9").get_by_role("link").click()
    _look(page, scripts)
    page.locator(".late-option button").first.click()

    expect(page.locator(".pairing")).to_have_count(3)
    assert set(evening.boards()[-1]) == {9, odd_one}
    name = page.locator(".pairing").get_by_role("link", name="No1")
    assert _height(name) >= 44
    name.click()
    expect(page.get_by_text("No1 does not play")).to_be_visible()
    expect(page.get_by_label("Leaves: excused")).to_be_checked()
    _look(page, scripts)
    page.get_by_role("button", name="wins by forfeit").click()

    expect(page.locator(".pairing.done")).to_have_count(1)


@pytest.mark.quick
def test_who_did_not_come_is_in_the_menu_of_the_board(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(4)
    evening.draft(1, 2, 3, 4)
    evening.publish()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, PHONE)
    page.goto(f"/en/{club}/staff/{tournament}/")

    page.locator(".pairing", has_text="No1").locator("summary").click()
    page.get_by_role("button", name="No1 did not come").click()
    expect(page.get_by_label("Did not come: unexcused")).to_be_checked()
    page.get_by_role("button", name="gets the bye").click()

    expect(page.locator(".out li", has_text="No1")).to_contain_text("did not come")


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["phone", "tablet"])
def test_whoever_is_chosen_in_a_draft_leaves_with_one_tap_more(
    open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    evening = Evening.of(4)
    evening.draft()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, viewport)
    page.goto(f"/en/{club}/staff/{tournament}/")

    page.locator(".drafted").get_by_role("link", name="No1").click()
    expect(page.get_by_role("button", name="About No1")).to_be_visible()
    _look(page, scripts=True)
    page.get_by_role("button", name="Leaves").click()
    expect(page.get_by_text("This draft no longer fits: pair again.")).to_be_visible()
    page.locator("#undo-last").click()

    expect(page.get_by_text("This draft no longer fits: pair again.")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["phone", "tablet"])
def test_keeping_apart_withdrawing_and_the_rating_are_at_the_person(
    open_page: Callable[..., Page], watch: Watch, viewport: dict[str, int]
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)
    evening = Evening.of(4)
    evening.play()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, viewport)
    page.goto(f"/en/{club}/staff/{tournament}/standings/")

    page.get_by_role("link", name="No3").click()
    page.get_by_label("Keep apart from").last.select_option("No4")
    page.get_by_role("button", name="Keep them apart").click()
    expect(page.locator(".rows li")).to_contain_text("No4")
    page.get_by_role("button", name="may meet again").click()
    expect(page.locator(".rows li")).to_have_count(0)

    page.get_by_role("button", name="Withdraw from the tournament").click()
    expect(page.get_by_text("withdrawn from round 2")).to_be_visible()
    page.locator("#undo-last").click()
    expect(page.get_by_text("withdrawn from round 2")).to_have_count(0)

    page.locator("#edit > summary").click()
    page.get_by_label("Rating", exact=True).fill("9999")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".field.wrong")).to_have_count(1)
    page.get_by_label("Rating", exact=True).fill("1612")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("No3")
    expect(page.get_by_text("The club's list now has the rating 1612.")).to_be_visible()
    _look(page, scripts=True)


@pytest.mark.postgresql
def test_two_directors_with_the_same_list_seat_one_latecomer_each(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    evening = Evening.of(8)
    evening.draft(1, 2, 3, 4, 5)
    evening.publish()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    one, other = open_page(evening.director, PHONE), open_page(evening.director, PHONE)
    for page, number in ((one, 6), (other, 7)):
        page.goto(f"/en/{club}/staff/{tournament}/people/{evening.entry(number).pk}/")
        expect(page.get_by_role("button", name=f"No{number} plays No5, who sits out")).to_be_visible()

    one.locator(".late-option button").first.click()
    expect(one.locator(".pairing")).to_have_count(3)
    other.locator(".late-option button").first.click()

    expect(other.locator(".notice.warn")).to_contain_text("nothing of yours was saved")
    expect(other.get_by_role("button", name="No7 plays No5")).to_have_count(0)
    other.get_by_role("button", name="No7 gets the bye").click()
    expect(other.locator(".out li", has_text="No7")).to_contain_text("sits out")
    assert [set(pair) for pair in evening.boards()] == [{1, 2}, {3, 4}, {5, 6}]


def test_the_list_fits_where_a_whole_club_may_still_come(open_page: Callable[..., Page]) -> None:
    evening = Evening.of(24)
    evening.draft(2, 3, 4, 5, 6, 7, 8, 9, 10)
    evening.publish()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, PHONE)

    page.goto(f"/en/{club}/staff/{tournament}/people/{evening.entry(1).pk}/")

    expect(page.locator(".late-option button").first).to_contain_text("who sits out")
    assert faults_on(page, PHONE, TABLET, LAPTOP) == []


def _height(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["height"]


def _look(page: Page, scripts: bool) -> None:
    if scripts:
        assert axe_violations(page) == []
        assert not slides_sideways(page)
