"""A line for the club's chat: after publishing, with the standings and the dates; it needs no script."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tournaments.models import Tournament

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


def test_a_published_round_is_up(evening: Evening) -> None:
    evening.draft()
    assert "chat-text" not in page(evening, "evening")

    evening.publish()
    shown = page(evening, "evening")
    assert f">Round 1 of Autumn &lt;b&gt;&amp; is up: {SITE}/t/abcd/</textarea>" in shown
    assert "readonly" in shown.split("chat-text")[2]
    assert "js/link" in shown


def test_after_it_the_standings(evening: Evening) -> None:
    evening.play()
    evening.finish()
    where = f"{SITE}/en/{evening.tournament.club.slug}/{evening.tournament.slug}/standings/"

    for route in ("evening", "staff_standings"):
        assert f"the standings after round 1: {where}</textarea>" in page(evening, route)


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
