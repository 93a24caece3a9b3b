"""The Berger tables: how long the whole plan of an all-play-all takes, bare and as rounds with their reasons."""

from __future__ import annotations

import time
from collections.abc import Callable

from bench._size import sized
from tournaments.pairing.systems.all_play_all import AllPlayAll
from tournaments.pairing.systems.all_play_all.berger import berger
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot

SIZES = sized((10, 40, 100, 256), (10,))
AIM = {100: 5.0}
"""Milliseconds for the bare table."""


def best_ms(job: Callable[[], object], runs: int = 7) -> float:
    took = []
    for _run in range(runs):
        start = time.process_time()
        job()
        took.append(1_000 * (time.process_time() - start))
    return min(took)


def table(size: int) -> list[list[tuple[int, int]]]:
    return [list(berger(size, number)) for number in range(1, size)]


if __name__ == "__main__":
    print(f"{'players':>7} {'table ms':>9} {'aim':>5} {'plan with reasons ms':>21}")
    for size in SIZES:
        entered = TournamentSnapshot(entrants=tuple(Entrant(number=number) for number in range(1, size + 1)))
        bare = best_ms(lambda size=size: table(size))  # type: ignore[misc]
        whole = best_ms(lambda entered=entered: AllPlayAll().schedule(entered), runs=3)  # type: ignore[misc]
        print(f"{size:>7} {bare:>9.2f} {AIM.get(size, ''):>5} {whole:>21.1f}")
