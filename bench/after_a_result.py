"""What the phones ask for after a result, on a real season of 62 players: `python -m bench.after_a_result`.

The live fragments of round, standings and crosstable, each rendered once per result, as the whole application answers
them. CPU milliseconds of this process; each result is another board's, so that no page is one that was there before.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from bench._own_database import own_database
from bench._size import sized
from bench.taps import logged_in

ROUNDS = sized((9, 37), (2,))
RESULTS = sized(24, 2)
PAGES = ("public_tournament", "public_standings", "public_crosstable")


def after_results(number: int, application: Callable[..., Any]) -> dict[str, list[float]]:
    """By page, the time after each result; the first result finds nothing kept and is left out."""
    from tests.tools.casts.real_season import real_season

    cast = real_season(number, slug=f"round-{number}")
    cast.check_in()
    cast.publish()
    browser = logged_in(application, cast)
    times: dict[str, list[float]] = {name: [] for name in PAGES}
    for place, game in enumerate(cast.games[: RESULTS + 1]):
        browser.tap(
            cast.url("enter_result", game.pk),
            {"result": ("1-0", "0-1", "1/2-1/2")[place % 3], "seen": game.result, "screen": "boards"},
        )
        for name in PAGES:
            start = time.process_time()
            answer = browser.get(f"{cast.url(name)}live/")
            times[name].append(1_000 * (time.process_time() - start))
            if not answer.status.startswith("200"):
                raise RuntimeError(answer.status)
    return {name: each[1:] for name, each in times.items()}


def main() -> None:
    with own_database(with_static_files=True):
        from clubchess.wsgi import application

        print(f"Medians of {RESULTS} results, CPU milliseconds.")
        for number in ROUNDS:
            times = after_results(number, application)
            medians = {name.removeprefix("public_"): statistics.median(each) for name, each in times.items()}
            cells = ", ".join(f"{name} {median:.1f}" for name, median in medians.items())
            together = statistics.median(map(sum, zip(*times.values(), strict=True)))
            print(f"Round {number}: {cells}; together {together:.1f}", flush=True)


if __name__ == "__main__":
    main()
