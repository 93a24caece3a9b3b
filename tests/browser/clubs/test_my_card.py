"""My card on a phone: read by everybody, answered without a script, known on the club's public pages."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import (
    PHONE,
    Watch,
    axe_violations_in_both_schemes,
    cut_the_line,
    open_all,
    slides_sideways,
    widen,
)
from tests.tools.casts.factories import Evening
from tournaments.models import Availability, MayJoin, Player, Tournament
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db(transaction=True)
LONG_NAME = ("Wilhelmina-Josephine", "van der Meulen-Oppenheimerová")


@pytest.fixture
def cast() -> Evening:
    """The first round is played, three more are planned; a long name on board 1."""
    cast = Evening.of(7, name="Donaudampfschifffahrtsgesellschaftsmeisterschaft")
    today = datetime.datetime.now(tz=datetime.UTC).date()
    days = [(today + datetime.timedelta(days=7 * week)).isoformat() for week in range(4)]
    Tournament.objects.filter(pk=cast.tournament.pk).update(
        round_dates=days, starts_at=datetime.time(19), may_report="confirm"
    )
    cast.tournament.refresh_from_db()
    Player.objects.filter(given_name="No3").update(given_name=LONG_NAME[0], family_name=LONG_NAME[1])
    cast.play(1, 2, 3, 4, 5, 6, leaving_open={1})
    return cast


def opened(page: Page, cast: Evening, *numbers: int) -> str:
    """Their cards; where the page of them is."""
    for number in numbers:
        page.goto(f"/c/{card_keys.make_key(cast.entry(number).player, actor=None)}/")
    return f"/en/{cast.tournament.club.slug}/me/"


def test_every_page_of_a_card_can_be_read_by_everybody(open_page: Callable[..., Page], cast: Evening) -> None:
    page = open_page()
    me = opened(page, cast, 3, 4)
    own = f"{me}{cast.entry(3).player.public_key}/"
    problems = []
    for address in (me, own, f"{own}settings/"):
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        open_all(page)
        for width in (320, 1440):
            widen(page, width)
            problems += [f"{address} at {width} px: {each}" for each in axe_violations_in_both_schemes(page)]
            if slides_sideways(page):
                problems.append(f"{address} slides sideways at {width} px")
    assert problems == []


@pytest.mark.quick
def test_one_tap_without_a_script(open_page: Callable[..., Page], cast: Evening) -> None:
    page = open_page(None, PHONE, java_script_enabled=False)
    me = opened(page, cast, 1)
    page.goto(me)
    page.locator("button.answer", has_text="I can’t come").first.click()

    expect(page.locator(".answer.chosen").first).to_contain_text("I can’t come")
    assert Availability.objects.get().said == "away"


NOT_SAVED = "Not saved: the server cannot be reached. Try again."


def test_without_a_network_nobody_who_asks_to_enter_is_left_with_an_error_page(
    open_page: Callable[..., Page], cast: Evening, watch: Watch
) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(may_join=MayJoin.ASK)
    page = open_page(None, PHONE)
    page.goto(reverse("ask_to_enter", args=[cast.tournament.club.slug, cast.tournament.slug]))
    cut_the_line(page, watch)
    page.get_by_label("Name").fill("Nils Ny")
    page.get_by_role("button", name="Ask the director").click()

    expect(page.get_by_role("alert")).to_have_text([NOT_SAVED])
    expect(page.get_by_label("Name")).to_have_value("Nils Ny")


def test_public_pages_know_whoever_has_opened_their_card(open_page: Callable[..., Page], cast: Evening) -> None:
    page = open_page(None, PHONE)
    club = f"/en/{cast.tournament.club.slug}/"
    page.goto(club)
    expect(page.locator("#my-card")).to_be_hidden()
    me = opened(page, cast, 1)

    page.goto(f"{club}{cast.tournament.slug}/")
    expect(page.locator("#own")).to_contain_text("No1")
    page.get_by_role("link", name="My card").click()
    expect(page).to_have_url(re.compile(re.escape(me)))
    with page.expect_navigation():
        page.get_by_role("button", name="Forget this card on this phone").click()
    page.goto(club)
    expect(page.locator("#my-card")).to_be_hidden()
