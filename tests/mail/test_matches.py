"""Can you play, and on which board: to whom, when, once; and what is not true any more is not sent."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.mail.conftest import NOON
from tests.mail.test_boards import receivers
from tests.tools.casts.factories import ClubFactory
from tests.tools.casts.teams_cast import Teams
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments import clock
from tournaments.mail.asking import ask_before_matches
from tournaments.mail.jobs import tell_of_line_up
from tournaments.models import (
    AwayPeriod,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    OutsideTeam,
    Player,
    PlayerContact,
    SquadPlace,
)
from tournaments.services.players import notifications
from tournaments.services.teams import answers, fixtures
from tournaments.services.teams.fixtures import FixtureSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a row locked, JSON of the jobs
FIVE_BEFORE = datetime.datetime(2026, 11, 23, 16, 0, tzinfo=datetime.UTC)
"""In the afternoon, four days before the match, in Oslo."""
MATCH = datetime.date(2026, 11, 27)


@pytest.fixture
def teams(server: MailServer, noon: Any) -> Teams:
    """All twelve want all mails."""
    teams = Teams.of(club=ClubFactory(name="SK Rockaden", time_zone="Europe/Oslo"))
    for number, player in enumerate(teams.people):
        Player.objects.filter(pk=player.pk).update(mail_board=True, mail_asks=True)
        PlayerContact.objects.create(player=player, email=f"no{number}@example.org")
    noon.move_to(FIVE_BEFORE)
    return teams


@pytest.fixture
def match(teams: Teams) -> Fixture:
    return teams.fixture(date=MATCH, starts_at=datetime.time(19), is_home=False, place="Town Hall", note="By train")


def asked() -> None:
    ask_before_matches()
    work()


def says(match: Fixture, player: Player, said: str) -> None:
    FixtureAnswer.objects.create(fixture=match, player=player, said=said, said_by="card", said_at=clock.now())


def test_the_silent_of_the_squad_are_asked_once(teams: Teams, match: Fixture, server: MailServer, noon: Any) -> None:
    says(match, teams.people[0], "coming")
    says(match, teams.people[1], "away")
    SquadPlace.objects.filter(player=teams.people[2]).update(usual_answer="if_needed")
    AwayPeriod.objects.create(
        player=teams.people[3], first_day=MATCH, last_day=MATCH, said_by="card", said_at=clock.now()
    )
    Player.objects.filter(pk=teams.people[4].pk).update(mail_asks=False)
    says(match, teams.people[7], "")  # asked for, from another team
    for _look in range(3):
        asked()
        noon.shift(datetime.timedelta(hours=1))

    assert receivers(server) == ["no5", "no7"]
    (mail,) = server.to("no5@example.org")
    assert mail["Subject"] == "SK Rockaden: can you play?"
    text = mail.get_content()
    assert "SK Rockaden 1 – Rivals 1 (away, Town Hall), Friday 27 Nov 2026 at 19:00" in text
    assert "By train" in text
    assert "/c/" in text


def test_not_before_its_day_nor_at_night_nor_once_it_has_begun(
    teams: Teams, match: Fixture, server: MailServer, noon: Any
) -> None:
    noon.move_to(FIVE_BEFORE - datetime.timedelta(minutes=1))
    asked()
    assert server.received == []
    OutsideTeam.objects.filter(pk=teams.first.pk).update(reminder_days=5)
    noon.move_to(FIVE_BEFORE + datetime.timedelta(hours=5))
    asked()
    assert server.received == []  # 22:00 in Oslo
    noon.move_to(datetime.datetime(2026, 11, 27, 18, 1, tzinfo=datetime.UTC))
    asked()
    assert server.received == []


def test_who_answers_meanwhile_and_once_the_line_up_stands_nobody_is_asked(
    teams: Teams, match: Fixture, server: MailServer
) -> None:
    ask_before_matches()
    says(match, teams.people[0], "coming")
    work()
    assert receivers(server) == ["no1", "no2", "no3", "no4", "no5"]
    other = teams.fixture(teams.second, date=MATCH)
    teams.sits(other, teams.people[6])
    server.received.clear()
    asked()
    assert server.received == []


def test_the_captain_asks_now_and_again_tomorrow(teams: Teams, match: Fixture, server: MailServer, noon: Any) -> None:
    noon.move_to(NOON - datetime.timedelta(days=3))
    for player in teams.people[2:6]:
        says(match, player, "coming")
    for _tap in range(2):
        answers.ask_silent(match, actor=None)
        work()
    assert receivers(server) == ["no0", "no1"]
    noon.shift(datetime.timedelta(days=1))
    answers.ask_silent(match, actor=None)
    work()
    noon.move_to(FIVE_BEFORE)
    asked()
    assert receivers(server) == ["no0", "no0", "no1", "no1"]


def test_a_child_is_asked_at_the_address_of_the_parents(teams: Teams, match: Fixture, server: MailServer) -> None:
    Player.objects.filter(pk=teams.people[0].pk).update(is_child=True, language="nb")
    PlayerContact.objects.filter(player=teams.people[0]).update(email="parents@example.org")
    asked()
    assert "parents" in receivers(server)


def test_who_plays_reads_on_which_board_once(teams: Teams, match: Fixture, server: MailServer) -> None:
    Player.objects.filter(pk=teams.people[1].pk).update(mail_board=False)
    teams.sits(match, teams.people[0], teams.people[1], teams.people[2])
    for _time in range(2):
        notifications.tell_of_line_up(match)
        work()

    assert receivers(server) == ["no0", "no2"]
    (mail,) = server.to("no2@example.org")
    assert mail["Subject"] == "SK Rockaden: your board in a match"
    text = mail.get_content()
    assert "You play for SK Rockaden 1 on Friday 27 Nov 2026 at 19:00" in text
    assert "SK Rockaden 1 – Rivals 1 (away, Town Hall)" in text
    assert "Board 3, Black" in text

    FixturePlace.objects.filter(fixture=match, board=3).update(board=4)
    notifications.tell_of_line_up(match)
    work()
    assert receivers(server) == ["no0", "no2", "no2"]
    assert "Board 4, White" in server.to("no2@example.org")[1].get_content()


def test_nobody_is_told_of_a_board_that_is_not_theirs_any_more_or_too_late(
    teams: Teams, match: Fixture, server: MailServer, noon: Any
) -> None:
    notifications.tell_of_line_up(match)  # nothing is published
    teams.sits(match, teams.people[0], teams.people[1])
    tell_of_line_up.call(fixture=match.pk)
    FixturePlace.objects.filter(player=teams.people[0]).update(player=teams.people[5])
    noon.move_to(datetime.datetime(2026, 11, 27, 7, 0, tzinfo=datetime.UTC))
    work()
    assert receivers(server) == ["no1"]
    noon.move_to(datetime.datetime(2026, 11, 27, 18, 1, tzinfo=datetime.UTC))
    notifications.tell_of_line_up(match)
    work()
    assert receivers(server) == ["no1"]


def test_without_mail_no_job_is_queued(teams: Teams, match: Fixture, settings: Any, server: MailServer) -> None:
    settings.MAIL_ON = False
    teams.sits(match, teams.people[0])
    notifications.tell_of_line_up(match)
    settings.MAIL_ON = True
    work()
    assert server.received == []


def _moved(match: Fixture, day: datetime.date) -> None:
    match.refresh_from_db()
    settings = FixtureSettings(
        date=day, opponent=match.opponent, round=match.round, starts_at=match.starts_at, is_home=match.is_home
    )
    fixtures.edit_fixture(match, settings, seen=fixtures.version_of(match), actor=None)


def test_whoever_has_answered_is_told_that_a_match_has_another_day(
    teams: Teams, match: Fixture, server: MailServer
) -> None:
    says(match, teams.people[0], "coming")
    says(match, teams.people[7], "")
    _moved(match, MATCH + datetime.timedelta(days=7))
    work()
    assert receivers(server) == ["no0"]
    (mail,) = server.to("no0@example.org")
    assert mail["Subject"] == "SK Rockaden: a match has another day"
    assert "Friday 4 Dec 2026" in mail.get_content()
    assert "Your answer is kept." in mail.get_content()


def test_only_the_last_day_is_told_of(teams: Teams, match: Fixture, server: MailServer) -> None:
    says(match, teams.people[0], "coming")
    _moved(match, MATCH + datetime.timedelta(days=7))
    _moved(match, MATCH + datetime.timedelta(days=14))
    work()
    (mail,) = server.to("no0@example.org")
    assert "Friday 11 Dec 2026" in mail.get_content()


def test_whoever_plays_is_told_of_their_board_on_the_new_day(teams: Teams, match: Fixture, server: MailServer) -> None:
    teams.sits(match, teams.people[1])
    _moved(match, MATCH + datetime.timedelta(days=7))
    work()
    (mail,) = server.to("no1@example.org")
    assert "You play for SK Rockaden 1 on Friday 4 Dec 2026 at 19:00" in mail.get_content()
