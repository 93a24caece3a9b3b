"""The tablet by the door: three letters and a tap show a board over the whole glass, and then it is the next one's."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations_in_both_schemes, slides_sideways
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, RoundState

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played() -> Played:
    played = a_tournament(7)
    Player.objects.filter(pk=played.entries[3].player_id).update(given_name="Zoë", family_name="Dijkstra")
    played.play(open_boards={1, 2, 3}, state=RoundState.PUBLISHED)
    return played


def test_a_board_is_found_and_the_list_comes_back_by_itself(played: Played, open_page: Callable[..., Page]) -> None:
    page = open_page(None, TABLET)
    page.clock.install()
    page.goto(played.address("hall/find/"))
    expect(page.locator(".by-name li")).to_have_count(7)
    assert axe_violations_in_both_schemes(page) == []

    field = page.get_by_label("Find your board")
    field.fill("zoe")
    expect(page.locator(".by-name li:visible")).to_have_count(1)
    page.locator(".by-name a:visible").click()
    found = page.locator(".found:visible")
    expect(found.locator(".name")).to_have_text("Zoë Dijkstra")
    expect(found).to_contain_text("Board ")
    expect(found).to_contain_text(" against ")
    box = found.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (TABLET["width"], TABLET["height"])
    assert axe_violations_in_both_schemes(page) == []

    page.clock.fast_forward(19_000)
    expect(found).to_have_count(1)
    page.clock.fast_forward(2_000)
    expect(found).to_have_count(0)
    expect(field).to_have_value("")
    expect(page.locator(".by-name li:visible")).to_have_count(7)


def test_without_javascript_and_in_the_hand(played: Played, open_page: Callable[..., Page]) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    page.goto(played.address("hall/find/"))
    page.get_by_role("link", name="Zoë Dijkstra").click()
    expect(page.locator(".found:visible .name")).to_have_text("Zoë Dijkstra")
    page.get_by_role("link", name="Back to the list").click()
    expect(page.locator(".found:visible")).to_have_count(0)
    assert not slides_sideways(page)
