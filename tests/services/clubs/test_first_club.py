"""The first club of an installation, with whoever makes it: once, in one action."""

from __future__ import annotations

import datetime
import threading
from typing import Any

import pytest
from django.db import connection

from tests.tools.guards.whole_database import nothing_changes
from tournaments import demo
from tournaments.models import Action, Club, Membership, User
from tournaments.services.clubs.clubs import create_first_club, nobody_is_here
from tournaments.services.common.refusal import Refused

PASSWORD = "a rook on the seventh"


def made(**values: Any) -> tuple[Club, User]:
    given = {
        "name": "SK Rockaden",
        "time_zone": "Europe/Oslo",
        "language": "nb",
        "weekday": 1,
        "starts_at": datetime.time(19),
        "person": "Kari Elm",
        "username": "kari",
        "email": "",
        "password": PASSWORD,
    }
    return create_first_club(**{**given, **values})


@pytest.mark.django_db
def test_club_admin_and_password_are_one_action() -> None:
    club, kari = made()

    club.refresh_from_db()
    kari.refresh_from_db()
    assert (club.slug, club.time_zone, club.language) == ("sk-rockaden", "Europe/Oslo", "nb")
    assert (club.weekday, club.starts_at) == (1, datetime.time(19))
    assert (kari.name, kari.is_superuser, kari.check_password(PASSWORD)) == ("Kari Elm", False, True)
    assert [each.role for each in Membership.objects.filter(club=club, user=kari)] == ["admin"]
    (action,) = Action.objects.all()
    assert action.verb == "club.create"
    assert PASSWORD not in str(action.changes)
    assert kari.password not in str(action.changes)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [("象棋", "club"), ("Help", "club-help"), ("my clubs", "club-my-clubs"), ("x" * 200, "x" * 60), ("!", "club")],
)
def test_its_address_is_made_from_any_name(name: str, slug: str) -> None:
    club, _kari = made(name=name)

    assert (club.name, club.slug) == (name, slug)


@pytest.mark.django_db
def test_where_somebody_is_it_is_refused() -> None:
    assert nobody_is_here()
    made()
    assert not nobody_is_here()

    with nothing_changes(Refused, "Somebody was quicker"):
        made(name="Bergens", username="ola")


@pytest.mark.django_db
def test_where_only_somebody_runs_it_it_is_refused() -> None:
    User.objects.create(username="root", is_superuser=True)

    with nothing_changes(Refused, "Somebody was quicker"):
        made()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "values",
    [
        {"name": "\u202e\u200f"},
        {"time_zone": "Europe/Nowhere"},
        {"language": "xx"},
        {"username": "k"},
        {"email": "kari@"},
    ],
)
def test_what_no_form_would_send_makes_nothing(values: dict[str, str]) -> None:
    with nothing_changes(Refused):
        made(**values)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql  # two at once: the lock that no row has yet
def test_of_two_at_once_one_makes_it() -> None:
    """By other names, so that nothing but the lock tells them apart."""
    at_once, outcomes = threading.Barrier(3), []

    def press(verb: Any, **values: Any) -> None:
        try:
            at_once.wait(timeout=10)
            verb(**values)
            outcomes.append("made")
        except Refused as refused:
            outcomes.append(str(refused)[:16])
        finally:
            connection.close()

    pressing = [
        threading.Thread(target=press, args=[made], kwargs={"name": f"Club {number}", "username": f"kari{number}"})
        for number in range(2)
    ]
    for each in pressing:
        each.start()
    at_once.wait(timeout=10)
    for each in pressing:
        each.join(timeout=30)

    assert sorted(outcomes) == ["Somebody was qui", "made"]
    assert (Club.objects.count(), User.objects.count()) == (1, 1)
    with pytest.raises(Refused, match="already has a club"):
        demo.create_demo_club()
