"""Public pages of the largest tournaments that may be: `python -m bench.largest [PLAYERS ROUNDS]`.

Each address that the public can open, the first and last of each kind, rendered once in a process that has kept
nothing: seconds of the processor, bytes, and the highest memory so far over that of the start.
"""

from __future__ import annotations

import resource
import sys
import time
from itertools import count
from random import Random

from bench._own_database import own_database
from bench._size import sized

SIZES = sized(((2_600, 10), (200, 60)), ((12, 3),))
SLOW, LARGE = 3.0, 150
"""Seconds and megabytes that a page may take."""
SYSTEM = "norwegian_monrad"


def highest() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024


def file_of(players: int, rounds: int) -> bytes:
    """Everybody plays in each round, nobody twice against anybody."""
    import json

    rng = Random(1)
    circle = list(range(2, players + 1))
    played = []
    for number in range(1, rounds + 1):
        ring = [1, *circle]
        pairs = [(ring[place], ring[-1 - place]) for place in range(players // 2)]
        games = [
            {"board": board, "white": white, "black": black, "result": rng.choice(("1-0", "0-1", "1/2-1/2"))}
            for board, (white, black) in zip(count(1), pairs, strict=False)
        ]
        played.append({"number": number, "games": games})
        circle = circle[1:] + circle[:1]
    letters = "abcdefghij"
    names = ("".join(letters[int(digit)] for digit in f"{number:05}").title() for number in range(players))
    people = [{"number": n, "name": f"{name} Given{n}", "rating": 1000 + n % 900} for n, name in zip(count(1), names)]
    file = {"format": "clubchess-tournament", "version": 1, "name": "Open", "system": SYSTEM, "planned_rounds": rounds}
    return json.dumps(file | {"players": people, "rounds": played}).encode()


def measure(players: int, rounds: int) -> None:
    from django.core.cache import cache
    from django.test import Client

    from tests.tools.casts.club_cast import Cast
    from tests.tools.pages.public_pages import addresses_of, first_and_last
    from tournaments.exchange.tournament_formats import read_tournament
    from tournaments.models import Season
    from tournaments.services.files import import_limits, tournament_import
    from tournaments.services.setup.tournaments import Club

    import_limits._MOST_LINES_KEPT = max(import_limits._MOST_LINES_KEPT, players * rounds * rounds)  # it was played
    cast = Cast()
    club = Club.objects.get(pk=cast.club.pk)
    start = time.process_time()
    found = read_tournament(file_of(players, rounds))
    tournament_import.import_tournament(
        club,
        found.file,
        season=Season.objects.filter(club=club).first(),
        name="Open",
        new_players=True,
        people=found.people,
        seen=None,
        actor=cast.kari,
    )
    print(f"{players} players, {rounds} rounds: imported in {time.process_time() - start:.1f} s", flush=True)
    client = Client(headers={"Host": "127.0.0.1"})
    client.get(f"/en/{club.slug}/")
    before, worst, shown = highest(), 0.0, []
    for address in addresses_of(club, choose=first_and_last):
        if "/live/" in address:
            continue
        cache.clear()
        start = time.process_time()
        answer = client.get(address)
        seconds = time.process_time() - start
        size = len(b"".join(answer.streaming_content)) if answer.streaming else len(answer.content)
        worst = max(worst, seconds)
        shown.append((seconds, size, highest() - before, answer.status_code, address))
    for seconds, size, memory, status, address in sorted(shown, reverse=True)[: sized(25, 3)]:
        mark = "SLOW" if seconds > SLOW else "LARGE" if memory > LARGE else ""
        print(f"  {seconds:6.2f} s {size:10,} bytes {memory:6.0f} MB {status} {address} {mark}", flush=True)
    print(f"  {len(shown)} addresses, the slowest {worst:.2f} s", flush=True)


def main() -> None:
    sizes = [tuple(map(int, sys.argv[1:3]))] if len(sys.argv) > 2 else SIZES
    with own_database(with_static_files=True):
        for players, rounds in sizes:
            measure(players, rounds)


if __name__ == "__main__":
    main()
