"""The text for the club's chat: who has not answered, and where to."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.factories import ClubFactory
from tests.tools.casts.teams_cast import Teams
from tournaments import clock
from tournaments.models import Fixture, FixtureAnswer, Player, ShownAs
from tournaments.pages.teams.asking import text_to_copy

pytestmark = pytest.mark.django_db


def says(fixture: Fixture, player: Player, said: str) -> None:
    FixtureAnswer.objects.create(fixture=fixture, player=player, said=said, said_by="card", said_at=clock.now())


def test_it_names_in_full_who_has_not_answered_and_where_to() -> None:
    teams = Teams.of(club=ClubFactory(name="Rockaden", slug="rockaden"))
    fixture = teams.fixture(starts_at=datetime.time(19))
    for player in teams.people[:4]:
        says(fixture, player, "coming")
    silent, child, asked = teams.people[4], teams.people[5], teams.people[8]
    Player.objects.filter(pk=child.pk).update(shown_as=ShownAs.NUMBER, is_child=True, family_name="Berg")
    says(fixture, asked, "")
    text = text_to_copy(fixture, "https://chess.example.org")
    assert text == (
        f"Rockaden 1 – Rivals 1 (home), Tuesday 6 Oct 2026 at 19:00. Not answered yet: {silent.full_name}, "
        f"{child.given_name} Berg and {asked.full_name}. Please answer on your card: "
        "https://chess.example.org/en/rockaden/me/"
    )
    fixture.starts_at = None
    assert "6 Oct 2026. Not" in text_to_copy(fixture, "")
    for player in (silent, child):
        says(fixture, player, "away")
    FixtureAnswer.objects.filter(player=asked).update(said="if_needed")
    assert text_to_copy(fixture, "") == ""


def test_it_is_in_the_clubs_language() -> None:
    teams = Teams.of(club=ClubFactory(language="nb", slug="rockaden"))
    text = text_to_copy(teams.fixture(), "")
    assert "/nb/rockaden/me/" in text
    assert "tirsdag" in text
