"""Each system on normal fields and on fields made to hurt: `python -m bench.systems` from the root."""

from __future__ import annotations

import math
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from bench._clock import median_ms
from bench._size import sized
from bench.first import NEIGHBOURS, bare_loop, rustworkx, with_rustworkx
from tests.tools.pairing import played_out
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.opponents.score_groups import pair_score_groups
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.search.first import first, first_at_least_cost
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.snapshot import TournamentSnapshot

SIZES = sized({20: 19, 60: 59, 200: 40, 1_000: 15, 10_000: 8}, {60: 5})
"""Players, and the latest round looked at; small fields end where nobody can be paired any more."""
FROM_HERE_LENT = 1_000  # so large fields are played up to their round by the quickest system, for all
SHORT, LONG = 250.0, 2_000.0  # ms: what takes less altogether runs on, what takes more runs once
PATIENCE, OUR_PATIENCE = 20.0, 60.0  # seconds for a peer, and for one of ours
T = TypeVar("T")
SEARCHES = (first, first_at_least_cost, pair_score_groups)


def every_system() -> dict[str, PairingSystem]:
    """Also as their presets."""
    found = {}
    for code, kind in SYSTEMS.items():
        for preset in (None, *kind.info.presets):
            system = configured(kind, {}, preset=preset)
            # Where the table is the system's own, presets differ in values alone.
            if preset is None or system.capabilities().is_sum_of_rounds:
                found[preset or code] = system
    return found


# Clocks


class Searching:
    """How long the outermost searches took: what is left of pairing is the record, colours and reasons."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.depth = 0

    def timed(self, search: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            start = time.process_time()
            self.depth += 1
            try:
                return search(*args, **kwargs)
            finally:
                self.depth -= 1
                if not self.depth:
                    self.seconds += time.process_time() - start

        return run


@contextmanager
def watched() -> Iterator[Searching]:
    """While this lasts, every module that searches is timed."""
    searching = Searching()
    modules = [module for name, module in sys.modules.items() if name.startswith("tournaments.pairing")]
    replaced = [
        (module, name, value)
        for module in modules
        for name, value in vars(module).items()
        if any(value is search for search in SEARCHES)
    ]
    for module, name, value in replaced:
        setattr(module, name, searching.timed(value))
    try:
        yield searching
    finally:
        for module, name, value in replaced:
            setattr(module, name, value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Took:
    """In milliseconds of this process's own time; `search` is the part in which it is decided who meets whom."""

    whole: float
    search: float


def measured(system: PairingSystem, snapshot: TournamentSnapshot) -> Took:
    """The medians of at least five runs, of this process's own time; of one run where that is long."""
    runs: list[tuple[float, float]] = []
    with watched() as searching:
        while len(runs) < 5 or (sum(whole for whole, _search in runs) < SHORT and len(runs) < 100):
            searching.seconds = 0.0
            start = time.process_time()
            played_out.paired_or_none(system, snapshot)
            runs.append((1_000 * (time.process_time() - start), 1_000 * searching.seconds))
            if runs[0][0] > LONG:
                break
    return Took(whole=statistics.median(run[0] for run in runs), search=statistics.median(run[1] for run in runs))


