"""Your board, you sit out: on whose phone, when, saying what; and what is not true any more is not shown."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tests.push.conftest import has_phone, published
from tests.tools.casts.factories import EntryFactory, Evening
from tests.tools.casts.team_event import TeamEvent
from tests.tools.guards.push_service import PushService
from tests.tools.played.jobs import work
from tournaments.models import Action, Player, PushMessage, PushSubscription, ShownAs
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.evening import manual_pairing
from tournaments.services.players import card_keys
from tournaments.services.players.push_subscriptions import Push

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a row locked, rows put in place of others


def test_everybody_reads_where_they_are(evening: Evening, service: PushService) -> None:
    published(evening)
    white, black = evening.boards()[0]
    ((free, _bye),) = evening.byes().items()
    work()

    assert service.faults == []
    assert len(service.shown) == 5
    (first,) = service.on(f"no{white}")
    assert (first.title, first.body) == ("Board 1: White", f"against No{black}\nRound 1 of Autumn")
    assert first.url == f"/en/{evening.tournament.club.slug}/me/{evening.entry(white).person.public_key}/"
    (other,) = service.on(f"no{free}")
    assert (other.title, other.body) == ("You sit out", "Round 1 of Autumn")
    assert len(service.keys_of_senders) == 1


def test_only_what_was_chosen_is_shown(evening: Evening, service: PushService) -> None:
    PushSubscription.objects.update(board=False)
    published(evening)
    ((free, _bye),) = evening.byes().items()
    work()

    assert service.titles() == {f"no{free}": ["You sit out"]}


def test_an_opponent_is_called_as_they_wish_in_the_readers_language(evening: Evening, service: PushService) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER, family_name="Nordmann", language="de")
    published(evening, 1, 2)
    work()

    (shown,) = service.on("no1")
    assert shown.title in {"Brett 1: Weiß", "Brett 1: Schwarz"}
    assert "Nordmann" not in shown.body


def test_a_publish_undone_at_once_is_not_told(evening: Evening, service: PushService) -> None:
    published(evening)
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    work()

    assert service.asked == 0


def test_an_undo_between_two_jobs_is_seen(evening: Evening, service: PushService) -> None:
    from clubchess.jobs import Worker

    published(evening)
    assert Worker().run_one()  # who is to be told
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    work()

    assert service.asked == 0
    assert not PushMessage.objects.exists()


def test_published_again_it_is_told_again_only_to_whom_it_is_another(evening: Evening, service: PushService) -> None:
    published(evening, 1, 2, 3, 4)
    work()
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    evening.publish()
    work()
    assert len(service.shown) == 4

    (one, two), (three, four) = evening.boards()
    round = evening.round
    manual_pairing.swap_players(
        round, evening.entry(one), evening.entry(three), seen_revision=round.revision, actor=evening.director
    )
    work()
    assert [len(service.on(f"no{number}")) for number in (one, two, three, four)] == [2, 2, 2, 2]
    first, second = service.on(f"no{two}")
    assert first.tag == second.tag == second.topic
    assert first.body != second.body


def test_nothing_at_night(evening: Evening, service: PushService, seven: Any) -> None:
    seven.shift(datetime.timedelta(hours=3, minutes=55))  # eleven
    published(evening)
    work()
    assert service.asked == 0

    seven.shift(datetime.timedelta(hours=8, minutes=30))
    evening.tournament.rounds.update(date="2026-11-25")
    work()
    assert service.asked == 0  # it is half past seven
    seven.shift(datetime.timedelta(minutes=31))
    work()
    assert len(service.shown) == 5


def test_nothing_while_one_plays_elsewhere(evening: Evening, service: PushService, seven: Any) -> None:
    other = Evening.of(0, club=evening.tournament.club, name="Rapid", starts_at=datetime.time(19))
    for number in (1, 2):
        EntryFactory(tournament=other.tournament, player=evening.entry(number).person, number=number)
    published(other)
    work()
    before = len(service.shown)
    published(evening, 1, 2, 3, 4)
    work()
    assert {each.phone for each in service.shown[before:]} == {"no3", "no4"}

    other.enter(1, Result.DRAW)
    seven.shift(datetime.timedelta(minutes=3))
    work()
    assert {each.phone for each in service.shown[before:]} == {"no1", "no2", "no3", "no4"}


def test_a_card_that_was_withdrawn_shows_nothing(evening: Evening, service: PushService) -> None:
    published(evening, 1, 2)
    for key in evening.entry(1).person.card_keys.all():
        card_keys.withdraw_key(key, actor=evening.director)
    work()

    assert set(service.titles()) == {"no2"}


def test_a_parents_phone_says_of_whom(evening: Evening, service: PushService) -> None:
    PushSubscription.objects.all().delete()
    for number in (1, 2):
        has_phone(service, evening.entry(number).person, "parent", Push.BOARD, is_parents=True)
    published(evening, 1, 2)
    work()

    assert sorted(each.title.partition(":")[0] for each in service.on("parent")) == ["No1", "No2"]
    assert len({each.tag for each in service.shown}) == 2


def test_members_of_a_team_read_their_board(service: PushService, seven: Any) -> None:
    event = TeamEvent.of_teams()
    for number in (1, 2):
        for place, member in enumerate(event.members(number)):
            has_phone(service, member.player, f"{number}-{place}", Push.BOARD)
    published(event)
    work()

    assert len(service.shown) == 8  # the fifth of each has no board
    assert {each.title.partition(":")[0] for each in service.on("1-0")} <= {"Board 1.1", "Board 2.1", "Board 3.1"}


def test_of_a_line_up_that_is_secret_nothing_is_told(service: PushService, seven: Any) -> None:
    event = TeamEvent.of_teams()
    event.have_captains()
    for member in event.members(1):
        has_phone(service, member.player, "somebody", Push.BOARD)
    published(event)
    work()

    assert service.asked == 0


def test_nobody_wants_anything_and_nothing_is_queued(seven: Any) -> None:
    published(Evening.of(4, name="Autumn"))

    assert not DBTaskResult.objects.exists()


def test_no_job_and_no_message_names_anybody(evening: Evening, service: PushService) -> None:
    published(evening)
    work()

    rows = [*DBTaskResult.objects.values_list("args_kwargs"), *PushMessage.objects.values_list("told")]
    told = " ".join(map(str, rows))
    assert not [name for name in Player.objects.values_list("given_name", flat=True) if name in told]
    assert set(DBTaskResult.objects.values_list("status", flat=True)) == {TaskResultStatus.SUCCESSFUL}
