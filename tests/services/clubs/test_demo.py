"""The demo club: in an empty installation only, whole or not at all, and never beside a real club."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command

from tests.tools.casts.factories import ClubFactory
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments import demo
from tournaments.management.commands import demo as demo_command
from tournaments.models import Action, Club
from tournaments.recording import recording
from tournaments.services.clubs.clubs import create_club
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance

pytestmark = pytest.mark.django_db


def test_where_a_club_is_there_is_no_demo() -> None:
    ClubFactory()

    with nothing_changes(Refused, "already has a club"):
        demo.create_demo_club()


def test_a_second_start_waits_for_the_first_and_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def waited(_connection: object) -> Iterator[None]:
        club, _director = create_club(name="De Vrije Pion", username="demo")
        with recording(club, actor=None, verb="club.become_demo", public=[club]) as change:
            change.update(club, demo_password="of the first")
        yield

    monkeypatch.setattr(demo_command, "one_at_a_time", waited)
    call_command("demo", stdout=(said := io.StringIO()))

    assert "about half a minute" in said.getvalue()
    assert said.getvalue().endswith("Demo club De Vrije Pion: log in as demo, password of the first\n")


def test_where_it_is_made_already_only_its_password_is_said() -> None:
    ClubFactory(name="De Vrije Pion", demo_password="of the first")
    call_command("demo", stdout=(said := io.StringIO()))

    assert said.getvalue() == "Demo club De Vrije Pion: log in as demo, password of the first\n"


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