def apart(seconds: float, job: Callable[[], T]) -> T | None:
    """What the job finds, in a process of its own; None if it had to be stopped."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=lambda: there.send(job()))
    process.start()
    found: T | None = here.recv() if here.poll(seconds) else None
    process.terminate()
    process.join()
    return found


def once(job: Callable[[], object]) -> float:
    start = time.process_time()
    job()
    return 1_000 * (time.process_time() - start)


def ms(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


# The peer


class Peer:
    """Maximum weight matching of those who may meet, the nearer in the table the heavier."""

    def __init__(self) -> None:
        self.at_most: dict[int, str] = {}
        """Sizes at which it ran out of time: asked once."""

    def cell(self, system: PairingSystem, snapshot: TournamentSnapshot, took: Took) -> str:
        if rustworkx is None:
            return "not here"
        order = [
            player for player in played_out.order_of(system, snapshot) if player in pairing_field(snapshot).present
        ]
        size = len(order)
        if size in self.at_most:
            return self.at_most[size]
        barred = system.capabilities().record(snapshot).barred()
        field = order, {player: set(others) for player, others in barred.items()}
        neighbours = size if size <= 1_000 else NEIGHBOURS
        job = with_rustworkx(field, neighbours)
        took_ms = apart(PATIENCE, partial(once, job)) if size >= 1_000 else median_ms(job)
        if took_ms is None:
            self.at_most[size] = f"> {PATIENCE:.0f} s"
            return self.at_most[size]
        return f"{ms(took_ms)} ({took_ms / took.search:,.0f} ×, {took_ms / took.whole:,.1f} ×)"


# Tables


def fields(system: PairingSystem, quickest: PairingSystem, size: int, latest: int) -> list[TournamentSnapshot]:
    """As they are when rounds 1, 5 and the latest are to be paired."""
    play = quickest if size >= FROM_HERE_LENT else system
    asked = [evening.snapshot for evening in played_out.evenings_of(play, size, rounds=latest) if evening.paired]
    return list({each.next_number: each for each in (asked[0], asked[min(4, len(asked) - 1)], asked[-1])}.values())


def against_peer(systems: dict[str, PairingSystem]) -> dict[str, dict[int, Took]]:
    """What a normal field took in round 5."""
    print(
        "A normal field in round 1, round 5 and the latest feasible or looked at. whole: record, pairing, colours and"
    )
    print("all reasons; search: who meets whom, and in brackets how many times a bare loop over the pairs.")
    print("rustworkx: maximum weight matching without building its graph; how many times the search, and the whole.")
    peer = Peer()
    quickest = configured(SYSTEMS["modified_monrad"], {})
    early: dict[str, dict[int, Took]] = {}
    for name, system in systems.items():
        print(f"\n{name:<20} {'players':>7} {'round':>6} {'whole ms':>9} {'search ms':>20} {'rustworkx ms':>26}")
        took_by: dict[tuple[int, int], Took] = {}
        for size, latest in SIZES.items():
            for snapshot in fields(system, quickest, size, latest):
                took = took_by[size, snapshot.next_number] = measured(system, snapshot)
                loop = bare_loop_ms(size)
                search = f"{ms(took.search)} ({took.search / loop:,.0f} ×)"
                cell = peer.cell(system, snapshot, took)
                print(
                    f"{'':<20} {size:>7,} {snapshot.next_number:>6} {ms(took.whole):>9} {search:>20} {cell:>26}",
                    flush=True,
                )
        early[name] = {size: took for (size, number), took in took_by.items() if number == 5}
        for number in (1, 5):
            print(f"{'':<20} grows by players to the power of {growth(took_by, number)} in round {number}")
    return early


def bare_loop_ms(size: int) -> float:
    loop = bare_loop(list(range(1, size + 1)), tuple((player, player + 1) for player in range(1, size, 2)))
    return median_ms(lambda: [loop() for _ in range(20)]) / 20


def growth(took_by: dict[tuple[int, int], Took], number: int) -> str:
    """1 is linear: between neighbouring sizes."""
    sizes = [size for size in SIZES if (size, number) in took_by]
    powers = [
        math.log(took_by[large, number].whole / took_by[small, number].whole) / math.log(large / small)
        for small, large in pairwise(sizes)
    ]
    return ", ".join(f"{power:.2f}" for power in powers)


LARGE: dict[str, played_out.Field] = {
    "bottom 250 of 1,000 all met": lambda system: played_out.bottom_met(system, 1_000, 250),
    "bottom 500 of 1,000 all met": lambda system: played_out.bottom_met(system, 1_000, 500),
    "two cliques of 300: impossible": lambda system: played_out.two_cliques(system, 300, 0),
    "all 200 had white twice": lambda system: played_out.same_colours(200),
    "all 1,000 had white twice": lambda system: played_out.same_colours(1_000),
    "last round of 200": lambda system: played_out.in_the_last_round(played_out.after(system, 200, 8)),
}


def hurting(systems: dict[str, PairingSystem], early: dict[str, dict[int, Took]]) -> None:
    print("\nFields made to hurt, in ms; whole, the search, and how many times round 5 of a normal field of 60.")
    for name, system in systems.items():
        print(f"\n{name}")
        for field, make in [*{**played_out.HURTING, **LARGE}.items()][: sized(None, 1)]:
            took = apart(OUR_PATIENCE, partial(measured, system, make(system)))
            if took is None:
                print(f"  {field:<42} {f'> {OUR_PATIENCE:.0f} s':>9}", flush=True)
                continue
            normal = early[name][60].whole
            print(f"  {field:<42} {ms(took.whole):>9} {ms(took.search):>9} {took.whole / normal:>8.1f} ×", flush=True)
        for field, whole in sized(rows_of_rounds(system), iter(())):
            print(f"  {field:<42} {ms(whole):>9}", flush=True)


def rows_of_rounds(system: PairingSystem) -> Iterator[tuple[str, float]]:
    """The dearest round of each."""
    season = [
        each.snapshot for each in played_out.evenings_of(system, 60, rounds=40, present=0.3) if each.snapshot.rounds
    ]
    number, whole = dearest(system, season[-10:])
    yield f"60 in 40 rounds, 30 % present: round {number}", whole
    ends = [
        each.snapshot
        for size in (5, 6, 7, 8, 9, *range(10, 61, 5))
        for each in last_rounds(system, size)
        if each.paired
    ]
    worst = max(ends, key=lambda snapshot: measured_once(system, snapshot))
    yield f"last 3 of 5 to 60: {len(worst.entrants)} in round {worst.next_number}", measured(system, worst).whole
    if any(option.code == "elimination" for option in fields_of(type(system))):
        out = configured(type(system), {"elimination": 2})
        evenings = list(played_out.evenings_of(out, 60, rounds=20, draws=0))
        number, whole = dearest(out, [each.snapshot for each in evenings])
        yield f"out after 2, 60, {len(evenings)} rounds: round {number}", whole


def last_rounds(system: PairingSystem, size: int) -> list[played_out.Evening]:
    return list(played_out.evenings_of(system, size, rounds=size))[-3:]


def measured_once(system: PairingSystem, snapshot: TournamentSnapshot) -> float:
    return once(partial(played_out.paired_or_none, system, snapshot))


def dearest(system: PairingSystem, snapshots: list[TournamentSnapshot]) -> tuple[int, float]:
    worst = max(snapshots, key=partial(measured_once, system))
    return worst.next_number, measured(system, worst).whole


def hashing(systems: dict[str, PairingSystem]) -> None:
    """A draw by lot hashes for every player who is free when somebody chooses."""
    one_lot = Lots("5eed" * 16, 1).drawing("partner of 1")
    numbers = range(1, 10_001)
    one_ms = median_ms(lambda: [one_lot(number) for number in numbers]) / len(numbers)
    print("\nLots drawn in round 1, and their part of the time.")
    for name, system in systems.items():
        for size in sized((200, 1_000), (20,)):
            snapshot = played_out.entered(size)
            count = lots_drawn(system, snapshot)
            if count:
                whole = measured(system, snapshot).whole
                print(f"{name:<20} {size:>7,} {count:>12,} lots {100 * count * one_ms / whole:>5.0f} %")


def lots_drawn(system: PairingSystem, snapshot: TournamentSnapshot) -> int:
    drawing = Lots.drawing
    count = 0

    def counted(lots: Lots, purpose: str) -> Callable[[int], bytes]:
        lot = drawing(lots, purpose)

        def count_it(number: int) -> bytes:
            nonlocal count
            count += 1
            return lot(number)

        return count_it

    Lots.drawing = counted  # type: ignore[method-assign, assignment]
    try:
        played_out.paired_or_none(system, snapshot)
    finally:
        Lots.drawing = drawing  # type: ignore[method-assign]
    return count


if __name__ == "__main__":
    chosen = {name: system for name, system in every_system().items() if name in sys.argv[1:] or not sys.argv[1:]}
    hurting(chosen, against_peer(chosen))
    hashing(chosen)
