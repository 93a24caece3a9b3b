"""Matches in the own calendar: when, against whom, where, and on which board; not what one has said no to."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from tests.tools.casts.factories import ClubFactory
from tests.tools.casts.teams_cast import Teams
from tournaments import clock
from tournaments.exchange.calendar import CalendarEvent, serialise
from tournaments.models import FixtureAnswer, Player
from tournaments.pages.cards.own_calendar import own_calendar

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _some_days_before() -> Iterator[None]:
    with clock.at(datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)):
        yield


def events_of(player: Player) -> list[CalendarEvent]:
    return list(own_calendar(Player.objects.get(pk=player.pk), "https://example.org").events)


def test_a_match_stands_in_it_with_the_board_once_that_is_published() -> None:
    teams = Teams.of(club=ClubFactory(place="Club house"))
    player, reserve = teams.people[0], teams.people[4]
    away = teams.fixture(starts_at=datetime.time(19), is_home=False, place="Town Hall")
    home = teams.fixture(round=2)
    one, other = events_of(player)
    assert (one.summary, one.date, one.starts_at, one.place) == (
        f"{teams.first.name} – Rivals 1 (away, Town Hall)",
        away.date,
        datetime.time(19),
        "Town Hall",
    )
    assert (other.place, other.starts_at) == ("Club house", None)
    teams.sits(away, None, None, player)
    assert events_of(player)[0].summary == f"{teams.first.name} – Rivals 1 (away, Town Hall): Board 3, Black"
    assert events_of(player)[0].uid == one.uid
    assert [event.date for event in events_of(reserve)] == [home.date], "others play"
    assert b"Board 3" in serialise(own_calendar(player, ""))


def test_one_that_was_said_away_is_left_out() -> None:
    teams = Teams.of()
    fixture, player = teams.fixture(), teams.people[0]
    FixtureAnswer.objects.create(fixture=fixture, player=player, said="away", said_by="card", said_at=clock.now())
    assert events_of(player) == []
    assert len(events_of(teams.people[1])) == 1
