"""The application through deploy/pgbouncer.ini: a connection is its own for one transaction and no longer."""

from __future__ import annotations

import io
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.tools.casts.factories import Evening
from tests.tools.pages import rating_lists as made
from tests.tools.processes.people import Director, Phone, Tap, ask, log_in, looking
from tests.tools.processes.postgresql import (
    Server,
    connected_to,
    database_on,
    execute,
    on_postgresql,
    pooled,
    with_pgbouncer,
)
from tests.tools.processes.served import started
from tests.tools.processes.waiting import until
from tournaments.models import Action, Attendance, ListedRating, Presence, RoundState, Tournament
from tournaments.recording import last_change_of
from tournaments.recording.current_rows import newest_first
from tournaments.services.activity.undo import undo_action
from tournaments.services.players import rating_lists

pytestmark = [pytest.mark.slow, *on_postgresql, with_pgbouncer]

PLAYERS = 8
DIRECTORS = 3
BEHIND = 3
"""Connections, of which one stands at a lock now and then: fewer than ask at once."""


@contextmanager
def in_a_transaction() -> Iterator[BaseDatabaseWrapper]:
    """Somebody else, who has the connection behind that was used last."""
    beside = connection.copy()
    try:
        beside.set_autocommit(False)
        with beside.cursor() as cursor:
            cursor.execute("SELECT 1")
        yield beside
    finally:
        beside.close()


def backend(of: BaseDatabaseWrapper) -> tuple[int, str]:
    """The process of PostgreSQL that answers, and which time zone it keeps."""
    with of.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), current_setting('TimeZone')")
        (row,) = cursor.fetchall()
        return row


def test_nothing_that_reads_or_writes_leans_on_a_session(postgresql: Server) -> None:
    with database_on(postgresql, "lent"):
        execute(postgresql, "ALTER DATABASE lent SET timezone = 'Asia/Tokyo'")
        with pooled(postgresql, "lent", behind=2) as port, connected_to(port, "lent"):
            evening = Evening.of(PLAYERS)
            evening.play()
            evening.open()
            evening.mark(1, Presence.PRESENT)
            first, _zone = backend(connection)
            with in_a_transaction() as beside:
                assert backend(beside) == (first, "UTC")
                second, zone = backend(connection)
                assert (zone, second == first) == ("UTC", False)

            actions = newest_first(Action.objects.all())
            newest = next(actions)
            in_rows = Action.objects.order_by("-pk").iterator(chunk_size=1)
            assert next(in_rows) == newest
            with in_a_transaction():
                assert [*actions] == [*in_rows] == list(Action.objects.order_by("-pk")[1:])
                assert last_change_of(evening.slot(1), tournament=evening.tournament) == newest
                undo_action(newest, actor=evening.director)
                assert evening.slot(1).presence == Presence.UNMARKED
                rating_lists.load(io.BytesIO(made.fide(made.many(6_000))), name="list.txt", club=None)
                assert ListedRating.objects.count() == 6_000


def test_an_evening_through_two_processes(postgresql: Server) -> None:
    with (
        database_on(postgresql, "pooled") as direct,
        pooled(postgresql, "pooled", behind=BEHIND) as port,
        connected_to(port, "pooled") as environment,
        started(environment, "--threads", "8") as one,
        started(environment, "--threads", "8") as other,
    ):
        evenings = [Evening.of(PLAYERS) for _ in range(DIRECTORS)]
        for evening in evenings:
            evening.open()
        last = Action.objects.latest("pk").pk
        addresses = [one.address, other.address]
        directors = [Director(cookies=log_in(evening.director), sites=addresses) for evening in evenings]
        one.is_up()
        other.is_up()
        phones = [Phone(sites=addresses, paths=[address("public_tournament", evening) for evening in evenings])]
        with looking(phones):
            threads = [
                threading.Thread(target=all_are_here, args=[director, marks_of(evening)])
                for evening, director in zip(evenings, directors, strict=True)
            ]
            with transaction.atomic():  # held by a connection behind as long as the transaction, and no longer
                Tournament.objects.select_for_update().get(pk=evenings[0].tournament.pk)
                for thread in threads:
                    thread.start()
                for thread in threads[1:]:
                    thread.join(60)
                assert Attendance.objects.filter(presence=Presence.PRESENT).count() == PLAYERS * (DIRECTORS - 1)
            threads[0].join(60)
            for verb in ("pair_round", "publish_round"):
                for evening, director in zip(evenings, directors, strict=True):
                    director.tap(Tap(path=address(verb, evening, 1), form={"seen_revision": revision_of(evening)}))
        for evening, director in zip(evenings, directors, strict=True):
            assert {answer.status for answer in director.answers} == {302}
            assert receipts_since(last, evening) == director.receipts
            assert evening.round.state == RoundState.PUBLISHED
        assert set(phones[0].statuses) <= {200, 304}
        assert (phones[0].unreached, phones[0].went_back) == (Counter(), [])

        it_says_that_it_takes_no_writes(postgresql, one.address, directors[0], evenings[0])
        it_comes_back(postgresql, addresses, address("public_tournament", evenings[0]))
        assert direct["DATABASE_URL"] != environment["DATABASE_URL"]


def it_says_that_it_takes_no_writes(server: Server, site: str, director: Director, evening: Evening) -> None:
    """As a standby that is about to become the first. The tap is carried out afterwards."""
    game = evening.game(1)
    tap = Tap(path=address("enter_result", evening, game.pk), form={"result": "1-0", "seen": "*"})
    set_read_only(server, "on")
    until(lambda: ask(f"{site}/readyz").text == "database takes no writes")
    thread = threading.Thread(target=director.tap, args=[tap])
    thread.start()
    until(lambda: director.answers[-1].status != 302)
    set_read_only(server, "off")
    thread.join(60)
    assert {answer.status for answer in director.answers} == {302, 503}
    until(lambda: ask(f"{site}/readyz").text == "ok")
    assert evening.game(1).result == "1-0"


def set_read_only(server: Server, value: str) -> None:
    execute(server, f"ALTER SYSTEM SET default_transaction_read_only = {value}")
    execute(server, "SELECT pg_reload_conf()")


def it_comes_back(server: Server, sites: list[str], page: str) -> None:
    server.stop()
    told = [ask(site + page).status for site in sites]
    server.start()
    took = [until(lambda site=site: ask(site + page).status == 200) for site in sites]
    print(f"behind the pooler: {', '.join(f'{each:.2f}' for each in took)} s after it was there again")  # noqa: T201
    assert told == [503, 503]


def marks_of(evening: Evening) -> list[Tap]:
    entries = evening.tournament.entries.order_by("pk")
    form = {"presence": Presence.PRESENT.value, "seen": Presence.UNMARKED.value}
    return [Tap(path=address("mark_attendance", evening, 1, entry.pk), form=form) for entry in entries]


def all_are_here(director: Director, marks: list[Tap]) -> None:
    for mark in marks:
        director.tap(mark)


def revision_of(evening: Evening) -> str:
    return str(evening.round.revision)


def receipts_since(last: int, evening: Evening) -> list[object]:
    actions = Action.objects.filter(tournament=evening.tournament, pk__gt=last).order_by("pk")
    return list(actions.values_list("receipt", flat=True))


def address(name: str, evening: Evening, *more: int) -> str:
    return evening.url(name, *more)
