"""A school morning: ten teams of four, from a pasted list to certificates, counted in taps and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.tools.browser.looking import LAPTOP, axe_violations, slides_sideways
from tests.tools.casts.factories import SeasonFactory, UserFactory
from tournaments.models import Game, Membership, Role, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import table_of

pytestmark = pytest.mark.django_db(transaction=True)

SCHOOLS = ("Askeby", "Birkeli", "Dal", "Elvely", "Fjell", "Granlia", "Heia", "Ilsvika", "Jordal", "Kringsjå")
BOARDS, ROUNDS = 4, 3
TEAMS = "\n".join(
    f"{school}: {', '.join(f'Anna {school}{board} {1600 - 50 * board}' for board in range(1, BOARDS + 1))}"
    for school in SCHOOLS
)
OPEN = ".pairing.of-match.open"
KEYS = "1501" * 5
"""A round's results, board by board and match by match."""


class Hand:
    """A director's finger, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.keys = 0

    def tap(self, what: str | Locator) -> None:
        (self.page.locator(what) if isinstance(what, str) else what).click()
        self.taps += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1


def look(page: Page) -> None:
    assert axe_violations(page) == []
    assert not slides_sideways(page)


def test_a_school_morning_from_pasted_teams_to_certificates(open_page: Callable[..., Page]) -> None:
    season, director = SeasonFactory(), UserFactory()
    Membership.objects.create(club=season.club, user=director, role=Role.ADMIN)
    page = open_page(director, LAPTOP)
    hand = Hand(page)
    page.goto(reverse("choose_system", args=[season.club.slug]))

    hand.tap(page.get_by_role("link", name="Set up a tournament of teams"))
    page.fill("[name=name]", "Schools")
    page.fill("[name=planned_rounds]", str(ROUNDS))
    page.fill("[name=teams]", TEAMS)
    look(page)
    hand.tap(page.get_by_role("button", name="Create the tournament"))
    expect(page.locator("h1")).to_be_visible()
    tournament = Tournament.objects.get()
    assert tournament.entries.count() == len(SCHOOLS)
    hand.tap(page.get_by_role("link", name="Evening", exact=True).first)
    for number in range(1, ROUNDS + 1):
        hand.tap("#next-round")
        expect(page.locator("h1")).to_contain_text(f"Round {number}")
        hand.tap("#mark-expected" if number == 1 else page.get_by_role("button", name="All who were here in round"))
        hand.tap("#pair")
        hand.tap("#publish")
        expect(page.locator(OPEN)).to_have_count(len(SCHOOLS) // 2 * BOARDS)
        expect(page.locator(".pairing:focus .no")).to_contain_text("1.1")
        for at, key in enumerate(KEYS, 1):
            hand.press(key)
            expect(page.locator(OPEN)).to_have_count(len(KEYS) - at)
    expect(page.locator("body")).to_contain_text("Standings")
    assert Game.objects.filter(round__tournament=tournament).exclude(result=Result.OPEN).count() == ROUNDS * 5
    places = [row.place for row in table_of(tournament, after=ROUNDS).rows]
    assert len(places) == len(SCHOOLS)

    hand.tap(page.get_by_role("link", name="Print the lists of this round"))
    look(page)
    for paper in ("board_prizes", "certificates"):
        page.goto(reverse("paper", args=[season.club.slug, tournament.slug, ROUNDS, paper]))
        look(page)
    expect(page.locator(".certificate")).to_have_count(sum(place <= 3 for place in places))
    assert (hand.taps, hand.keys) == (4 + 4 * ROUNDS, len(KEYS) * ROUNDS)
