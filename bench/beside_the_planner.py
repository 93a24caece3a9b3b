"""How long results take to enter while a planner plays beside them: `python -m bench.beside_the_planner [TAPS]`.

By the clock on the wall, since it is the others' work that could be felt. The thread that follows the planner's
processes runs in this process, as in `manage.py serve`; a tap comes every 50 ms.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time

from bench._own_database import own_database
from bench._size import sized
from bench.taps import logged_in

_PAUSE = 0.05


def main() -> None:
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with own_database(with_static_files=True):
        from clubchess.wsgi import application
        from tests.tools.casts.real_season import real_season

        cast = real_season(10, slug="beside")
        cast.check_in()
        cast.publish()
        browser = logged_in(application, cast)
        games = cast.games
        stands = dict.fromkeys(range(len(games)), "*")

        def entered(count: int) -> list[float]:
            times = []
            for number in range(count):
                at = number % len(games)
                result = "0-1" if stands[at] == "1-0" else "1-0"
                form = {"result": result, "seen": stands[at], "screen": "boards"}
                began = time.perf_counter()
                answer = browser.tap(cast.url("enter_result", games[at].pk), form)
                times.append(1_000 * (time.perf_counter() - began))
                if not answer.status.startswith("200"):
                    raise RuntimeError(answer.status)
                stands[at] = result
                time.sleep(_PAUSE)
            return times

        entered(sized(20, 1))
        _tell("alone", entered(taps))
        over = threading.Event()
        planner = threading.Thread(target=_plan, args=(over,))
        planner.start()
        time.sleep(sized(3, 0))  # until its processes play
        _tell("beside the planner", entered(taps))
        over.set()
        planner.join()


def _plan(over: threading.Event) -> None:
    from bench.planner import FIELD
    from tournaments.services.clubs.simulation_processes import played_apart

    for _moment in played_apart("fide_dutch", "", FIELD, seed="1", numbers=range(10_000), seconds=float("inf")):
        if over.is_set():
            return


def _tell(name: str, times: list[float]) -> None:
    middle, most = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(
        f"{name:<20} {len(times)} results: median {middle:.1f} ms, p95 {most:.1f} ms, slowest {max(times):.1f} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
