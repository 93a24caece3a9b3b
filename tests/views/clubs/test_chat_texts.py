"""A line for the club's chat: after publishing, with the standings and the dates; it needs no script."""

from __future__ import annotations

import datetime
import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent
from tournaments.models import Club, Player, ShownAs, Tournament

pytestmark = pytest.mark.django_db
SITE = "https://chess.example.org"


@pytest.fixture
def evening(settings: Any) -> Evening:
    settings.PUBLIC_ADDRESS = SITE
    return Evening.of(4, name="Autumn <b>&", short_code="abcd")


def page(evening: Evening, route: str, **more: Any) -> str:
    client = evening.client()
    names = {"club": evening.tournament.club.slug, "tournament": evening.tournament.slug}
    return client.get(reverse(route, kwargs=names | more)).content.decode()


def text_of(shown: str) -> list[str]:
    """Its lines."""
    (text,) = re.findall(r'<textarea id="chat-text"[^>]* readonly[^>]*>(.*?)</textarea>', shown, re.DOTALL)
    return html.unescape(text).split("\n")


def test_a_published_round_is_told_board_by_board(evening: Evening) -> None:
    evening.draft()
    assert "chat-text" not in page(evening, "evening")

    evening.publish()
    shown = page(evening, "evening")
    assert text_of(shown) == [
        "Round 1 of Autumn <b>&",
        *(f"{board}: No{white} – No{black}" for board, (white, black) in enumerate(evening.boards(), 1)),
        f"{SITE}/t/abcd/",
    ]
    assert "js/link" in shown


def test_of_many_boards_the_first_five(settings: Any) -> None:
    settings.PUBLIC_ADDRESS = SITE
    evening = Evening.of(26, short_code="abcd")
    evening.draft()
    evening.publish()
    lines = text_of(page(evening, "evening"))
    assert len(lines) == 1 + 5 + 1 + 1
    assert lines[-2:] == ["8 more boards", f"{SITE}/t/abcd/"]


def test_it_is_in_the_clubs_language_with_names_as_the_public_reads_them(evening: Evening) -> None:
    Club.objects.update(language="de")
    Player.objects.update(family_name="Nordmann", shown_as=ShownAs.INITIAL)
    evening.draft()
    evening.publish()
    lines = text_of(page(evening, "evening"))
    assert lines[0] == "Runde 1, Autumn <b>&"
    assert "No1 N." in " ".join(lines)
    assert "Nordmann" not in " ".join(lines)


def test_teams_meet_teams(settings: Any) -> None:
    event = TeamEvent.of_teams()
    event.draft()
    event.publish()
    white, black = (event.entry(number).team_name for number in event.boards()[0])
    assert text_of(page(event, "evening"))[1] == f"1: {white} – {black}"


def test_after_it_the_first_places(evening: Evening) -> None:
    evening.play()
    evening.finish()
    where = f"{SITE}/en/{evening.tournament.club.slug}/{evening.tournament.slug}/standings/"

    for route in ("evening", "staff_standings"):
        first, *places, last = text_of(page(evening, route))
        assert first == "Autumn <b>&: the standings after round 1"
        assert len(places) == 4
        assert re.fullmatch(r"1\. No\d \d", places[0])
        assert last == where


def test_who_comes_says_how_many_and_asks_the_others(evening: Evening) -> None:
    Tournament.objects.update(round_dates=["2099-11-24"], starts_at=datetime.time(19))
    assert text_of(page(evening, "who_comes")) == [
        "Autumn <b>&, Tuesday 24 Nov 2099 at 19:00",
        "4 are coming so far. Are you coming? Say so on your card:",
        f"{SITE}/en/{evening.tournament.club.slug}/me/",
    ]


def test_with_the_dates_the_next_evening(evening: Evening) -> None:
    assert "chat-text" not in page(evening, "plan_dates")

    Tournament.objects.update(round_dates=["2026-11-24"], starts_at=datetime.time(19))
    assert f"we play on Tuesday 24 Nov 2026 at 19:00. Boards and dates: {SITE}/t/abcd/" in page(evening, "plan_dates")


def test_strangers_see_none_and_load_no_script_for_it(evening: Evening) -> None:
    evening.play()
    evening.finish()
    names = [evening.tournament.club.slug, evening.tournament.slug]
    shown = Client().get(reverse("public_standings", args=names)).content.decode()

    assert "chat-text" not in shown
    assert "link.js" not in shown
