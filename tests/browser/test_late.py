"""Somebody comes late, somebody leaves: two taps each on a director's phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import LAPTOP, PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.tools.factories import Evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_latecomer_and_a_leaver_on_a_phone(open_page: Callable[..., Page], scripts: bool) -> None:
    evening = Evening.of(10, system="keizer", options={"gap": 0})
    evening.play(1, 2, 3, 4, 5, 6)
    evening.draft(1, 2, 3, 4, 5)
    evening.publish()
    (odd_one,) = evening.byes()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, PHONE, java_script_enabled=scripts)
    page.goto(f"/en/{club}/staff/{tournament}/")
    _look(page, scripts)

    page.locator(".out li", has_text="No9").locator("a.late-link").click()
    _look(page, scripts)
    page.locator(".late-option button").first.click()

    expect(page.locator(".pairing")).to_have_count(3)
    assert set(evening.boards()[-1]) == {9, odd_one}
    page.locator(".leavers summary").click()
    page.get_by_role("button", name="No1 leaves").click()
    expect(page.get_by_text("No1 counts as")).to_be_visible()
    _look(page, scripts)
    page.get_by_role("button", name="wins by forfeit").click()

    expect(page.locator(".pairing.done")).to_have_count(1)


@pytest.mark.postgresql
def test_two_directors_with_the_same_list_seat_one_latecomer_each(open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 409",)
    evening = Evening.of(8)
    evening.draft(1, 2, 3, 4, 5)
    evening.publish()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    one, other = open_page(evening.director, PHONE), open_page(evening.director, PHONE)
    for page, number in ((one, 6), (other, 7)):
        page.goto(f"/en/{club}/staff/{tournament}/rounds/1/late/{evening.entry(number).pk}/")
        expect(page.get_by_role("button", name=f"No{number} plays No5, who sits out")).to_be_visible()

    one.locator(".late-option button").first.click()
    expect(one.locator(".pairing")).to_have_count(3)
    other.locator(".late-option button").first.click()

    expect(other.locator(".notice.warn")).to_contain_text("nothing of yours was saved")
    expect(other.get_by_role("button", name="No7 plays No5")).to_have_count(0)
    other.get_by_role("button", name="No7 gets the bye").click()
    expect(other.locator(".out li", has_text="No7")).to_contain_text("sits out")
    assert [set(pair) for pair in evening.boards()] == [{1, 2}, {3, 4}, {5, 6}]


@pytest.mark.parametrize("viewport", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
def test_the_list_fits_where_a_whole_club_may_still_come(
    open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    evening = Evening.of(24)
    evening.draft(2, 3, 4, 5, 6, 7, 8, 9, 10)
    evening.publish()
    club, tournament = evening.tournament.club.slug, evening.tournament.slug
    page = open_page(evening.director, viewport)

    page.goto(f"/en/{club}/staff/{tournament}/rounds/1/late/{evening.entry(1).pk}/")

    expect(page.locator(".late-option button").first).to_contain_text("who sits out")
    _look(page, scripts=True)


def _look(page: Page, scripts: bool) -> None:
    if scripts:
        assert axe_violations(page) == []
        assert not slides_sideways(page)
