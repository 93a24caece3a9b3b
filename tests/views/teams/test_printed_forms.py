"""The form of a match, as directors print it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tools.casts.factories import ClubFactory, UserFactory
from tests.tools.casts.teams_cast import Teams
from tournaments.models import Club, Fixture, Membership, Role, User

pytestmark = pytest.mark.django_db


def address(teams: Teams, fixture: Fixture) -> str:
    with translation.override("en"):
        return reverse("print_match_form", args=[teams.club.slug, fixture.pk])


def member(teams: Teams, role: Role) -> User:
    return Membership.objects.create(club=teams.club, user=UserFactory(), role=role).user


def test_it_has_both_teams_our_people_and_room_for_the_rest(as_user: Callable[[User], Client]) -> None:
    teams = Teams.of()
    fixture = teams.fixture(note="Train 17:12")
    teams.sits(fixture, *teams.people[:3], None)
    html = as_user(member(teams, Role.DIRECTOR)).get(address(teams, fixture)).content.decode()
    assert f"{teams.first.name} – Rivals 1" in html
    assert html.count('<td class="board">') == 4
    assert "Person2" in html
    assert "1960" in html
    assert "For Rivals 1" in html
    assert "Train 17:12" not in html


def test_a_draft_is_said_to_be_one(as_user: Callable[[User], Client]) -> None:
    teams = Teams.of()
    fixture = teams.fixture()
    Fixture.objects.filter(pk=fixture.pk).update(draft=[teams.people[5].pk])
    html = as_user(member(teams, Role.DIRECTOR)).get(address(teams, fixture)).content.decode()
    assert "This line-up is a draft" in html
    assert "Person5" in html


def test_it_is_in_the_clubs_language(as_user: Callable[[User], Client]) -> None:
    teams = Teams.of()
    Club.objects.filter(pk=teams.club.pk).update(language="de")
    answer = as_user(member(teams, Role.DIRECTOR)).get(address(teams, teams.fixture()))
    assert answer["Content-Language"] == "de"


def test_only_directors_and_only_of_the_club(as_user: Callable[[User], Client], client: Client) -> None:
    teams, other = Teams.of(), Teams.of(club=ClubFactory())
    fixture = teams.fixture()
    assert client.get(address(teams, fixture)).status_code == 302
    assert as_user(member(teams, Role.HELPER)).get(address(teams, fixture)).status_code == 403
    assert as_user(member(other, Role.ADMIN)).get(address(teams, fixture)).status_code == 404
    assert as_user(member(other, Role.ADMIN)).get(address(other, fixture)).status_code == 404
