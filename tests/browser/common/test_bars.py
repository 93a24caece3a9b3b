"""The bar at the top and the bar at the foot, in each language: no control lies on another, none is cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from tests.tools.browser.looking import faults_of_controls, slides_sideways, widen
from tests.tools.casts.evening_cast import Evening, evening
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (360, 390, 820, 1366)
BARS = "header.top, .action-bar"


@pytest.fixture
def cast() -> Evening:
    """A draft, which has the most verbs, in a club whose name is as long as others'."""
    cast = evening(7)
    Club.objects.filter(pk=cast.club.pk).update(name="Schachfreunde Neustadt 1923")
    cast.open()
    cast.check_in()
    cast.pair()
    return cast


def test_in_no_language_lies_one_control_of_a_bar_on_another(cast: Evening, open_page: Callable[..., Page]) -> None:
    page = open_page(cast.director)
    problems = []
    for code, _name in settings.LANGUAGES:
        for address in (cast.url("evening"), cast.url("setup"), reverse("club_home", args=[cast.club.slug])):
            page.goto(address.replace("/en/", f"/{code}/", 1))
            for width in WIDTHS:
                widen(page, width)
                found = faults_of_controls(page, BARS) + ["slides sideways"] * slides_sideways(page)
                problems += [f"{page.url} at {width} px: {each}" for each in found]
    assert problems == []
