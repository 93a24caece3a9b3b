"""What was done in a try is seen whichever way it was written, though only the tables that were written to are read."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.tools.casts.factories import ClubFactory
from tests.tools.casts.two_clubs import every_row, tried
from tournaments.models import Club, Season

pytestmark = pytest.mark.django_db
_PAST_THE_MODELS = (
    "UPDATE tournaments_club SET name = 'other'",
    "WITH own AS (SELECT id FROM tournaments_club) UPDATE tournaments_club SET name = 'other'",
)


def test_rows_added_changed_and_gone_are_seen_and_taken_back() -> None:
    club, gone = ClubFactory(), ClubFactory()
    key = gone.pk
    before = every_row()

    with tried(before) as made:
        club.name = "other"
        club.save()
        gone.delete()
        season = Season.objects.create(club=club, name="s", starts_on="2026-01-01", ends_on="2026-12-31")

    assert made.touched == {("tournaments.Club", club.pk), ("tournaments.Club", key), ("tournaments.Season", season.pk)}
    assert made.after["tournaments.Season", season.pk]["club_id"] == club.pk
    assert every_row() == before


@pytest.mark.parametrize("statement", _PAST_THE_MODELS)
def test_what_is_written_past_the_models_is_seen_too(statement: str) -> None:
    club = ClubFactory()

    with tried(every_row()) as made, connection.cursor() as cursor:
        cursor.execute(statement)

    assert made.touched == {("tournaments.Club", club.pk)}


def test_where_nothing_was_written_nothing_is_read_again() -> None:
    ClubFactory()

    with tried(every_row()) as made:
        assert Club.objects.select_for_update().count() == 1

    assert (made.touched, made.after) == (set(), {})
