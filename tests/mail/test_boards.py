"""Your board, you sit out: to whom, when, saying what; and what is not true any more is not sent."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.db import transaction
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from clubchess.jobs import Worker
from tests.mail.conftest import NOON, TOMORROW, published, wants_mail
from tests.tools.casts.factories import Evening
from tests.tools.casts.team_event import TeamEvent
from tests.tools.guards.mail_server import MailServer
from tests.tools.played.jobs import work
from tournaments.models import Action, CardKey, Club, Game, Player, ShownAs
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action
from tournaments.services.evening import manual_pairing
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db


def receivers(server: MailServer) -> list[str]:
    return sorted(address.partition("@")[0] for address, _mail in server.received)


def sits_out(evening: Evening) -> int:
    ((number, _bye),) = evening.byes().items()
    return number


def test_everybody_who_wants_it_reads_where_they_are(evening: Evening, server: MailServer) -> None:
    wants_mail(evening, 5, mail_board=False, mail_sits_out=False)
    published(evening, 1, 2, 3, 5)
    white, black = evening.boards()[0]
    work()

    assert receivers(server) == ["no1", "no2", "no3"]
    (mail,) = server.to(f"no{white}@example.org")
    assert mail["Subject"] == "SK Rockaden: your board in round 1"
    assert mail["From"] == "SK Rockaden <chess@example.org>"
    text = mail.get_content()
    assert "Round 1 of Autumn, Tuesday 24 Nov 2026 at 19:00" in text
    assert f"Board 1: you have White against No{black}." in text


def test_who_sits_out_is_told_so(evening: Evening, server: MailServer) -> None:
    published(evening)
    work()

    (mail,) = server.to(f"no{sits_out(evening)}@example.org")
    assert mail["Subject"] == "SK Rockaden: you sit out in round 1"
    assert "You have no game in this round: you sit out." in mail.get_content()
    assert len(server.received) == 5


def test_a_subject_names_nobody(evening: Evening, server: MailServer) -> None:
    published(evening)
    work()

    subjects = {mail["Subject"] for _address, mail in server.received}
    names = set(Player.objects.values_list("given_name", flat=True))
    assert len(subjects) == 2
    assert not [name for subject in subjects for name in names if name in subject]


def test_an_opponent_is_called_as_they_wish(evening: Evening, server: MailServer) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER, family_name="Nordmann")
    published(evening, 1, 2)
    work()

    (mail,) = server.to("no1@example.org")
    assert "against Player 2." in mail.get_content()


def test_the_link_opens_their_card_and_no_key_is_made_twice(evening: Evening, server: MailServer) -> None:
    published(evening, 1, 2)
    work()
    evening.enter(1, Result.WHITE_WINS)
    published(evening, 1, 3)
    work()

    links = [re.findall(r"https://\S+/c/(\w+)/", mail.get_content())[0] for mail in server.to("no1@example.org")]
    assert len(links) == 2
    assert len(set(links)) == 1
    (key,) = card_keys.keys_of(links[:1])
    assert (key.player, key.name) == (evening.entry(1).player, "mail")


def test_a_withdrawn_key_is_replaced(evening: Evening, server: MailServer, noon: Any) -> None:
    published(evening, 1, 2)
    work()
    for key in CardKey.objects.all():
        card_keys.withdraw_key(key, actor=evening.director)
    noon.shift(datetime.timedelta(seconds=1))
    evening.enter(1, Result.WHITE_WINS)
    published(evening, 1, 3)
    work()

    first, second = [re.findall(r"/c/(\w+)/", mail.get_content())[0] for mail in server.to("no1@example.org")]
    assert card_keys.keys_of([first]) == []
    assert len(card_keys.keys_of([second])) == 1


def test_no_job_holds_a_name_an_address_or_a_token(evening: Evening, server: MailServer) -> None:
    published(evening)
    work()

    (token,) = re.findall(r"/c/(\w+)/", server.to("no1@example.org")[0].get_content())
    jobs = str(list(DBTaskResult.objects.values()))
    assert len(server.received) == 5
    assert not [word for word in (token, "No1", "example.org") if word in jobs]


class TestOnceAndOnlyWhileItIsTrue:
    def test_a_round_taken_back_before_the_mail_went_is_not_told(self, evening: Evening, server: MailServer) -> None:
        published(evening)
        evening.take_back()
        work()

        assert server.received == []

    def test_one_taken_back_between_the_queue_and_the_server_neither(
        self, evening: Evening, server: MailServer
    ) -> None:
        published(evening, 1, 2, 3, 4)
        assert Worker().run_one()  # which has queued the four
        evening.take_back()
        work()

        assert server.received == []
        assert DBTaskResult.objects.filter(return_value="not true any more").count() == 4

    def test_published_again_as_it_was_it_is_told_once(self, evening: Evening, server: MailServer) -> None:
        published(evening, 1, 2, 3, 4)
        work()
        evening.take_back()
        evening.publish()
        work()

        assert receivers(server) == ["no1", "no2", "no3", "no4"]

    def test_taken_back_and_taken_back_again_by_undo_it_is_told_after_all(
        self, evening: Evening, server: MailServer
    ) -> None:
        published(evening, 1, 2, 3, 4)
        evening.take_back()
        work()
        undo_action(Action.objects.latest("pk"), actor=evening.director)
        work()

        assert receivers(server) == ["no1", "no2", "no3", "no4"]

    def test_who_has_another_board_is_written_again_and_nobody_else(self, evening: Evening, server: MailServer) -> None:
        published(evening, 1, 2, 3, 4)
        work()
        (one, other), (third, fourth) = evening.boards()
        manual_pairing.swap_players(
            evening.round,
            evening.entry(one),
            evening.entry(third),
            seen_revision=evening.round.revision,
            actor=evening.director,
        )
        work()

        assert {tuple(sorted(pair)) for pair in evening.boards()} == {
            tuple(sorted((third, other))),
            tuple(sorted((one, fourth))),
        }
        assert len(server.received) == 8
        assert f"against No{other}." in server.to(f"no{third}@example.org")[-1].get_content()

    def test_who_turned_it_off_meanwhile_gets_none(self, evening: Evening, server: MailServer) -> None:
        published(evening, 1, 2)
        Player.objects.filter(pk=evening.entry(1).player_id).update(mail_board=False)
        work()

        assert receivers(server) == ["no2"]


class TestHours:
    def test_none_once_the_evening_has_begun(self, evening: Evening, server: MailServer, noon: Any) -> None:
        published(evening)
        noon.move_to(datetime.datetime(2026, 11, 24, 18, 0, tzinfo=datetime.UTC))  # 19:00
        work()

        assert server.received == []

    def test_just_before_it_is_sent(self, evening: Evening, server: MailServer, noon: Any) -> None:
        published(evening)
        noon.move_to(datetime.datetime(2026, 11, 24, 17, 59, tzinfo=datetime.UTC))
        work()

        assert len(server.received) == 5

    def test_none_on_the_day_itself_where_no_hour_is_known(
        self, evening: Evening, server: MailServer, noon: Any
    ) -> None:
        evening.tournament.starts_at = None
        evening.tournament.save()
        published(evening)
        noon.move_to(datetime.datetime(2026, 11, 24, 7, 30, tzinfo=datetime.UTC))
        work()

        assert server.received == []

    def test_at_night_it_waits_until_eight(self, evening: Evening, server: MailServer, noon: Any) -> None:
        noon.move_to(NOON + datetime.timedelta(hours=9))  # 21:00
        published(evening)
        work()
        assert server.received == []

        noon.move_to(datetime.datetime(2026, 11, 24, 6, 59, tzinfo=datetime.UTC))
        work()
        assert server.received == []
        noon.move_to(datetime.datetime(2026, 11, 24, 7, 0, 1, tzinfo=datetime.UTC))
        work()
        assert len(server.received) == 5

    def test_the_night_is_the_clubs_own(self, evening: Evening, server: MailServer) -> None:
        Club.objects.update(time_zone="Pacific/Auckland")  # noon in Oslo is midnight there
        published(evening)
        work()

        assert server.received == []

    def test_of_a_round_without_a_day_nothing_is_told(self, evening: Evening) -> None:
        evening.draft()
        evening.tournament.rounds.update(date=None)
        evening.publish()

        assert not DBTaskResult.objects.exists()


class TestTheMailServer:
    def test_one_that_is_gone_is_asked_again(
        self, evening: Evening, server: MailServer, noon: Any, settings: Any
    ) -> None:
        settings.EMAIL_PORT = 1
        published(evening, 1, 2)
        work()
        assert DBTaskResult.objects.filter(exception_class_path="builtins.ConnectionRefusedError").count() == 2

        settings.EMAIL_PORT = server.port
        noon.shift(datetime.timedelta(minutes=2))
        work()
        assert receivers(server) == ["no1", "no2"]

    @pytest.mark.parametrize("command", ["EHLO", "MAIL", "DATA"])
    def test_one_that_hangs_is_left_and_asked_again(
        self, evening: Evening, server: MailServer, noon: Any, command: str
    ) -> None:
        server.hangs_at = command
        wants_mail(evening, 2, mail_board=False)
        published(evening, 1, 2)
        work()
        assert server.received == []

        server.hangs_at = ""
        noon.shift(datetime.timedelta(minutes=2))
        work()
        assert receivers(server) == ["no1"]

    @pytest.mark.parametrize(
        ("command", "says"),
        [("MAIL", "451 too busy"), ("RCPT", "450 later"), ("DATA", "554 not today"), ("MAIL", "550 not you")],
    )
    def test_one_that_refuses_is_asked_again(
        self, evening: Evening, server: MailServer, noon: Any, command: str, says: str
    ) -> None:
        server.refuses = {command: says}
        wants_mail(evening, 2, mail_board=False)
        published(evening, 1, 2)
        work()
        assert server.received == []

        server.refuses = {}
        noon.shift(datetime.timedelta(minutes=2))
        work()
        assert receivers(server) == ["no1"]

    def test_an_address_that_it_does_not_know_is_tried_once(
        self, evening: Evening, server: MailServer, noon: Any
    ) -> None:
        server.refuses = {"RCPT": "550 nobody of that name"}
        published(evening, 1, 2)
        work()
        failed = DBTaskResult.objects.filter(status=TaskResultStatus.FAILED)
        assert failed.count() == 2
        assert "example.org" not in str(list(failed.values()))

        asked = len(server.asked)
        noon.shift(datetime.timedelta(hours=4))
        work()
        assert len(server.asked) == asked

    def test_sent_a_second_time_it_is_the_same_mail(self, evening: Evening, server: MailServer) -> None:
        """A worker that dies after the server took it cannot say so."""
        wants_mail(evening, 2, mail_board=False)
        published(evening, 1, 2)
        work()
        DBTaskResult.objects.filter(return_value="sent").update(
            status=TaskResultStatus.READY, return_value=None, finished_at=None
        )
        work()

        first, second = server.to("no1@example.org")
        assert first["Message-ID"] == second["Message-ID"]
        assert first.as_string().replace(first["Date"], "") == second.as_string().replace(second["Date"], "")


def test_where_mail_is_off_nothing_is_queued(evening: Evening, settings: Any) -> None:
    settings.MAIL_ON = False
    published(evening)

    assert Game.objects.exists()
    assert not DBTaskResult.objects.exists()


def test_it_is_queued_with_the_publishing_or_not_at_all(evening: Evening) -> None:
    """In the same transaction: what is rolled back has queued nothing."""
    evening.draft()
    evening.tournament.rounds.update(date=TOMORROW)
    with transaction.atomic():
        evening.publish()
        assert DBTaskResult.objects.count() == 1
        transaction.set_rollback(True)

    assert not DBTaskResult.objects.exists()


def test_a_round_of_teams_is_published_without_mails(server: MailServer, noon: Any) -> None:
    """Who plays at which board follows from the line-ups, which may still be secret."""
    event = TeamEvent.of_teams()
    published(event)
    work()

    assert not server.received
    assert set(DBTaskResult.objects.values_list("status", flat=True)) == {TaskResultStatus.SUCCESSFUL}
