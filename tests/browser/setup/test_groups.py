"""Groups in the browser: moved by taps, the name kept in sight, with JavaScript and without; readable by everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations_in_both_schemes, slides_sideways, widen
from tests.tools.casts.club_cast import Cast
from tests.tools.casts.event_cast import play_out
from tournaments.models import Event, Player, Season, Tournament
from tournaments.services.events.events import GroupSettings, make_event

pytestmark = pytest.mark.django_db(transaction=True)


def club_of(players: int) -> Cast:
    cast = Cast()
    for place in range(players):
        cast.add_player(f"Given{place}", "Donaudampfschifffahrtskapitän", rating=2000 - 20 * place)
    return cast


@pytest.mark.parametrize("with_javascript", [True, False])
def test_groups_are_proposed_moved_and_made(
    open_page: Callable[..., Page], live_server: Any, with_javascript: bool
) -> None:
    cast = club_of(24)
    page = open_page(cast.dag, PHONE, java_script_enabled=with_javascript)
    page.goto(live_server.url + reverse("make_groups", args=[cast.club.slug]))
    page.get_by_label("Name of the event").fill("Cup")
    page.get_by_role("button", name="Propose groups").last.click()
    last = Player.objects.get(given_name="Given23")
    name = "Given23 Donaudampfschifffahrtskapitän"

    page.get_by_role("button", name=f"Move {name} to B").click()

    row = page.locator(f"#in-{last.pk}")
    expect(row).to_contain_text("Moved by you, from C.")
    expect(row).to_be_in_viewport()
    page.get_by_role("button", name="Make these groups").click()
    expect(page.get_by_role("heading", name="Cup")).to_be_visible()
    assert [each.entries.count() for each in Event.objects.get().groups.order_by("group")] == [8, 9, 7]


def test_a_board_with_a_shared_place_can_be_read_by_everybody(open_page: Callable[..., Page], live_server: Any) -> None:
    cast = club_of(8)
    players = list(Player.objects.order_by("pk"))
    played = GroupSettings(system="all_play_all", tie_breaks=[])
    event = make_event(
        cast.club, season=cast.season, name="Cup", played=played, groups=[players[:4], players[4:]], actor=cast.dag
    )
    for group in event.groups.all():
        play_out(group)
    first = Tournament.objects.get(event=event, group=1)
    for round_ in first.rounds.all():
        round_.games.update(result="1/2-1/2")
    cast.add_season("2027–28")
    page = open_page(cast.dag, PHONE)

    page.goto(live_server.url + reverse("next_groups", args=[cast.club.slug, event.pk]))

    expect(page.get_by_role("button", name="Draw by lot")).to_have_count(1)
    for width in (320, 390, 820, 1440):
        widen(page, width)
        assert axe_violations_in_both_schemes(page) == []
        assert not slides_sideways(page)
    page.get_by_role("button", name="Draw by lot").click()
    expect(page.get_by_text("Decided:")).to_be_visible()
    expect(page.get_by_role("button", name="Make these groups")).to_be_visible()
    assert axe_violations_in_both_schemes(page) == []


def test_from_an_empty_club_to_up_and_down_and_the_season_closed(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    cast = club_of(6)
    Season.objects.all().delete()
    page = open_page(cast.kari, TABLET)
    page.goto(live_server.url + reverse("make_groups", args=[cast.club.slug]))
    page.get_by_label("Name of the event").fill("Cup")
    page.get_by_label("How many", exact=True).fill("3")
    page.get_by_role("button", name="Propose groups").last.click()
    page.get_by_role("button", name="Make these groups").click()
    page.get_by_role("button", name="Publish all 2 plans").click()
    for group in ("Cup A", "Cup B"):
        page.get_by_role("link", name=group, exact=True).click()
        for number in (1, 2, 3):
            page.locator(".pairing.open button.score").first.click()
            expect(page.locator("#state")).to_contain_text("Finished")
            if number < 3:
                page.get_by_role("button", name=f"To round {number + 1}").click()
        expect(page.locator(".last-round")).to_contain_text("the tournament is finished")
        page.locator(".last-round").get_by_role("button", name="Cup", exact=True).click()

    page.get_by_role("button", name="Up and down into the next season").click()
    page.get_by_role("link", name="New season").click()
    page.get_by_role("button", name="Save").click()
    for decided in (1, 2):  # White has won each game: all three share each group's first place
        page.get_by_role("button", name="Draw by lot").first.click()
        expect(page.get_by_text("Decided:")).to_have_count(decided)
    page.get_by_role("button", name="Make these groups").click()

    expect(page.get_by_role("button", name="Publish all 2 plans")).to_be_visible()
    page.locator("header .home a").click()
    earlier, later = Season.objects.order_by("starts_on")
    page.get_by_role("button", name=f"Close {earlier.name}").click()
    expect(page.get_by_text("1 closed season")).to_be_visible()
    assert list(Season.objects.filter(is_open=True)) == [later]
