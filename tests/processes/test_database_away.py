"""PostgreSQL is stopped, crashes, and cuts everybody's connections, while directors tap and phones look."""

from __future__ import annotations

import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest
from django.db import connection
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tests.tools.casts.factories import Evening
from tests.tools.processes.people import Director, Phone, Tap, ask, log_in, looking
from tests.tools.processes.postgresql import Server, database_on, execute, on_postgresql
from tests.tools.processes.served import started
from tests.tools.processes.waiting import until
from tournaments.models import Action
from tournaments.services.clubs.simulation_runs import play_on

pytestmark = [pytest.mark.slow, *on_postgresql]

DIRECTORS = 3
PLAYERS = 8
"""Of each."""


def test_it_comes_back_by_itself_and_nothing_is_lost_or_doubled(postgresql: Server) -> None:
    with database_on(postgresql, "away") as environment, ExitStack() as stack:
        sites = [stack.enter_context(started(environment, "--threads", "8")) for _ in range(2)]
        evenings = [Evening.of(PLAYERS) for _ in range(DIRECTORS)]
        for evening in evenings:
            evening.play()
            evening.open()
        last = Action.objects.latest("pk").pk
        for site in sites:
            site.is_up()
        addresses = [site.address for site in sites]
        directors = [Director(cookies=log_in(evening.director), sites=addresses) for evening in evenings]
        pages = [address("public_standings", evening) for evening in evenings]
        phones = [Phone(sites=addresses, paths=pages) for _ in range(2)]
        for page in pages:
            assert [ask(site + page).status for site in addresses] == [200, 200]

        with looking(phones), tapping(evenings, directors):
            for how, away in AWAY.items():
                if how == "stopped for three seconds":
                    job = play_on.enqueue(planning=0, turn=0)
                connection.close()
                time.sleep(0.5)
                away(postgresql)
                pages_back = [until(lambda site=site: ask(site + pages[0]).status == 200) for site in addresses]
                taps_back = until_each_has_tapped(directors)
                said = ", ".join(f"{seconds:.2f}" for seconds in pages_back)
                print(f"{how}: pages {said} s, taps of all {taps_back:.2f} s after it was there again")  # noqa: T201
        until(lambda: DBTaskResult.objects.get(pk=job.id).status == TaskResultStatus.SUCCESSFUL)

        refused = [answer for phone in phones for answer in phone.refused]
        refused += [answer for director in directors for answer in director.answers if answer.status != 302]
        assert refused
        assert {answer.status for answer in refused} == {503}
        assert {answer.headers["Retry-After"] for answer in refused} == {"10"}
        assert all("Nothing is lost" in answer.text for answer in refused)
        assert [each.unreached for each in directors] == [[]] * DIRECTORS
        for phone in phones:
            assert (phone.unreached, phone.went_back) == (Counter(), [])
        for evening, director in zip(evenings, directors, strict=True):
            actions = Action.objects.filter(tournament=evening.tournament, pk__gt=last).order_by("pk")
            assert list(actions.values_list("receipt", flat=True)) == director.receipts


def cut_connections(server: Server) -> None:
    for _ in range(3):
        execute(server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'away'")
        time.sleep(0.1)


def restart(server: Server) -> None:
    server.stop()
    server.start()


def crash(server: Server) -> None:
    server.stop("immediate")
    server.start()


def stop_for_a_while(server: Server) -> None:
    server.stop()
    time.sleep(3)
    server.start()


AWAY: dict[str, Callable[[Server], None]] = {
    "connections cut": cut_connections,
    "restarted": restart,
    "crashed": crash,
    "stopped for three seconds": stop_for_a_while,
}


@contextmanager
def tapping(evenings: Sequence[Evening], directors: Sequence[Director]) -> Iterator[None]:
    """All of them mark the same players present and not, one after the other, as long as the block takes."""
    ended = threading.Event()
    with ExitStack() as stack:
        for evening, director in zip(evenings, directors, strict=True):
            entries = evening.tournament.entries.order_by("pk")
            paths = [address("mark_attendance", evening, 2, entry.pk) for entry in entries]
            thread = threading.Thread(target=mark, args=[director, paths, ended])
            thread.start()
            stack.callback(thread.join)
        stack.callback(ended.set)
        yield


def mark(director: Director, paths: Sequence[str], ended: threading.Event) -> None:
    for seen, presence in itertools.cycle(itertools.permutations(("unmarked", "present"))):
        for path in paths:
            if ended.is_set():
                return
            director.tap(Tap(path=path, form={"presence": presence, "seen": seen}))


def until_each_has_tapped(directors: Sequence[Director]) -> float:
    """The tap that each was at, and another one."""
    had = [len(director.receipts) for director in directors]
    return until(lambda: all(len(each.receipts) >= before + 2 for each, before in zip(directors, had, strict=True)))


def address(name: str, evening: Evening, *more: int) -> str:
    return evening.url(name, *more)
