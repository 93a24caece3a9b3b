"""Two groups and two doors: a phone and a tablet check everybody in from one list, and a guest walks in."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import PHONE, TABLET, Watch, axe_violations, slides_sideways
from tournaments.models import Attendance, Club, Entry, Membership, Player, Presence, Role, Tournament, User
from tournaments.names import folded_name
from tournaments.services import rounds
from tournaments.services.setup import entries, seasons, tournaments

pytestmark = pytest.mark.django_db(transaction=True)

EACH = 10
IN_BOTH = 2


@dataclass
class Tonight:
    club: Club
    kari: User
    groups: list[Tournament]

    @property
    def address(self) -> str:
        return f"/en/{self.club.slug}/staff/door/"

    def here(self, group: int) -> int:
        return Attendance.objects.filter(round__tournament=self.groups[group], presence=Presence.PRESENT).count()


@pytest.fixture
def tonight() -> Tonight:
    """Two groups of ten checking in; two people play in both."""
    club = Club.objects.create(name="SK Rockaden", slug="rockaden")
    kari = User.objects.create(username="kari", name="Kari")
    Membership.objects.create(club=club, user=kari, role=Role.ADMIN)
    season = seasons.open_season(
        club, name="2026", starts_on=datetime.date(2026, 1, 1), ends_on=datetime.date(2026, 12, 31), actor=kari
    )
    people = Player.objects.bulk_create(
        Player(
            club=club,
            given_name=f"Given{n:02}",
            family_name=f"Family{n % 7}",
            folded_name=folded_name(f"Given{n:02}", f"Family{n % 7}"),
            rating=1000 + n,
        )
        for n in range(1, 2 * EACH - IN_BOTH + 1)
    )
    groups = []
    for name, players in (("Group A", people[:EACH]), ("Group B", people[EACH - IN_BOTH :])):
        group = tournaments.create_tournament(
            club, season=season, name=name, system="attendance_monrad", options={}, actor=kari
        )
        entries.enter_players(group, players, actor=kari)
        entries.draw_numbers(group, actor=kari)
        rounds.open_next_round(group, seen_number=1, actor=kari)
        groups.append(group)
    return Tonight(club=club, kari=kari, groups=groups)


@pytest.mark.postgresql
def test_two_doors_check_in_two_groups(tonight: Tonight, open_page: Callable[..., Page]) -> None:
    phone, tablet = open_page(tonight.kari, PHONE), open_page(tonight.kari, TABLET)
    for page in (phone, tablet):
        page.goto(tonight.address)
        expect(page.locator(".entry")).to_have_count(2 * EACH - IN_BOTH)
        expect(page.locator(".entry.several")).to_have_count(IN_BOTH)
        _look(page)

    alone = phone.locator(".entry:not(.several)")
    for place in range(5):
        alone.nth(place).locator("button.tap").click()
    expect(phone.locator(".entry.present")).to_have_count(5)
    expect(phone.locator("#door-counts")).to_contain_text("5 of 10 here, odd")

    # The tablet has not seen that, and taps one of the five again, then somebody else, then a group of whoever plays in
    # two: nothing is lost, nothing is doubled.
    tablet.locator(".entry:not(.several)").nth(0).locator("button.tap").click()
    tablet.locator(".entry:not(.several)").nth(5).locator("button.tap").click()
    tablet.locator(".entry.several").first.locator("button.tap", has_text="Group B").click()
    expect(tablet.locator(".entry.several.present")).to_have_count(1)
    expect(tablet.locator("#door-counts")).to_contain_text("6 of 10 here, even")
    expect(tablet.locator("#door-counts")).to_contain_text("1 of 10 here, odd")
    assert (tonight.here(0), tonight.here(1)) == (6, 1)
    expect(tablet.locator(".entry.present")).to_have_count(7)  # with those of the phone
    _look(tablet)

    phone.click("#undo-last")
    expect(phone.locator(".entry.present")).to_have_count(6)
    phone.get_by_label("Not marked").check(force=True)
    phone.locator("#filter-entries").fill("given18")
    expect(phone.locator(".entry:visible")).to_have_count(1)
    _look(phone)


def test_a_guest_walks_in_at_the_door(tonight: Tonight, open_page: Callable[..., Page], watch: Watch) -> None:
    watch.expected = ("Failed to load resource: the server responded with a status of 422",)  # the name is known
    page = open_page(tonight.kari, PHONE)
    page.goto(tonight.address)
    page.get_by_text("Guest", exact=True).click()
    page.get_by_label("Given name").fill("Eva")
    _look(page)
    page.get_by_role("button", name="Group B", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("Eva (guest) has number 11 in Group B and is marked as here.")
    expect(page.locator(".entry.present")).to_have_count(1)
    assert tonight.here(1) == 1

    page.get_by_text("Guest", exact=True).click()
    page.get_by_label("Given name").fill("given01")
    page.get_by_label("Family name").fill("family1")
    page.get_by_role("button", name="Group B", exact=True).click()
    expect(page.get_by_role("heading", name="Is it this person?")).to_be_visible()
    _look(page)
    page.get_by_role("button", name="Yes, mark as here").click()
    expect(page.locator("#notices")).to_contain_text("Given01 Family1 has number 12 in Group B")
    assert Entry.objects.filter(player__given_name="Given01").count() == 2


def test_the_door_works_without_javascript(tonight: Tonight, open_page: Callable[..., Page]) -> None:
    page = open_page(tonight.kari, PHONE, java_script_enabled=False)
    page.goto(tonight.address)
    for place in range(3):
        page.locator(".entry button.tap").nth(place).click()
    expect(page.locator(".entry.present")).to_have_count(3)
    page.click("#undo-last")
    expect(page.locator(".entry.present")).to_have_count(2)
    page.get_by_text("Guest", exact=True).click()
    page.get_by_role("button", name="Group A", exact=True).click()
    expect(page.locator("#door-counts")).to_contain_text("3 of 11 here, odd")


def _look(page: Page) -> None:
    assert axe_violations(page) == []
    assert not slides_sideways(page)
