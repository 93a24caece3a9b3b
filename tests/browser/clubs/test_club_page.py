"""The club's front page as everybody sees it: on an evening, between evenings, and of a club that has nothing yet."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tools.browser.looking import (
    PHONE,
    axe_violations,
    axe_violations_in_both_schemes,
    slides_sideways,
    twice_the_text,
    widen,
)
from tests.tools.casts.factories import ClubFactory, Evening, SeasonFactory
from tournaments.models import Club, Player, Season
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Donaudampfschifffahrtsgesellschaftsmeisterschaft der Schachfreunde"


def a_club() -> tuple[Club, Evening]:
    """Last season's champion, three running tournaments, one of them in its third round, and the longest of names."""
    club = ClubFactory(
        name="Schachfreunde Niederoberstaffelbach-Wilhelmshöhe 1923 e. V.",
        sentence="A club for everybody who wants to play on Thursday and laugh about it afterwards.",
        contact="Wilhelmina van der Meulen-Oppenheimerová, wilhelmina.van.der.meulen@schachfreunde.example.org",
        place="Buurthuis De Kade, Utrecht",
        accent="plum",
    )
    last = SeasonFactory(
        club=club, name="2025–26", starts_on=datetime.date(2025, 8, 1), ends_on=datetime.date(2026, 6, 1)
    )
    earlier = Evening.of(6, club=club, season=last, name=LONG)
    play_whole(earlier, 2)
    Season.objects.filter(pk=last.pk).update(is_open=False)
    season = SeasonFactory(club=club, name="2026–27")
    running = Evening.of(8, club=club, season=season, name=LONG, planned_rounds=7)
    Player.objects.filter(club=club).update(family_name="van der Meulen-Oppenheimerová-Schwarzenberger")
    play_whole(running, 2)
    running.play(*range(1, 9), leaving_open={1, 3})
    waiting = Evening.of(4, club=club, season=season, name="Närvaromonrad")
    waiting.open()
    Evening.of(3, club=club, season=season, name="Rapid")
    return club, running


def play_whole(evening: Evening, rounds: int) -> None:
    for _round in range(rounds):
        evening.play(*range(1, evening.tournament.entries.count() + 1))
        evening.finish()


def address(club: Club) -> str:
    return reverse("public_club", args=[club.slug])


def test_everybody_can_read_it_at_every_width(open_page: Callable[..., Page]) -> None:
    club, _running = a_club()
    page = open_page()
    page.goto(address(club))
    expect(page.locator(".tournaments > li")).to_have_count(3)
    problems = []
    for width in (320, 390, 820, 1440, 1920):
        widen(page, width)
        if slides_sideways(page):
            problems.append(f"slides sideways at {width} px")
        if width in {320, 1440}:
            problems += [f"{width} px: {each}" for each in axe_violations_in_both_schemes(page)]
    twice_the_text(page)
    widen(page, 820)
    if slides_sideways(page):
        problems.append("slides sideways with twice the text")

    assert problems == []


@pytest.mark.quick
def test_a_club_that_has_nothing_yet_can_be_read_too(open_page: Callable[..., Page]) -> None:
    club = ClubFactory(name="New")
    page = open_page()
    page.goto(address(club))

    expect(page.get_by_role("heading", name="New")).to_be_visible()
    expect(page.get_by_text("This club has no season yet.")).to_be_visible()
    expect(page.locator("#masthead svg.crest")).to_be_visible()
    assert axe_violations(page) == []


def test_a_result_counts_down_without_a_reload(open_page: Callable[..., Page]) -> None:
    club, running = a_club()
    page = open_page(None, PHONE)
    page.goto(address(club))
    expect(page.locator(".many-playing")).to_have_text("2 of 4 still playing")
    page.evaluate("document.body.dataset.every = '1'; window.dispatchEvent(new Event('focus'))")

    running.enter(3, Result.DRAW)

    expect(page.locator(".many-playing")).to_have_text("1 of 4 still playing")
    page.get_by_role("link", name="Find my board").click()
    page.wait_for_url("**/board/")
