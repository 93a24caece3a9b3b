"""A push service that is slow, leads elsewhere or is gone; a phone that is given away; a worker that is killed."""

from __future__ import annotations

import datetime
import time
from typing import Any

import pytest
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from clubchess import outward
from clubchess.outward import Inward, Peer, Unanswered, outer_address
from tests.push.conftest import has_phone, published
from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.push_service import PushService
from tests.tools.played.jobs import work
from tournaments.models import PushMessage, PushSubscription
from tournaments.push import sending
from tournaments.push.jobs import forget_what_is_old
from tournaments.recording.push import note_sent
from tournaments.services.common.refusal import Refused
from tournaments.services.players import card_keys
from tournaments.services.players.push_subscriptions import (
    MOST_PHONES,
    Phone,
    Push,
    choose_push,
    forget_phone,
    is_push_service,
)
from tournaments.services.players.vapid_keys import application_server_key, vapid_pair

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(evening: Evening, service: PushService, status: int) -> None:
    service.answers_to["no1"] = status
    published(evening, 1, 2)
    work()

    assert set(service.titles()) == {"no2"}
    assert PushSubscription.objects.count() == 4
    assert waiting_jobs() == 0


@pytest.mark.parametrize("status", [307, 301, 400, 403, 413])
def test_what_would_be_refused_each_time_is_not_tried_again_and_leads_nowhere(
    evening: Evening, service: PushService, status: int
) -> None:
    service.answers = status
    published(evening, 1, 2)
    work()

    assert service.asked == 2
    assert waiting_jobs() == 0
    assert PushSubscription.objects.count() == 5


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_a_service_cannot_take_now_is_tried_again(
    evening: Evening, service: PushService, seven: Any, status: int
) -> None:
    service.answers_to["no1"] = status
    published(evening, 1, 2)
    work()
    assert (set(service.titles()), waiting_jobs()) == ({"no2"}, 1)

    service.answers_to.clear()
    seven.shift(datetime.timedelta(minutes=2))
    work()
    assert {name: len(titles) for name, titles in service.titles().items()} == {"no1": 1, "no2": 1}


