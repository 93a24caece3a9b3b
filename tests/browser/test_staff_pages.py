"""Every page of the staff as a browser sees it: no violation of WCAG A or AA, and nothing slides sideways."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.looking import PHONE, TABLET, axe_violations, slides_sideways
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
