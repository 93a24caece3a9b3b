"""The trash over HTTP: gone from every address at once, and back by one tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening, UserFactory
from tournaments.models import Membership, Role, Tournament, User

pytestmark = pytest.mark.django_db

Clients = Callable[[User], Client]


@pytest.fixture
def evening() -> Evening:
    return Evening.of(4)


@pytest.fixture
def admin(evening: Evening) -> User:
    return Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role=Role.ADMIN).user


def home(evening: Evening) -> str:
    return reverse("club_home", args=[evening.tournament.club.slug])


def back(evening: Evening) -> str:
    return reverse("put_back_tournament", args=[evening.tournament.club.slug, evening.tournament.pk])


@pytest.mark.slow
def test_it_vanishes_from_every_address_and_comes_back(as_user: Clients, evening: Evening, client: Client) -> None:
    evening.open()
    director = as_user(evening.director)
    assert evening.url("trash_tournament") in director.get(evening.url("setup")).content.decode()

    assert director.post(evening.url("trash_tournament"))["Location"] == home(evening)
    for name in ("public_tournament", "public_standings", "public_crosstable"):
        assert client.get(evening.url(name)).status_code == 404
    for name in ("evening", "setup", "staff_standings", "papers"):
        assert director.get(evening.url(name)).status_code == 404
    assert client.get(f"/t/{evening.tournament.short_code}/", follow=True).status_code == 404
    public_club = reverse("public_club", args=[evening.tournament.club.slug])
    assert "Tuesday cup" not in client.get(public_club).content.decode()
    html = director.get(home(evening)).content.decode()
    assert evening.url("evening") not in html
    assert back(evening) in html

    assert director.post(back(evening))["Location"] == home(evening)
    assert director.get(evening.url("evening")).status_code == 200
    assert "Tuesday cup" in client.get(public_club).content.decode()


@pytest.mark.slow
def test_a_tournament_that_was_seen_is_put_away_by_an_admin_only(
    as_user: Clients, evening: Evening, admin: User
) -> None:
    evening.play()
    director = as_user(evening.director)

    assert evening.url("trash_tournament") not in director.get(evening.url("setup")).content.decode()
    assert director.post(evening.url("trash_tournament")).status_code == 403
    assert as_user(admin).post(evening.url("trash_tournament")).status_code == 302
    assert Tournament.objects.get().trashed_at is not None


@pytest.mark.slow
def test_the_trash_shows_a_director_their_own_and_an_admin_all(as_user: Clients, evening: Evening, admin: User) -> None:
    as_user(admin).post(evening.url("trash_tournament"))
    stranger = Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role=Role.DIRECTOR).user

    for user, is_shown in ((admin, True), (evening.director, True), (stranger, False)):
        assert (back(evening) in as_user(user).get(home(evening)).content.decode()) is is_shown
    assert as_user(stranger).post(back(evening)).status_code == 403


def test_an_admin_undoes_it_from_the_clubs_ribbon(as_user: Clients, evening: Evening, admin: User) -> None:
    client = as_user(admin)
    client.post(evening.url("trash_tournament"))
    action = evening.tournament.club.actions.get(verb="tournament.trash")
    client.post(reverse("club_undo", args=[evening.tournament.club.slug, action.pk]))

    assert Tournament.objects.get().trashed_at is None


def test_a_closed_season_says_why_it_keeps_it(as_user: Clients, evening: Evening, admin: User) -> None:
    season = evening.tournament.season
    season.is_open = False
    season.save()
    response = as_user(admin).post(evening.url("trash_tournament"))

    assert response.status_code == 409
    assert "is closed" in response.content.decode()
