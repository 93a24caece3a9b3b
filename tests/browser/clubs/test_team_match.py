"""A match of the club's team from the fixture to the result: a director on a tablet, a captain and three members on
phones; and the internal evening of that night knows who is away for the club."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, axe_violations, faults_on
from tests.tools.casts.factories import Evening
from tests.tools.casts.teams_cast import Teams
from tournaments.models import Availability, Fixture, FixturePlace, Player, SquadPlace
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = {"width": 320, "height": 844}


@pytest.fixture
def evening() -> Evening:
    """Seven in a Keizer that is open tonight."""
    evening = Evening.of(7, system="keizer")
    tournament = evening.tournament
    tournament.round_dates = [_today(evening).isoformat()]
    tournament.save()
    evening.open()
    return evening


@pytest.fixture
def teams(evening: Evening) -> Teams:
    """The first five of the evening are the squad of a team of three boards; No5 is the captain."""
    teams = Teams.of(club=evening.tournament.club, boards=3, order=["list", 0])
    SquadPlace.objects.all().delete()
    for number in range(1, 6):
        SquadPlace.objects.create(
            league=teams.league, player=evening.entry(number).player, team=teams.first, position=number, rating=1500
        )
    teams.first.captain = evening.entry(5).player
    teams.first.name = "Rockaden 1"
    teams.first.save()
    return teams


def _today(evening: Evening) -> datetime.date:
    return datetime.datetime.now(tz=ZoneInfo(evening.tournament.club.time_zone)).date()


@pytest.mark.parametrize(("width", "scripts"), [(360, True), (390, False)])
def test_from_the_fixture_to_the_result(
    evening: Evening, teams: Teams, open_page: Callable[..., Page], width: int, scripts: bool
) -> None:
    options = {"java_script_enabled": scripts}
    slug = teams.club.slug

    def phone_of(player: Player) -> Page:
        page = open_page(None, {"width": width, "height": 844}, **options)
        page.goto(f"/c/{card_keys.make_key(player, actor=None)}/")
        return page

    def look(*pages: Page) -> None:
        for page in pages if scripts else ():
            glasses = (TABLET,) if page is tablet else (SMALLEST, PHONE, TABLET)
            assert faults_on(page, *glasses, in_the_dark=True) == []
            assert axe_violations(page) == []

    # The director adds tonight's match.
    tablet = open_page(evening.director, TABLET, **options)
    tablet.goto(f"/en/{slug}/staff/teams/")
    look(tablet)
    tablet.get_by_role("link", name="Rockaden 1").click()
    tablet.get_by_role("button", name="Add a match").click()
    tablet.get_by_label("Date").fill(_today(evening).isoformat())
    tablet.get_by_label("Opponent").fill("Rivals")
    tablet.get_by_label("Home match").check()
    look(tablet)
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.get_by_text("Rockaden 1 – Rivals")).to_be_visible()

    # Three members answer on their cards, each with one tap.
    first, second, third = (phone_of(evening.entry(number).player) for number in (1, 2, 3))
    first.get_by_role("button", name="I can play").click()
    expect(first.locator(".answer.chosen").first).to_contain_text("I can play")
    second.get_by_role("button", name="I cannot play").click()
    expect(second.locator(".answer.chosen").first).to_contain_text("I cannot play")
    third.get_by_role("button", name="Only if you need me").click()
    look(first)

    # The captain sees them, notes what somebody said by telephone, and takes what is proposed.
    captain = phone_of(evening.entry(5).player)
    captain.get_by_role("link", name="Rockaden 1").first.click()
    look(captain)
    captain.get_by_role("link", name="Rockaden 1 – Rivals").first.click()
    expect(captain.get_by_text("1 can play · 1 only if needed · 1 cannot play · 2 no answer")).to_be_visible()
    captain.get_by_text("Note what somebody said").click()
    captain.get_by_label("Player", exact=True).select_option(label="No4")
    captain.get_by_role("button", name="can play", exact=True).click()
    captain.get_by_role("button", name="Propose").click()
    for board, name in ((1, "No1"), (2, "No3"), (3, "No4")):
        expect(captain.locator(".seat-list li").nth(board - 1)).to_contain_text(name)
    look(captain)

    # Two taps change two places, and the rule that this breaks stands beside the name before anything is published.
    captain.locator(".seat-list .seat").nth(0).click()
    captain.locator(".seat-list .seat").nth(1).click()
    expect(captain.get_by_text("No1 is listed above No3: by the list No3 plays on board 2.")).to_be_visible()
    look(captain)
    captain.locator(".seat-list .seat").nth(1).click()
    captain.locator(".seat-list .seat").nth(0).click()
    expect(captain.locator(".seat-list .warning")).to_have_count(0)
    assert not FixturePlace.objects.exists()
    captain.get_by_role("button", name="Publish", exact=True).click()
    expect(captain.locator(".state")).to_have_text("published")

    # They find their board; who was not asked to play sees that too. The internal evening knows it.
    first.reload()
    expect(first.locator(".asked").first).to_contain_text("Board 1, White")
    second.reload()
    expect(second.locator(".asked").first).to_contain_text("You do not play")
    look(first, second)
    assert Availability.objects.filter(said="club", entry__tournament=evening.tournament).count() == 3
    tablet.goto(evening.url("evening"))
    expect(tablet.locator("#evening")).to_contain_text("plays for the club")

    # Results: a tap for each board, and one to save them.
    captain.reload()
    for board, result in ((1, "1"), (2, "½"), (3, "1")):
        captain.locator(f'input[name="result-{board}"][value="{result}"]').check(force=True)
    captain.get_by_role("button", name="Save the results").click()
    expect(captain.locator("h1")).to_contain_text("2½–½")
    look(captain)
    public = open_page(None, {"width": width, "height": 844}, **options)
    public.goto(f"/en/{slug}/teams/{teams.first.pk}/")
    expect(public.locator(".match").first).to_contain_text("2½–½")
    look(public)
    assert Fixture.objects.get().places.filter(result="½").count() == 1
