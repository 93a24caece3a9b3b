"""What pairing, publishing and the next round ask of the database and of the processor: `python -m bench.round_verbs`.

46 players in round 9, attendance as it is, by the services alone: no request, no page. Queries as Django counts them,
BEGIN and COMMIT among them; CPU milliseconds of this process, the median of several such rounds.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from bench._own_database import own_database
from bench._size import sized

if TYPE_CHECKING:
    from tests.tools.casts.factories import Evening

PLAYERS = sized(46, 8)
ROUNDS = sized(8, 1)
"""Played before anything is measured."""
MEASURED = sized(5, 1)
SYSTEMS = sized(("attendance_monrad", "keizer", "norwegian_monrad", "fide_dutch"), ("attendance_monrad",))
VERBS = ("pair", "publish", "open the next round")


def of(system: str) -> dict[str, tuple[int, float]]:
    """By verb: queries of the last such round, milliseconds."""
    from tests.tools.casts.factories import Evening

    evening, rng = Evening.of(PLAYERS, system=system, slug=system.replace("_", "-")), Random(1)
    evening.open()
    for _ in range(ROUNDS):
        play(evening, rng, lambda _name, verb: verb())
    times: dict[str, list[float]] = {name: [] for name in VERBS}
    counts: dict[str, int] = {}

    def measured(name: str, verb: Callable[[], Any]) -> None:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as captured:
            start = time.process_time()
            verb()
            times[name].append(1_000 * (time.process_time() - start))
        counts[name] = len(captured)
        if os.environ.get("STATEMENTS"):
            print("\n".join(f"    {name}: {each['sql'][:200]}" for each in captured.captured_queries))

    for _ in range(MEASURED):
        play(evening, rng, measured)
    return {name: (counts[name], statistics.median(times[name])) for name in VERBS}


def play(evening: Evening, rng: Random, measured: Callable[[str, Callable[[], Any]], Any]) -> None:
    """From check-in to the check-in of the next round."""
    from tournaments.models import Game
    from tournaments.pairing.types.snapshot import Result

    evening.check_in(*rng.sample(range(1, PLAYERS + 1), PLAYERS - rng.randrange(5)))
    measured("pair", evening.pair)
    measured("publish", evening.publish)
    for board in sorted(Game.objects.filter(round=evening.round).values_list("board", flat=True)):
        evening.enter(board, rng.choice([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]))
    measured("open the next round", evening.open)


def main() -> None:
    with own_database():
        for system in SYSTEMS:
            print(system)
            for name, (queries, milliseconds) in of(system).items():
                print(f"  {name:<20} {queries:3} queries, {milliseconds:6.1f} ms", flush=True)


if __name__ == "__main__":
    main()
