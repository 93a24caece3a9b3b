"""A whole evening in a real browser, as a director walks through it: on a phone and on a tablet."""

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, axe_violations, slides_sideways
from tournaments.models import Attendance, Club, Game, Membership, Player, Presence, Role, RoundState, Tournament, User
from tournaments.services.setup import entries, seasons, tournaments

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 40


@dataclass
class Evening:
    director: User
    tournament: Tournament

    @property
    def address(self) -> str:
        return f"/en/{self.tournament.club.slug}/staff/{self.tournament.slug}/"

    @property
    def public_address(self) -> str:
        return f"/en/{self.tournament.club.slug}/{self.tournament.slug}/"


@pytest.fixture
def evening() -> Evening:
    """Forty members entered and numbered; nobody has come yet."""
    club = Club.objects.create(name="SK Rockaden", slug="rockaden")
    director = User.objects.create(username="kari", name="Kari")
    Membership.objects.create(club=club, user=director, role=Role.ADMIN)
    season = seasons.open_season(
        club, name="2026", starts_on=datetime.date(2026, 1, 1), ends_on=datetime.date(2026, 12, 31), actor=director
    )
    tournament = tournaments.create_tournament(
        club, season=season, name="Autumn", system="attendance_monrad", options={}, actor=director
    )
    people = [
        Player(club=club, given_name=f"Given{n:02}", family_name=f"Family{n % 7}", folded_name=str(n), rating=1000 + n)
        for n in range(1, PLAYERS + 1)
    ]
    entries.enter_players(tournament, Player.objects.bulk_create(people), actor=director)
    entries.draw_numbers(tournament, actor=director)
    return Evening(director=director, tournament=tournament)


class Taps:
    """Clicks, counted: the bars are in taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, target: Locator) -> None:
        target.click()
        self.count += 1


@pytest.mark.parametrize(
    "viewport", [pytest.param(PHONE, marks=pytest.mark.postgresql), TABLET], ids=["390 px", "820 px"]
)
def test_a_director_runs_the_evening(
    evening: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(evening.director, viewport)
    page.goto(evening.address)
    page.click("#next-round")
    _check_in_everybody(page)
    assert set(Attendance.objects.values_list("presence", flat=True)) == {Presence.PRESENT}
    _look(page)

    taps = Taps(page)
    taps(page.locator("#pair"))
    expect(page.locator(".pairing.drafted")).to_have_count(PLAYERS // 2)
    expect(page.locator(".pairing.drafted .reasons")).to_have_count(PLAYERS // 2)
    _look(page)
    taps(page.locator("#publish"))
    expect(page.locator(".pairing.open")).to_have_count(PLAYERS // 2)
    assert taps.count == 2
    _look(page)

    _enter_all_results(page)
    assert not Game.objects.filter(result="*").exists()

    page.click("#undo-last")
    expect(page.locator(".pairing.open")).to_have_count(1)
    assert Game.objects.filter(result="*").count() == 1
    page.locator(".pairing.open button.score").nth(1).click()
    expect(page.locator(".pairing.open")).to_have_count(0)
    _look(page)

    page.click("#next-round")
    expect(page.locator("h1")).to_contain_text("Round 2")
    expect(page.locator(".entry")).to_have_count(PLAYERS)
    # Else a full row is wider than its place, and where scroll bars take room one stands under it.
    expect(page.locator("nav.rounds ol").first).to_have_css("margin-right", "0px")
    states = list(evening.tournament.rounds.order_by("number").values_list("state", flat=True))
    assert states == [RoundState.FINISHED, RoundState.OPEN]


@pytest.mark.postgresql
def test_players_find_their_boards_on_their_phones(
    evening: Evening, open_page: Callable[..., Page], watch: Watch
) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 404",)  # the draft, below
    director = open_page(evening.director, TABLET)
    director.goto(evening.address)
    director.click("#next-round")
    _check_in_everybody(director)
    director.click("#pair")
    expect(director.locator(".pairing.drafted")).to_have_count(PLAYERS // 2)

    phone = open_page(None, PHONE)
    answer = phone.goto(f"{evening.public_address}rounds/1/")
    assert answer is not None
    assert answer.status == 404
    director.click("#publish")
    expect(director.locator(".pairing.open")).to_have_count(PLAYERS // 2)
    for address in ("", "rounds/1/", "standings/", "crosstable/", "players/1/"):
        phone.goto(evening.public_address + address)
        _look(phone)
    assert phone.context.cookies() == []


@pytest.mark.parametrize("viewport", [PHONE], ids=["390 px"])
def test_everything_works_without_javascript(
    evening: Evening, open_page: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = open_page(evening.director, viewport, java_script_enabled=False)
    page.goto(evening.address)
    page.click("#next-round")
    for place in range(3):
        page.locator(".entry button.tap").nth(place).click()
    expect(page.locator(".entry.present")).to_have_count(3)
    page.click("#pair")
    expect(page.locator(".pairing.drafted")).to_have_count(1)
    page.click("#publish")
    page.locator(".pairing.open button.score").first.click()
    expect(page.locator(".pairing.open")).to_have_count(0)
    page.click("#undo-last")
    expect(page.locator(".pairing.open")).to_have_count(1)
    page.locator(".pairing.open button.score").last.click()
    page.click("#next-round")
    expect(page.locator("h1")).to_contain_text("Round 2")


def _check_in_everybody(page: Page) -> None:
    taps = Taps(page)
    buttons = page.locator(".entry button.tap")
    expect(buttons).to_have_count(PLAYERS)
    for place in range(PLAYERS):
        taps(buttons.nth(place))
    # One after the other through the queue: the clicks are faster than a busy machine.
    expect(page.locator(".entry.present")).to_have_count(PLAYERS, timeout=60_000)
    expect(page.locator("#action-bar")).to_contain_text(re.compile(rf"\b{PLAYERS}\b"))
    assert taps.count == PLAYERS


def _enter_all_results(page: Page) -> None:
    taps = Taps(page)
    for done in range(1, PLAYERS // 2 + 1):
        taps(page.locator(".pairing.open").first.locator("button.score").nth(done % 3))
        expect(page.locator(".pairing.done")).to_have_count(done)
    assert taps.count == PLAYERS // 2


def _look(page: Page) -> None:
    assert axe_violations(page) == []
    assert not slides_sideways(page)
