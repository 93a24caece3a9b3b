"""What a tap may cost at 62 players: so many questions to the database and so many bytes, in round 37 as in round 2."""

from __future__ import annotations

import gzip
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tools.casts.real_season import RealSeason, real_season
from tests.tools.casts.team_event import TeamEvent
from tournaments.models import Presence
from tournaments.pages.standings import round_context
from tournaments.services.evening import attendance

# Outside of a transaction, as it is: BEGIN and COMMIT are counted, and what is kept is kept.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

QUERIES = 11
AT_DOOR = 12
"""Of session, user and roles too. Beside them PostgreSQL is asked once a request whether the line still stands."""
FIRST_OF_MATCH = 23
"""It writes down who sits where."""
BYTES = 1_870
"""With the lines above it, without the up to 100 random bytes that Django pads with: below 2 kB with them too."""
HEADERS = {"HX-Request": "true", "Accept-Encoding": "gzip, deflate, br"}


def logged_in(cast: RealSeason | TeamEvent) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert client.get(cast.url("evening")).status_code == 200
    return client


def tap(client: Client, address: str, **form: str) -> Any:
    sent = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value, "receipt": str(uuid.uuid4())}
    response = client.post(address, sent | form, headers=HEADERS)
    assert response.status_code == 200
    return response


@contextmanager
def counted() -> Iterator[list[str]]:
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [each["sql"] for each in captured.captured_queries]


def marked(client: Client, cast: RealSeason, place: int) -> tuple[int, int]:
    """Questions and bytes."""
    row = cast.rows[place]
    with counted() as queries:
        response = tap(
            client,
            cast.url("mark_attendance", cast.round.number, row.entry_id),
            presence="present",
            seen=row.presence,
            screen="open",
        )
    shown = gzip.decompress(response.content).decode()
    assert f'id="entry-row-{row.entry_id}" class="entry present' in shown
    assert 'id="undo-last"' in shown
    return len(queries), on_the_wire(response)


def on_the_wire(response: Any) -> int:
    lines = sum(len(name) + len(value) + 4 for name, value in response.items())
    body = gzip.compress(gzip.decompress(response.content), compresslevel=6, mtime=0)
    return len(body) + lines + len("HTTP/1.1 200 OK\r\n\r\n")


def entered(client: Client, cast: RealSeason, board: int) -> tuple[int, int]:
    game = cast.games[board - 1]
    with counted() as queries:
        response = tap(client, cast.url("enter_result", game.pk), result="1/2-1/2", seen=game.result, screen="boards")
    shown = gzip.decompress(response.content).decode()
    assert f'id="board-row-{game.pk}"' in shown
    assert 'id="undo-last"' in shown
    return len(queries), on_the_wire(response)


def test_a_check_in_and_a_result_cost_as_much_in_round_37_as_in_round_2() -> None:
    costs = []
    for number in (2, 37):
        cast = real_season(number, slug=f"round-{number}")
        cast.check_in(but=5)
        client = logged_in(cast)
        check_ins = [marked(client, cast, place) for place in (-5, -4, -3)]
        cast.check_in()
        cast.publish()
        client.get(cast.url("evening"))
        results = [entered(client, cast, board) for board in (1, 15, 30)]
        costs.append([{queries for queries, _bytes in taps} for taps in (check_ins, results)])
        assert max(size for _queries, size in check_ins + results) <= BYTES
    assert costs[0] == costs[1] == [{QUERIES}, {QUERIES}]


def test_the_first_tap_of_a_process_reads_the_season_besides() -> None:
    cast = real_season(2)
    client = logged_in(cast)
    round_context.forget_all()

    first, _bytes = marked(client, cast, 0)
    second, _bytes = marked(client, cast, 1)

    assert (first - second, second) == (8, QUERIES)  # with one for the cups whose games count here


def test_a_tap_at_the_door_asks_no_more() -> None:
    cast = real_season(2)
    client = logged_in(cast)
    known = shown_at_door(client, cast)
    costs = []
    for row in cast.rows[:3]:
        with counted() as queries:
            address = cast.url("mark_at_door", cast.round.number, row.entry_id)
            response = tap(client, address, presence="present", seen=row.presence, known=known)
        shown = gzip.decompress(response.content).decode()
        assert f'id="door-row-{row.entry.player_id}" class="entry present' in shown
        known = known_in(shown)
        costs.append(len(queries))
    assert costs == [AT_DOOR] * 3


def shown_at_door(client: Client, cast: RealSeason) -> str:
    return known_in(client.get(reverse("door", args=[cast.tournament.club.slug])).content.decode())


def known_in(shown: str) -> str:
    """The action that the page goes back to."""
    return shown.partition('id="door-known" name="known" value="')[2].partition('"')[0]


def test_a_tap_after_those_of_others_reads_what_they_did() -> None:
    cast = real_season(2)
    client = logged_in(cast)
    marked(client, cast, 0)
    for place, others in ((1, (2,)), (3, (4, 5, 6))):
        for other in (cast.rows[each] for each in others):
            attendance.mark_attendance(cast.round, other.entry, Presence.PRESENT, seen=other.presence, actor=None)
        queries, _bytes = marked(client, cast, place)
        assert queries == QUERIES + 2  # who is here, and what was said


def test_a_result_after_somebody_elses_reads_what_they_did() -> None:
    cast = real_season(2)
    cast.check_in()
    cast.publish()
    client = logged_in(cast)
    entered(client, cast, 1)
    cast.enter(cast.games[1:2])

    queries, _bytes = entered(client, cast, 3)

    assert queries == QUERIES + 1


def test_a_board_of_a_match_asks_for_its_line_up_besides() -> None:
    event = TeamEvent.of_teams()
    event.draft()
    event.publish()
    client = logged_in(event)
    costs = [line_entered(client, event, match, line) for match, line in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2))]
    first, later = FIRST_OF_MATCH, QUERIES + 1
    assert costs == [first, later, later, first, later]


def line_entered(client: Client, event: TeamEvent, match: int, line: int) -> int:
    game = event.game(match)
    address = reverse("enter_result", args=[event.tournament.club.slug, event.tournament.slug, game.pk])
    with counted() as queries:
        response = tap(client, address, result="1/2-1/2", seen="*", screen="boards", line=str(line))
    assert f'id="board-row-{game.pk}-{line}"' in gzip.decompress(response.content).decode()
    return len(queries)
