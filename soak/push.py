"""Phones told after one publish: `python -m soak.push [phones of each of 200 players] [kills]`.

The server as `make run` starts it, with its worker, beside a push service that checks and decrypts: how long until all
phones were told, and what a director's taps take meanwhile and afterwards. Then workers that are killed while they
send: nobody is left out, and what is sent twice has the same topic, in whose place a phone shows it.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench._size import sized

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.tools.casts.factories import Evening
    from tests.tools.guards.push_service import PushService

PLAYERS = sized(200, 20)
TAPS = sized(60, 5)
SECONDS_BETWEEN_TAPS = 0.2
BAR_MS, BAR_SECONDS = 300, 60


def main() -> int:
    import django

    django.setup()
    from tests.tools.guards.push_service import push_service
    from tests.tools.processes.races import database_of_its_own

    phones = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with push_service() as service, tempfile.TemporaryDirectory() as folder:
        for name, tried in (("one publish", _one_publish), ("killed", _killed)):
            with database_of_its_own(Path(folder), called=name.replace(" ", "_")) as environment:
                service.shown.clear()
                more = {"PUSH_SERVICES": service.address, "INNER_ADDRESSES": "1", "JOB_LEFT_BEHIND_SECONDS": "3"}
                evening = _hall(service, phones)
                tried(evening, service, environment | more | {"CLUBCHESS_DATA": folder, "STATIC_MANIFEST": "0"}, kills)
    if service.faults:
        print(f"FAULTS: {Counter(service.faults)}")
    return int(bool(service.faults))


def _hall(service: PushService, phones: int) -> Evening:
    """A round that is drafted, at a club where it is noon; each player's phones want to show all there is."""
    from django.utils import timezone

    from tests.tools.casts.factories import Evening
    from tournaments.models import CardKey, Club, PushSubscription

    evening = Evening.of(PLAYERS, system="norwegian_monrad")
    Club.objects.update(time_zone=f"Etc/GMT{timezone.now().hour - 12:+d}")
    keys = CardKey.objects.bulk_create(
        CardKey(player=entry.person, token_hash=f"{entry.pk}", made_at=timezone.now())
        for entry in evening.tournament.entries.select_related("player")
    )
    subscriptions = []
    for key in keys:
        for number in range(phones):
            phone = service.phone(f"{key.pk}-{number}")
            subscriptions.append(
                PushSubscription(
                    key=key,
                    endpoint=phone.endpoint,
                    endpoint_hash=phone.digest,
                    p256dh=phone.p256dh,
                    auth=phone.auth,
                    made_at=timezone.now(),
                    board=True,
                    sits_out=True,
                )
            )
    PushSubscription.objects.bulk_create(subscriptions, batch_size=500)
    evening.draft()
    evening.tournament.rounds.update(date=timezone.now().date())
    return evening


def _one_publish(evening: Evening, service: PushService, environment: Mapping[str, str], _kills: int) -> None:
    from tests.tools.processes.served import started
    from tests.tools.processes.waiting import until
    from tournaments.models import PushMessage, PushSubscription

    wanted = PushSubscription.objects.count()
    with started(environment) as server:
        server.is_up()
        tap = _taps(evening, server)
        evening.publish()
        published = time.monotonic()
        taken, all_sent = [], 0.0
        for _number in range(TAPS):
            taken.append(next(tap))
            if not all_sent and len(service.shown) >= wanted:
                all_sent = time.monotonic() - published
                print(f"{wanted} phones were told {all_sent:.1f} s after one publish (at most {BAR_SECONDS})")
                print(_percentiles("taps while they were told", taken))
                taken = []
        if not all_sent:
            until(lambda: len(service.shown) >= wanted, 300)
            print(f"{wanted} phones were told {time.monotonic() - published:.1f} s after one publish")
            print(_percentiles("taps while they were told", taken))
            taken = [next(tap) for _number in range(TAPS // 2)]
        print(_percentiles("taps afterwards", taken))
        until(lambda: not PushMessage.objects.filter(sent_at=None).exists())
    print(f"told twice: {len(service.shown) - len({each.phone for each in service.shown})}")


def _taps(evening: Evening, server: Any) -> Any:
    """Milliseconds of one result after the other, at a director's speed."""
    import http.client
    from urllib.parse import urlencode

    from django.test import Client
    from django.urls import reverse

    client = Client()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    session = client.cookies["sessionid"].value
    token = "x" * 32
    headers = {
        "Cookie": f"sessionid={session}; csrftoken={token}",
        "X-CSRFToken": token,
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    club, slug = evening.tournament.club.slug, evening.tournament.slug
    for board in range(1, PLAYERS // 2):
        game = evening.game(board)
        address = reverse("enter_result", args=[club, slug, game.pk])
        began = time.monotonic()
        connection.request("POST", address, urlencode({"result": "1-0", "seen": "*", "screen": "boards"}), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"a tap was answered with {answer.status}")
        yield 1_000 * (time.monotonic() - began)
        time.sleep(SECONDS_BETWEEN_TAPS)


def _percentiles(name: str, taken: list[float]) -> str:
    if len(taken) < 2:
        return f"{name}: {len(taken)}"
    p95 = statistics.quantiles(taken, n=20)[-1]
    return f"{name}: {len(taken)}, median {statistics.median(taken):.0f} ms, p95 {p95:.0f} ms (at most {BAR_MS})"


def _shows(service: PushService, at_least: int) -> bool:
    return len(service.shown) >= at_least


def _killed(evening: Evening, service: PushService, environment: Mapping[str, str], kills: int) -> None:
    import signal

    from tests.tools.processes.waiting import until
    from tests.tools.processes.working import working
    from tournaments.models import PushMessage, PushSubscription

    wanted, chance = PushSubscription.objects.count(), random.Random(7)
    evening.publish()
    for _kill in range(kills):
        with working(environment) as worker:
            enough = len(service.shown) + chance.randrange(20, max(wanted // (kills + 1), 30))
            until(partial(_shows, service, min(enough, wanted)), 120)
            os.kill(worker.pid, signal.SIGKILL)
    with working(environment):
        until(lambda: not PushMessage.objects.filter(sent_at=None).exists(), 300)
    told = Counter(each.phone for each in service.shown)
    twice = [phone for phone, times in told.items() if times > 1]
    topics = {phone: {each.topic for each in service.on(phone)} for phone in twice}
    print(f"{kills} workers killed: {len(told)} of {wanted} phones were told, {len(twice)} of them sent to twice")
    print(f"shown twice: {sum(len(found) > 1 for found in topics.values())} (another topic)")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    sys.exit(main())
