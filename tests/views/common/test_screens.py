"""The contact sheets leave no screen out."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from clubchess.jobs import Worker
from tests.tools.casts.two_clubs import taken_back
from tests.tools.guards.write_guard import guarded
from tests.tools.pages.card_client import holding
from tests.tools.pages.public_pages import all_routes
from tests.tools.pages.staff_pages import finish_planning
from tools.screens import NOT_SHOWN, all_screens, family, query_of
from tournaments.demo import create_demo_club
from tournaments.models import SimulationRun, User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def screens(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[tuple[str, str]]:
    """Walked once; the demo club is taken back before they are looked at."""
    with (
        django_db_blocker.unblock(),
        guarded(),
        translation.override("en"),
        pytest.MonkeyPatch.context() as patch,
        taken_back(),
    ):
        patch.setattr(Worker, "run_one", _finish_planning)
        create_demo_club()
        return list(_screens())


def _finish_planning(_worker: Worker) -> bool:
    """In the place of the planner, whose processes take longer than all screens and give way to everything else."""
    finish_planning(SimulationRun.objects.get())
    return False


def test_every_screen_has_a_sheet_and_every_sheet_a_screen(screens: list[tuple[str, str]]) -> None:
    seen = {route for route, _html in screens} | NOT_SHOWN
    assert {route for route in _pages() if route not in seen} == set()
    assert set(all_routes()) >= NOT_SHOWN


def test_no_screen_skips_a_level_of_headings(screens: list[tuple[str, str]]) -> None:
    """Whoever hears a page goes from heading to heading, and would look for the one between."""
    skipped = {}
    for route, html in screens:
        levels = [int(level) for level in re.findall(r"<h([1-6])\b", html)]
        assert levels, route
        found = [(above, below) for above, below in pairwise([0, *levels]) if below > above + 1]
        if found:
            skipped[route] = found
    assert skipped == {}


def _screens() -> Iterator[tuple[str, str]]:
    """The route of each that has a sheet, and what it answers to who looks at it there."""
    director = Client()
    director.force_login(User.objects.get(), backend="tournaments.log_in.EmailOrUsernameBackend")
    family_phone = holding(*family())
    for name, (who, route, gaps) in all_screens():
        client = {"staff": director, "card": family_phone}.get(who, Client())
        answer = client.get(f"{reverse(route, kwargs=gaps)}{query_of(route)}")
        assert answer.status_code == 200, name
        yield route, answer.content.decode()


def _pages() -> set[str]:
    """Routes that answer a GET, but for live fragments, which are the same page, and other editions of a table."""
    from tests.views.common.test_roles import TABLE

    said = {
        name
        for name, by_role in TABLE.items()
        if any(get in {200, 404} for get, _post in by_role.values()) and by_role["admin"][0] != 405
    }
    variants = ("_live", "_after", "_corrected")
    return {name for name in said if not name.endswith(variants)}
