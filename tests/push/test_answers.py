"""A reminder to whoever has not answered, a result that is contradicted, a board in a team match."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.push.conftest import has_phone
from tests.tools.casts.factories import ClubFactory, Evening
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tests.tools.guards.push_service import PushService
from tests.tools.pages.reporting import a_round_to_report, phones
from tests.tools.played.jobs import work
from tournaments.models import Availability, Entry, Player, RespondedBy, Response, Tournament
from tournaments.push.jobs import ask_who_has_not_said
from tournaments.selectors.result_reports import Ended
from tournaments.services.players import notifications
from tournaments.services.players.push_subscriptions import Push

pytestmark = pytest.mark.django_db
TOMORROW = datetime.date(2026, 11, 25)


def asked() -> None:
    ask_who_has_not_said()
    work()


def says(entry: Entry, said: Response, at: datetime.datetime) -> None:
    Availability.objects.create(entry=entry, date=TOMORROW, said=said, said_by=RespondedBy.CARD, said_at=at)


def test_whoever_has_not_answered_is_reminded_once(evening: Evening, service: PushService, seven: Any) -> None:
    Tournament.objects.update(round_dates=[TOMORROW.isoformat()], expected="who_says")
    says(evening.entry(1), Response.COMING, datetime.datetime.now(datetime.UTC))
    says(evening.entry(2), Response.AWAY, datetime.datetime.now(datetime.UTC))
    Player.objects.filter(pk=evening.entry(3).player_id).update(is_active=False)
    seven.shift(-datetime.timedelta(hours=3))
    asked()
    assert service.asked == 0  # four in the afternoon, the day before

    for _look in range(3):
        seven.shift(datetime.timedelta(hours=1))
        asked()
    assert service.titles() == {"no4": ["Are you coming?"], "no5": ["Are you coming?"]}
    assert service.on("no4")[0].body == "Autumn\nWednesday 25 Nov 2026 at 19:00"


def test_whoever_answers_meanwhile_is_not_reminded(evening: Evening, service: PushService, seven: Any) -> None:
    Tournament.objects.update(round_dates=[TOMORROW.isoformat()], expected="who_says")
    ask_who_has_not_said()
    says(evening.entry(1), Response.COMING, datetime.datetime.now(datetime.UTC))
    work()
    assert set(service.titles()) == {"no2", "no3", "no4", "no5"}


def test_of_a_match_the_silent_of_the_squad_are_asked(service: PushService, seven: Any) -> None:
    teams = Teams.of(club=ClubFactory(name="SK Rockaden", time_zone="Europe/Oslo"))
    teams.fixture(date=TOMORROW + datetime.timedelta(days=1), starts_at=datetime.time(19))
    for at in (0, 1):
        has_phone(service, teams.people[at], f"p{at}", Push.ASKS)
    asked()
    asked()
    assert service.titles() == {"p0": ["Can you play?"], "p1": ["Can you play?"]}


def test_who_plays_in_a_team_match_reads_their_board(service: PushService, seven: Any) -> None:
    teams = Teams.of(club=ClubFactory(name="SK Rockaden", time_zone="Europe/Oslo"))
    fixture = teams.fixture(date=FIRST_MATCH.replace(year=2027), starts_at=datetime.time(19))
    for at in (0, 1):
        has_phone(service, teams.people[at], f"p{at}", Push.LINE_UP)
    teams.sits(fixture, teams.people[2], teams.people[1])
    notifications.tell_of_line_up(fixture)
    work()
    assert set(service.titles()) == {"p1"}
    (shown,) = service.on("p1")
    assert shown.title.startswith("Board 2")
    assert "Rivals 1" in shown.body


def test_whose_result_is_contradicted_is_told_so(service: PushService) -> None:
    evening = a_round_to_report()
    white, black = phones(evening)
    for phone, name in ((white, "white"), (black, "black")):
        has_phone(service, phone.player, name, Push.CONTRADICTED)
    white.says(Ended.WON)
    work()
    assert service.asked == 0
    black.says(Ended.WON)
    work()

    assert service.titles() == {"white": ["Your opponent reports another result"]}
    (shown,) = service.on("white")
    assert shown.body.endswith("says 0–1. Check it on your card, or ask the director.")
    white.says(Ended.LOST)
    work()
    assert len(service.shown) == 1


def test_a_contradiction_that_is_settled_meanwhile_is_not_told(service: PushService) -> None:
    evening = a_round_to_report()
    white, black = phones(evening)
    has_phone(service, white.player, "white", Push.CONTRADICTED)
    white.says(Ended.WON)
    black.says(Ended.WON)
    black.says(Ended.LOST)
    work()
    assert service.asked == 0
