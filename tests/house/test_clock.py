"""The application's clock: now, and a moment of the past for the demo alone."""

from __future__ import annotations

import ast
import datetime
from pathlib import Path

import pytest
from django.utils import timezone

from tests.tools.casts.factories import ClubFactory
from tools.files import files_in
from tournaments import clock
from tournaments.models import Action
from tournaments.services.setup import seasons

ROOT = Path(__file__).parents[2]
LONG_AGO = datetime.datetime(2020, 2, 29, 19, 30, tzinfo=datetime.UTC)


def test_it_says_what_time_it_is() -> None:
    before = timezone.now()
    assert before <= clock.now() <= timezone.now()


def test_inside_it_is_then_and_afterwards_now_again() -> None:
    with clock.at(LONG_AGO):
        with clock.at(LONG_AGO + datetime.timedelta(hours=1)):
            assert clock.now().hour == 20
        assert clock.now() == LONG_AGO
    with pytest.raises(KeyError), clock.at(LONG_AGO):
        raise KeyError
    assert clock.now() > LONG_AGO + datetime.timedelta(days=365)


@pytest.mark.parametrize(("days", "zone"), [(1, datetime.UTC), (-1, None)], ids=["to come", "no zone"])
def test_neither_what_is_to_come_nor_a_moment_without_a_zone(days: int, zone: datetime.tzinfo | None) -> None:
    moment = (timezone.now() + datetime.timedelta(days=days)).replace(tzinfo=zone)
    with pytest.raises(ValueError, match=r"to come|time zone"), clock.at(moment):
        pass


@pytest.mark.django_db
def test_an_action_is_kept_as_of_then() -> None:
    club, day = ClubFactory(), LONG_AGO.date()
    with clock.at(LONG_AGO):
        seasons.open_season(club, name="2020", starts_on=day, ends_on=day, actor=None)

    assert Action.objects.get(verb="season.open").at == LONG_AGO


def test_only_the_demo_tells_it_another_time() -> None:
    demo = ROOT / "tournaments" / "demo"
    files = [*files_in(ROOT / "tournaments", "**/*.py"), *files_in(ROOT / "clubchess", "**/*.py"), ROOT / "manage.py"]
    told = {
        file.parent
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if (isinstance(node, ast.Attribute) and ast.unparse(node) == "clock.at")
        or (isinstance(node, ast.ImportFrom) and node.module == "tournaments.clock")
    }

    assert told == {demo}
