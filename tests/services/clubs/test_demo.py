"""The demo club: in an empty installation only, whole or not at all, and never beside a real club."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import ClubFactory
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments import demo
from tournaments.models import Action, Club
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance

pytestmark = pytest.mark.django_db


def test_where_a_club_is_there_is_no_demo() -> None:
    ClubFactory()

    with nothing_changes(Refused, "already has a club"):
        demo.create_demo_club()


@pytest.mark.slow
def test_an_interrupted_demo_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object, **_values: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(attendance, "mark_attendance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        demo.create_demo_club()

    assert not any(dump().values())
    assert not Action.objects.exists()


def test_nothing_is_removed_without_a_demo_or_beside_a_real_club() -> None:
    with nothing_changes(Refused, "no demo club"):
        demo.remove_demo_club()
    ClubFactory(demo_password="shown to everybody")
    ClubFactory()
    with nothing_changes(Refused, "real club besides"):
        demo.remove_demo_club()


@pytest.mark.django_db(transaction=True)
def test_removing_it_leaves_an_empty_installation() -> None:
    ClubFactory(demo_password="shown to everybody")

    demo.remove_demo_club()

    assert not Club.objects.exists()
    assert not any(dump().values())
