"""Every screen of the club that is measured, and its taps: `python -m bench._federation_screens`.

Each line that comes in has it measure one of them, and a line of JSON goes out: so two of these processes, in two
databases, look at the same screen in the same seconds.

The screens are found by walking the resolver, so one that is added tomorrow is measured at once. Before each look all
that this process keeps is forgotten. Time is the processor's: this process's own and its database connection's.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bench._federation_club import PLAYED, SLUG, TO_CHECK_IN

RUNS = 5
_GAP = re.compile(r"<\w+:(\w+)>")
_OF_EVERYBODY = re.compile(r"home|public_.+|short_address.*")
_NOT_HERE = re.compile(r".*_live|help.*|offline|api.*|openapi|styles|service_worker|alive|ready|log_.*|.*_in_language")
"""A live fragment is its page's view; the others show no club."""


def main(only: re.Pattern[str]) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    os.environ["PGOPTIONS"] = "-c max_parallel_workers_per_gather=0"  # a helper's time would not be counted
    import django

    django.setup()
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    for name, ask in _screens():
        if not only.search(name):
            continue
        sys.stdin.readline()
        if ask().status_code == 200:
            _tell(name, _measured(ask, before=_forget_all))
        else:
            _tell(name, None)
    for name, ask in _taps():
        if not only.search(name):
            continue
        sys.stdin.readline()
        ask()
        _tell(name, _measured(ask))
    sys.stdin.readline()  # and no answer: that was all


def _tell(name: str, found: dict[str, Any] | None) -> None:
    print(json.dumps([name, found]), flush=True)


# What is asked


def _screens() -> Iterator[tuple[str, Callable[[], Any]]]:
    from django.urls import reverse

    from tests.tools.pages.public_pages import BY_CARD, all_routes
    from tournaments.models import Club, Tournament, User
    from tournaments.services.players import card_keys

    club = Club.objects.get(slug=SLUG)
    admin, installation = _client(User.objects.get(username="admin")), _client(User.objects.get(is_superuser=True))
    played, open_ = (_gaps(Tournament.objects.get(club=club, name=name)) for name in (PLAYED, TO_CHECK_IN))
    with_card = _client()
    holder = club.players.get(public_key=played["public_key"])
    with_card.cookies["cards"] = card_keys.make_key(holder, actor=None)
    for name, route in all_routes().items():
        gaps = _GAP.findall(route)
        if _NOT_HERE.fullmatch(name) or not set(gaps) <= set(played):
            continue
        client = with_card if name in BY_CARD else _client() if _OF_EVERYBODY.fullmatch(name) else admin
        yield name, partial(client.get, reverse(name, kwargs={gap: played[gap] for gap in gaps}))
        if "/staff/" in route and "tournament" in gaps:
            there = reverse(name, kwargs={gap: open_[gap] for gap in gaps})
            yield f"{name}, check-in", partial(client.get, there)
    yield "home, searched", partial(_client().get, reverse("home"), {"q": SLUG})
    yield "players, searched", partial(admin.get, reverse("players", args=[SLUG]), {"q": "berg"})
    yield "my_clubs, installation", partial(installation.get, reverse("my_clubs"))
    yield "club_home, installation", partial(installation.get, reverse("club_home", args=[SLUG]))


def _client(user: Any = None) -> Any:
    from django.test import Client

    client = Client(SERVER_NAME="127.0.0.1", raise_request_exception=False)
    if user is not None:
        client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


