"""The contact sheets leave no screen out."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.card_client import holding
from tests.tools.public_pages import all_routes
from tools.screens import NOT_SHOWN, family, screens
from tournaments.models import User
from tournaments.services.demo import create_demo_club

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_every_screen_has_a_sheet_and_every_sheet_a_screen() -> None:
    create_demo_club()
    shown = screens()
    director = Client()
    director.force_login(User.objects.get(), backend="tournaments.log_in.EmailOrUsernameBackend")
    family_phone = holding(*family())
    answers = {}
    for name, (who, route, gaps) in shown.items():
        client = {"staff": director, "card": family_phone}.get(who, Client())
        query = {"result": "1-0"} if route == "correct_result" else {}
        answers[name] = client.get(reverse(route, kwargs=gaps), query).status_code
    assert {name: status for name, status in answers.items() if status != 200} == {}
    seen = {route for _who, route, _gaps in shown.values()} | NOT_SHOWN
    assert {route for route in _pages() if route not in seen} == set()
    assert set(all_routes()) >= NOT_SHOWN


def _pages() -> set[str]:
    """Routes that answer a GET, but for live fragments, which are the same page, and other editions of a table."""
    from tests.views.test_roles import TABLE

    said = {
        name
        for name, by_role in TABLE.items()
        if any(get in {200, 404} for get, _post in by_role.values()) and by_role["admin"][0] != 405
    }
    variants = ("_live", "_after", "_corrected")
    return {name for name in said if not name.endswith(variants)}