def test_a_service_that_hangs_is_left_alone(
    evening: Evening, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    service.slow_seconds = 2
    published(evening)
    began = time.monotonic()
    work()

    assert time.monotonic() - began < 2
    assert waiting_jobs() == 1
    assert not PushMessage.objects.exclude(sent_at=None).exists()


def test_one_phone_that_makes_no_sense_keeps_nobody_waiting(evening: Evening, service: PushService) -> None:
    PushSubscription.objects.filter(key__player=evening.entry(1).player).update(p256dh="AAAA")
    published(evening, 1, 2, 3, 4)
    work()

    assert set(service.titles()) == {"no2", "no3", "no4"}
    assert waiting_jobs() == 0


def test_nobody_is_there(evening: Evening, service: PushService, settings: Settings) -> None:
    settings.MORE_PUSH_SERVICES = ["http://127.0.0.1:9"]
    PushSubscription.objects.update(endpoint="http://127.0.0.1:9/to/no1")
    published(evening)
    work()

    assert waiting_jobs() == 1


def test_a_killed_worker_leaves_what_was_sent_sent(
    evening: Evening, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(evening, 1, 2, 3, 4)
    noted = []

    def killed(key: int, at: datetime.datetime) -> None:
        noted.append(key)
        if len(noted) == 3:
            raise KeyboardInterrupt
        note_sent(key, at)

    with monkeypatch.context() as patched:
        patched.setattr("tournaments.push.jobs.note_sent", killed)
        with pytest.raises(KeyboardInterrupt):
            work()
    DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING).update(status=TaskResultStatus.READY)
    work()

    counts = {name: len(titles) for name, titles in service.titles().items()}
    assert set(counts) == {"no1", "no2", "no3", "no4"}
    twice = [each for each in service.shown if counts[each.phone] == 2]
    assert len(twice) <= 2 * 2  # the one that was being noted, and one that had come back beside it
    assert all(len({each.topic for each in service.on(name)}) == 1 for name in counts)


def test_an_address_within_the_walls_is_not_asked(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.INNER_ADDRESSES = False
    inner = ("127.0.0.1", "10.0.0.4", "192.168.1.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.4")
    for address in inner:
        with pytest.raises(Inward):
            outer_address(address, 443)
    assert outer_address("193.0.14.129", 443) == "193.0.14.129"

    asked: list[Any] = []
    found = [(2, 1, 6, "", ("193.0.14.129", 443)), (2, 1, 6, "", ("10.0.0.4", 443))]
    monkeypatch.setattr(outward.socket, "getaddrinfo", lambda *_name, **_kind: found)
    monkeypatch.setattr(outward.socket, "create_connection", asked.append)
    with pytest.raises(Inward):
        Peer("https", "fcm.googleapis.com").post("/x", b"", {})
    assert asked == []


def test_the_address_that_was_looked_at_is_the_one_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that stands for another address a moment later leads nowhere else."""
    names, asked = [], []

    def looked_up(host: str, port: int, **_kind: Any) -> list[Any]:
        names.append(host)
        return [(2, 1, 6, "", ("193.0.14.129", port))]

    def connected(address: tuple[str, int], **_more: Any) -> None:
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(outward.socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(outward.socket, "create_connection", connected)
    with pytest.raises(Unanswered):
        Peer("https", "fcm.googleapis.com").post("/x", b"", {})
    assert (names, asked) == (["fcm.googleapis.com"], [("193.0.14.129", 443)])


@pytest.mark.parametrize(
    ("endpoint", "is_known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8443/fcm/send/abc", False),
        ("https://fcm.googleapis.com@127.0.0.1/", False),
        ("https://evil.example/fcm.googleapis.com/", False),
        ("https://fcm.googleapis.com.evil.example/", False),
        ("https://evilpush.apple.com/", False),
        ("https://[fcm.googleapis.com/", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_only_push_services_of_browsers_are_asked(endpoint: str, is_known: bool) -> None:
    assert is_push_service(endpoint) is is_known


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": "AAAA"},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "é"},
        {"auth": "AAAA"},
        {"auth": ""},
        {"endpoint": "https://evil.example/x"},
        {"endpoint": "https://fcm.googleapis.com/" + "x" * 1000},
        {"endpoint": "https://fcm.googleapis.com/\u00e9"},
        {"endpoint": "https://fcm.googleapis.com/a b"},
        {"endpoint": "https://fcm.googleapis.com/a\r\nHost: b"},
    ],
)
def test_a_phone_that_cannot_be_reached_is_refused(service: PushService, changed: dict[str, str]) -> None:
    (key,) = card_keys.keys_of([card_keys.make_key(PlayerFactory(), actor=None)])
    known = service.phone("x")
    given = {"endpoint": known.endpoint, "p256dh": known.p256dh, "auth": known.auth} | changed
    with pytest.raises(Refused, match="This browser’s notifications cannot be reached from here"):
        choose_push(key, Phone(**given), Push.BOARD, wanted=True)
    assert not PushSubscription.objects.exists()


def test_of_one_player_so_many_phones_are_told_and_no_more(service: PushService) -> None:
    player = PlayerFactory()
    for number in range(MOST_PHONES + 3):
        has_phone(service, player, f"phone{number}", Push.BOARD)
    left = PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)
    assert len(left) == MOST_PHONES
    assert left[0].endswith("/phone3")


def test_each_thing_is_chosen_by_itself_and_the_last_one_takes_the_phone_away(service: PushService) -> None:
    (key,) = card_keys.keys_of([card_keys.make_key(PlayerFactory(), actor=None)])
    phone = service.phone("x")
    choose_push(key, phone, Push.BOARD, wanted=True)
    choose_push(key, phone, Push.ASKS, wanted=True)
    choose_push(key, phone, Push.BOARD, wanted=True)  # a double tap
    kept = PushSubscription.objects.get()
    assert (kept.board, kept.asks, kept.line_up) == (True, True, False)
    choose_push(key, phone, Push.BOARD, wanted=False)
    assert PushSubscription.objects.get().asks
    choose_push(key, phone, Push.ASKS, wanted=False)
    choose_push(key, phone, Push.ASKS, wanted=False)
    assert not PushSubscription.objects.exists()


def test_a_phone_that_forgets_one_card_keeps_the_other(service: PushService) -> None:
    anna, bo = PlayerFactory(), PlayerFactory()
    for player in (anna, bo):
        has_phone(service, player, "shared", Push.BOARD)
    forget_phone([anna], service.phone("shared").digest)
    assert [each.key.player for each in PushSubscription.objects.all()] == [bo]


def test_another_key_on_the_same_phone_takes_the_place_of_the_first(service: PushService) -> None:
    player = PlayerFactory()
    has_phone(service, player, "x", Push.BOARD)
    has_phone(service, player, "x", Push.BOARD)
    assert PushSubscription.objects.count() == 1


def test_phones_of_withdrawn_keys_go_and_old_messages_too(evening: Evening, service: PushService, seven: Any) -> None:
    published(evening)
    work()
    (key,) = evening.entry(1).person.card_keys.all()
    card_keys.withdraw_key(key, actor=evening.director)
    forget_what_is_old()
    assert (PushSubscription.objects.count(), PushMessage.objects.count()) == (4, 4)
    seven.shift(datetime.timedelta(days=61))
    forget_what_is_old()
    assert (PushSubscription.objects.count(), PushMessage.objects.count()) == (4, 0)


def test_there_is_one_pair_of_keys(settings: Settings) -> None:
    first = vapid_pair()
    assert vapid_pair() == first
    assert len(application_server_key()) == 87
    settings.VAPID_PRIVATE_KEY = first.private.decode()
    assert vapid_pair() == first


def waiting_jobs() -> int:
    return DBTaskResult.objects.filter(status=TaskResultStatus.READY).count()