def _gaps(tournament: Any) -> dict[str, object]:
    """What stands for each gap of an address: the newest of each thing."""
    from tournaments.models import Action

    club, newest = tournament.club, tournament.rounds.latest("number")
    entry = tournament.entries.select_related("player").get(number=7)
    game = tournament.rounds.get(number=18).games.latest("board")
    return {
        "club": club.slug,
        "tournament": tournament.slug,
        "code": tournament.short_code,
        "season": tournament.season_id,
        "series": club.series.latest("pk").pk,
        "number": newest.number,
        "after": 18,
        "entry": entry.pk,
        "player": entry.player_id,
        "public_key": entry.player.public_key,
        "game": game.pk,
        "member": club.memberships.latest("pk").pk,
        "action": Action.objects.filter(tournament=tournament).latest("pk").pk,
        "published": club.own_rating_lists.latest("pk").pk,
        "pace": "classical",
        "paper": "all",
        "part": "boards",
        "kind": "192",
        "system": tournament.system,
    }


def _taps() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Each job does the next of its taps."""
    from django.urls import reverse

    from tournaments.models import Action, Game, Tournament, User

    client = _client(User.objects.get(username="admin"))

    def post(name: str, *args: object, **form: str) -> Any:
        form["receipt"] = str(uuid.uuid4())
        answer = client.post(reverse(name, args=[SLUG, *args]), form, headers={"HX-Request": "true"})
        if answer.status_code != 200:
            raise RuntimeError(f"{name}: {answer.status_code}")
        return answer

    to_check_in = Tournament.objects.get(club__slug=SLUG, name=TO_CHECK_IN)
    newest = to_check_in.rounds.latest("number")
    waiting = iter(newest.attendances.filter(presence="unmarked").order_by("pk")[: 2 * RUNS + 4])

    def mark(route: str) -> Any:
        row = next(waiting)
        where = (to_check_in.slug, newest.number, row.entry_id)
        return post(route, *where, presence="present", seen="unmarked", screen="open", known="-1")

    played = Tournament.objects.get(club__slug=SLUG, name=PLAYED)
    board = played.rounds.latest("number").games.earliest("board")

    def enter() -> Any:
        seen = Game.objects.get(pk=board.pk).result
        return post(
            "enter_result", played.slug, board.pk, result="0-1" if seen == "1-0" else "1-0", seen=seen, screen="boards"
        )

    def enter_and_undo() -> Any:
        enter()
        newest_action = Action.objects.filter(tournament=played).latest("pk")
        return post("undo_action", played.slug, newest_action.pk, round="19", screen="boards")

    yield "TAP check-in", partial(mark, "mark_attendance")
    yield "TAP at the door", partial(mark, "mark_at_door")
    yield "TAP result", enter
    yield "TAP result, and undone", enter_and_undo
    kept = reverse("public_tournament", args=[SLUG, played.slug])
    yield "a kept page", partial(_client().get, kept)
    yield "the front page, ten seconds long", partial(_client().get, reverse("home"))
    yield "the club's kept page", partial(_client().get, reverse("public_club", args=[SLUG]))


# What it takes


def _measured(ask: Callable[[], Any], *, before: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """It was asked once already: what is imported by the first look does not count."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    busy, wall = [], []
    for _run in range(RUNS):
        before()
        began, at = _busy(), time.perf_counter()
        ask()
        wall.append(1_000 * (time.perf_counter() - at))
        busy.append(1_000 * (_busy() - began))
    before()
    with CaptureQueriesContext(connection) as captured:
        ask()
    slowest = max(captured.captured_queries, key=lambda query: float(query["time"]), default={"time": "0", "sql": ""})
    return {
        "queries": len(captured),
        "busy": busy,
        "wall": wall,
        "slowest": [1_000 * float(slowest["time"]), slowest["sql"]],
    }


def _busy() -> float:
    """Seconds of this process and of the one that serves its connection, where that is on this machine."""
    from django.db import connection

    connection.ensure_connection()
    server = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    theirs = int(server.read_text().split()[0]) / 1e9 if server.exists() else 0.0
    return time.process_time() + theirs


def _forget_all() -> None:
    from tests.tools.played import kept
    from tournaments.views.common import page_cache

    kept.forget_all()
    page_cache.forget_all()


if __name__ == "__main__":
    main(re.compile(sys.argv[1] if len(sys.argv) > 1 else ""))
