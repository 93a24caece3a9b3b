"""The one question of who comes, when a tournament is made."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import ClubFactory, SeasonFactory, UserFactory
from tests.tools.pages.page_forms import form_for
from tournaments.models import Club, Expected, Membership, PairFrom, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club: Club = ClubFactory()
    SeasonFactory(club=club)
    return club


def make(club: Club, system: str, **typed: str) -> Tournament:
    admin = UserFactory(username="admin")
    Membership.objects.create(club=club, user=admin, role=Role.ADMIN)
    client = Client()
    client.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")
    address = reverse("create_tournament", args=[club.slug, system])
    body = form_for(address, client.get(address).content.decode(), address)
    sent = {**body, "name": "Cup", "receipt": str(uuid.uuid4()), **typed}
    assert client.post(address, sent).status_code == 302
    return Tournament.objects.get()


def test_what_is_chosen_is_filled_in(club: Club) -> None:
    made = make(club, "keizer", way="ahead")
    assert (made.expected, made.pair_from) == (Expected.EVERYBODY, PairFrom.EXPECTED)


@pytest.mark.parametrize(
    ("system", "expected"), [("keizer", Expected.EVERYBODY), ("attendance_monrad", Expected.WHO_SAYS)]
)
def test_the_form_as_it_comes_is_what_the_system_is_made_for(club: Club, system: str, expected: Expected) -> None:
    made = make(club, system)
    assert (made.expected, made.pair_from) == (expected, PairFrom.HERE)
