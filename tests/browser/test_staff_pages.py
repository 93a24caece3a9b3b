"""Every page of the staff as a browser sees it: no violation of WCAG A or AA, and nothing slides sideways."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.looking import PHONE, TABLET, Watch, axe_violations, slides_sideways
from tests.factories import Evening, UserFactory
from tournaments.models import Membership, Role

pytestmark = pytest.mark.django_db(transaction=True)

CLUB = ("club_home", "players", "add_player", "import_players", "members", "add_season", "choose_system")
TOURNAMENT = ("evening", "setup", "change_options", "staff_standings", "staff_crosstable")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["390 px", "820 px"])
def test_every_staff_page_can_be_read_by_everybody(
    open_page: Callable[..., Page], viewport: dict[str, int], scheme: str
) -> None:
    evening = Evening.of(6)
    evening.play()
    admin = Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role=Role.ADMIN).user
    club, tournament = evening.tournament.club, evening.tournament
    player = tournament.entries.select_related("player").earliest("pk").player
    addresses = [reverse(name, args=[club.slug]) for name in CLUB]
    addresses += [reverse(name, args=[club.slug, tournament.slug]) for name in TOURNAMENT]
    addresses += [
        reverse("edit_player", args=[club.slug, player.pk]),
        reverse("edit_season", args=[club.slug, tournament.season.pk]),
        reverse("next_season", args=[club.slug, tournament.season.pk]),
        reverse("create_tournament", args=[club.slug, tournament.system]),
        reverse("staff_card", args=[club.slug, tournament.slug, 1]),
    ]
    page = open_page(admin, viewport, color_scheme=scheme)
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        assert axe_violations(page) == [], address
        assert not slides_sideways(page), address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_system_with_many_options_can_be_set_up_on_a_phone(open_page: Callable[..., Page], scheme: str) -> None:
    evening = Evening.of(4, system="keizer", preset="club_nl", options={"max_meetings": 2})
    evening.open()
    club, tournament = evening.tournament.club, evening.tournament
    new = reverse("create_tournament", args=[club.slug, "keizer"])
    addresses = [f"{new}?preset={preset}" for preset in ("classic", "by_score")]
    addresses += [reverse(name, args=[club.slug, tournament.slug]) for name in ("change_options", "setup", "evening")]
    page = open_page(evening.director, PHONE, color_scheme=scheme)
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details:not(.choices)').forEach(each => each.open = true)")
        assert axe_violations(page) == [], address
        assert not slides_sideways(page), address


def test_a_contradiction_opens_its_group_and_loses_nothing_that_was_typed(
    open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)
    evening = Evening.of(4, system="keizer")
    page = open_page(evening.director, PHONE)
    page.goto(reverse("change_options", args=[evening.tournament.club.slug, evening.tournament.slug]))
    games = page.locator("details.group", has_text="Games and totals")
    games.locator("summary").click()
    page.get_by_label("The final ladder, after the last planned round").check()
    page.get_by_label("Least value").fill("2½")
    games.locator("summary").click()

    page.get_by_role("button", name="Save the options").click()

    expect(games.get_by_text("Each round keeps the values it was played with”.")).to_be_visible()
    expect(page.get_by_label("Least value")).to_have_value("2½")
    expect(page.get_by_label("The final ladder, after the last planned round")).to_be_checked()
