"""What is kept for a time only: gone after it from the rows and from the record, and not before."""

from __future__ import annotations

import datetime
import json

import pytest
from django.core.management import call_command
from time_machine import travel

from tests.tools.casts.factories import ClubFactory, Evening, PlayerFactory
from tests.tools.casts.teams_cast import Teams
from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    CardKey,
    DefaultAvailability,
    FixtureAnswer,
    FixturePlace,
    InboxItem,
    Presence,
    RespondedBy,
    Response,
    Season,
    Tournament,
)
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.services.activity.retention import forget_what_is_old
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.common.refusal import Refused
from tournaments.services.players import card_keys
from tournaments.services.teams.answers import answer

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # JSON, days
NOW = datetime.datetime(2026, 11, 24, 17, tzinfo=datetime.UTC)
EVENINGS = ("2026-12-01", "2026-12-08")


@pytest.fixture
def a_club_before() -> None:
    """Its turn comes first."""
    ClubFactory()


@pytest.fixture
def spoken() -> Evening:
    """A season of which something was said, marked, undone and done again."""
    with travel(NOW, tick=False):
        evening = Evening.of(4, round_dates=list(EVENINGS))
        day = datetime.date.fromisoformat(EVENINGS[0])
        by = {"actor": evening.director, "said_by": RespondedBy.TELEPHONE}
        availability.respond(evening.entry(1), day, Response.AWAY, **by)
        action = availability.respond(evening.entry(2), day, Response.LATER, arrives_at=datetime.time(20, 17), **by)
        assert action is not None
        undo_action(action, actor=evening.director)
        undo_action(Action.objects.latest("pk"), actor=evening.director)
        availability.set_away(evening.entry(3).player, day, day + datetime.timedelta(days=9), **by)
        availability.set_default_availability(evening.entry(4), DefaultAvailability.ALWAYS, actor=evening.director)
        evening.open()
        evening.mark(1, Presence.EXCUSED)
    return evening


def kept() -> str:
    return json.dumps([[action.verb, action.facts, action.changes] for action in Action.objects.order_by("pk")])


def test_three_months_after_the_season_what_was_said_is_gone_from_rows_and_record(spoken: Evening) -> None:
    with travel(datetime.datetime(2027, 9, 3, 12, tzinfo=datetime.UTC), tick=False):
        call_command("forget_old")

    assert not Availability.objects.exists()
    assert not AwayPeriod.objects.exists()
    assert "20:17" not in kept()
    assert '"plan.' not in kept()
    assert spoken.slot(1).presence == Presence.EXCUSED, "points hang on it"
    forgotten = Action.objects.get(verb="club.forget_plans")
    with pytest.raises(Refused):
        undo_action(forgotten, actor=None)


def test_it_stands_in_the_record_of_the_club_whose_it_was(a_club_before: None, spoken: Evening) -> None:
    with travel(datetime.datetime(2027, 9, 3, 12, tzinfo=datetime.UTC), tick=False):
        forget_what_is_old()

    assert [each.club for each in Action.objects.filter(verb="club.forget_plans")] == [spoken.tournament.club]


def test_before_that_it_stays(spoken: Evening) -> None:
    before = kept()
    with travel(datetime.datetime(2027, 8, 30, 12, tzinfo=datetime.UTC), tick=False):
        forget_what_is_old()
    assert kept() == before
    assert Availability.objects.count() == 2


def test_what_is_said_of_another_season_stays_and_can_be_undone(spoken: Evening) -> None:
    older = Season.objects.get()
    later = Season.objects.create(
        club=older.club, name="Later", starts_on=datetime.date(2027, 8, 1), ends_on=datetime.date(2028, 6, 1)
    )
    autumn = Evening.of(2, club=older.club, season=later, round_dates=["2027-09-07"])
    with travel(datetime.datetime(2027, 9, 3, 12, tzinfo=datetime.UTC), tick=False):
        said = availability.respond(
            autumn.entry(1), datetime.date(2027, 9, 7), Response.AWAY, said_by=RespondedBy.LIST, actor=autumn.director
        )
        forget_what_is_old()
        assert Availability.objects.count() == 1
        assert said is not None
        undo_action(said, actor=autumn.director)
    assert not Availability.objects.exists()


def test_once_it_is_done_it_is_not_done_again(spoken: Evening) -> None:
    with travel(datetime.datetime(2027, 9, 3, 12, tzinfo=datetime.UTC), tick=False):
        forget_what_is_old()
        count = Action.objects.count()
        forget_what_is_old()
    assert Action.objects.count() == count
    assert Tournament.objects.get().rounds.count() == 1


def test_what_was_said_of_matches_goes_with_its_season() -> None:
    with travel(NOW, tick=False):
        teams = Teams.of()
        fixture, player = teams.fixture(date=datetime.date(2026, 12, 1)), teams.people[0]
        teams.sits(fixture, player)
        by = {"said_by": RespondedBy.CARD, "actor": None, "by_card": player.pk}
        answer(fixture, player, SquadAnswer.AWAY, seen="-", **by)
    season = teams.league.season
    with travel(datetime.datetime.combine(season.ends_on, datetime.time(12), datetime.UTC), tick=False):
        forget_what_is_old()
    assert FixtureAnswer.objects.exists()
    assert InboxItem.objects.exists()
    later = datetime.datetime.combine(season.ends_on + datetime.timedelta(days=94), datetime.time(12), datetime.UTC)
    with travel(later, tick=False):
        forget_what_is_old()
    assert not FixtureAnswer.objects.exists()
    assert not InboxItem.objects.exists()
    assert not Action.objects.filter(verb="fixture.answer").exists()
    assert FixturePlace.objects.filter(player=player).exists(), "who played stays"


def test_a_key_that_nobody_used_for_thirteen_months_is_gone_and_its_making_not_undone() -> None:
    with travel(NOW, tick=False):
        player = PlayerFactory()
        card_keys.make_key(player, name="slip of the drawer", actor=None)
        card_keys.make_key(player, name="in use", actor=None)
    CardKey.objects.filter(name="in use").update(used_at=NOW + datetime.timedelta(days=200))
    with travel(NOW + datetime.timedelta(days=390), tick=False):
        forget_what_is_old()
    assert CardKey.objects.count() == 2

    with travel(NOW + datetime.timedelta(days=400), tick=False):
        forget_what_is_old()
    assert [key.name for key in CardKey.objects.all()] == ["in use"]
    assert "slip of the drawer" not in kept()
    first = Action.objects.filter(verb="card.make_keys").earliest("pk")
    with pytest.raises(Refused):
        undo_action(first, actor=None)
