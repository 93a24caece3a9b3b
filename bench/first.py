"""FIRST against peers, against a bare loop, and on fields made to hurt: `python -m bench.first` from the root."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from bench._size import sized
from tournaments.pairing.search.first import first, first_at_least_cost

try:
    import networkx
    import rustworkx
except ImportError as missing:
    print(f"{missing.name} is not here (pip install -r bench/requirements.txt): FIRST is measured without its peers.\n")
    networkx = rustworkx = None

Field: TypeAlias = tuple[list[int], dict[int, set[int]]]

ROUNDS = 5
NETWORKX_UP_TO = 300  # beyond it takes minutes
RUSTWORKX_UP_TO = 1_000  # beyond it is stopped after a while
PATIENCE = sized(20.0, 1.0)  # seconds
NEIGHBOURS = 30  # edges per player that a peer gets at 10,000, where all 50 million do not fit into memory


def median_ms(job: Callable[[], Any], *, least: int = sized(5, 1), seconds: float = sized(0.5, 0.0)) -> float:
    """The median of at least `least` runs, of more if they are short."""
    times: list[float] = []
    until = time.perf_counter() + seconds
    while len(times) < least or (time.perf_counter() < until and len(times) < 1_000):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return 1_000 * statistics.median(times)


# Fields


def field_of(size: int, met: Iterable[tuple[int, int]]) -> Field:
    barred: dict[int, set[int]] = {player: set() for player in range(1, size + 1)}
    for one, other in met:
        barred[one].add(other)
        barred[other].add(one)
    return list(barred), barred


def normal(size: int) -> Field:
    """A Monrad tournament after five rounds in which a better start number wins a bit more often."""
    rng = Random(size)
    order, barred = field_of(size, ())
    points = dict.fromkeys(order, 0)
    for _ in range(ROUNDS):
        pairing = first(order, barred)
        for one, other in pairing.pairs if pairing else ():
            barred[one].add(other)
            barred[other].add(one)
            points[one if rng.random() < 0.5 + 0.4 * (other - one) / size else other] += 1
        order.sort(key=lambda player: -points[player])
    return order, barred


def with_clique(size: int, players: range) -> Field:
    """A normal field in which these places of the list have all met."""
    order, barred = normal(size)
    clique = {order[place] for place in players}
    for player in clique:
        barred[player] |= clique - {player}
    for player in clique:
        for other in barred[player]:
            barred[other].add(player)
    return order, barred


def chain(size: int) -> Field:
    """Everybody has met all but the two beside them on a path that runs anyhow through the list."""
    order = list(range(1, size + 1))
    path = Random(size).sample(order, size)
    barred = {player: set(order) - {player} for player in order}
    for one, other in pairwise(path):
        barred[one].discard(other)
        barred[other].discard(one)
    return order, barred


def star(size: int) -> Field:
    """The last has met all but the first."""
    order, barred = normal(size)
    for player in order[1:-1]:
        barred[player].add(order[-1])
        barred[order[-1]].add(player)
    barred[order[0]].discard(order[-1])
    barred[order[-1]].discard(order[0])
    return order, barred


def only_one_pairing(size: int) -> Field:
    """Everybody has met everybody but one."""
    players = list(range(1, size + 1))
    Random(size).shuffle(players)
    left = dict(zip(players[::2], players[1::2], strict=True))
    left |= {other: one for one, other in left.items()}
    everybody = set(players)
    return sorted(players), {player: everybody - {player, left[player]} for player in players}


def two_camps(size: int) -> Field:
    """Two odd camps, each of which has met the whole other: impossible."""
    upper = set(range(1, (size // 2 | 1) + 1))
    lower = set(range(1, size + 1)) - upper
    return sorted(upper | lower), dict.fromkeys(upper, lower) | dict.fromkeys(lower, upper)


def two_cliques(size: int) -> Field:
    """Two odd cliques that have met all of their own: impossible."""
    upper = set(range(1, (size // 2 | 1) + 1))
    lower = set(range(1, size + 1)) - upper
    cliques = [(player, clique) for clique in (upper, lower) for player in clique]
    return sorted(upper | lower), {player: clique - {player} for player, clique in cliques}


HURTING: list[tuple[str, int, Callable[[int], Field]]] = [
    ("bottom 8 of 20 all met", 20, lambda size: with_clique(size, range(size - 8, size))),
    ("bottom 8 of 100 all met", 100, lambda size: with_clique(size, range(size - 8, size))),
    ("bottom 8 of 1,000 all met", 1_000, lambda size: with_clique(size, range(size - 8, size))),
    ("bottom 40 of 100 all met", 100, lambda size: with_clique(size, range(size - 40, size))),
    ("bottom 200 of 1,000 all met", 1_000, lambda size: with_clique(size, range(size - 200, size))),
    ("bottom 400 of 1,000 all met", 1_000, lambda size: with_clique(size, range(size - 400, size))),
    ("500 of 1,000 all met", 1_000, lambda size: with_clique(size, range(size - 500, size))),
    ("top 500 of 1,000 all met", 1_000, lambda size: with_clique(size, range(500))),
    ("every second of 1,000 all met", 1_000, lambda size: with_clique(size, range(0, size, 2))),
    ("501 of 1,000 all met: impossible", 1_000, lambda size: with_clique(size, range(size - 501, size))),
    ("two odd cliques of 100: impossible", 100, two_cliques),
    ("two odd cliques of 1,000: impossible", 1_000, two_cliques),
    ("two odd camps of 100: impossible", 100, two_camps),
    ("two odd camps of 1,000: impossible", 1_000, two_camps),
    ("only one pairing left, 100", 100, only_one_pairing),
    ("only one pairing left, 1,000", 1_000, only_one_pairing),
    ("star of 1,000", 1_000, star),
    ("chain of 100", 100, chain),
    ("chain of 1,000", 1_000, chain),
    ("bottom 8 of 10,000 all met", 10_000, lambda size: with_clique(size, range(size - 8, size))),
    ("bottom 300 of 10,000 all met", 10_000, lambda size: with_clique(size, range(size - 300, size))),
]


# Jobs


def bare_loop(order: list[int], pairs: tuple[tuple[int, int], ...]) -> Callable[[], object]:
    """The least that anything with pairs does: looks both players up and appends."""
    place = dict(zip(order, range(len(order)), strict=True))

    def loop() -> list[tuple[int, int]]:
        found = []
        for one, other in pairs:
            found.append((place[one], place[other]))
        return found

    return loop


def edges(field: Field, neighbours: int) -> list[tuple[int, int, int]]:
    """The allowed pairs, by places; the nearer on the list, the heavier. A peer's optimum is a complete near-in-list
    pairing, the closest to FIRST that a weighted matching of small numbers can be asked for."""
    order, barred = field
    size = len(order)
    return [
        (i, j, size - (j - i))
        for i in range(size)
        for j in range(i + 1, min(size, i + 1 + neighbours))
        if order[j] not in barred[order[i]]
    ]


def with_rustworkx(field: Field, neighbours: int) -> Callable[[], object]:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(field[0])
    graph.add_edges_from(edges(field, neighbours))
    return lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def with_networkx(field: Field) -> Callable[[], object]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges(field, len(field[0])))
    return lambda: networkx.max_weight_matching(graph, maxcardinality=True)


def stopped_after(seconds: float, job: Callable[[], object]) -> float | None:
    """One run in a process of its own, in milliseconds; None if it had to be stopped."""
    process = multiprocessing.get_context("fork").Process(target=job)
    start = time.perf_counter()
    process.start()
    process.join(seconds)
    if process.is_alive():
        process.terminate()
        process.join()
        return None
    return 1_000 * (time.perf_counter() - start)


# Tables


def against_peers() -> dict[int, float]:
    print(f"FIRST after {ROUNDS} rounds; medians of at least 5; in brackets how many times FIRST's time.")
    print("Peers: maximum weight matching of the allowed pairs, without building their graph.")
    print(f"{'players':>8} {'FIRST ms':>9} {'bare loop ms':>20} {'rustworkx ms':>22} {'networkx ms':>22}")
    took = {}
    for size in sized((20, 100, 300, 1_000, 10_000), (20, 100)):
        field = normal(size)
        pairing = first(*field)
        took[size] = ours = median_ms(partial(first, *field))
        loop = median_ms(bare_loop(field[0], pairing.pairs if pairing else ()))
        cells = [
            f"{loop:.4f} (FIRST {ours / loop:.1f} ×)".rjust(20),
            rust_cell(field, ours),
            networkx_cell(field, ours),
        ]
        print(f"{size:>8,} {ours:>9.3f} {' '.join(cells)}", flush=True)
    return took


def rust_cell(field: Field, ours: float) -> str:
    size = len(field[0])
    if rustworkx is None:
        return "not here".rjust(22)
    if size <= RUSTWORKX_UP_TO:
        ms = median_ms(with_rustworkx(field, size))
        return f"{ms:,.2f} ({ms / ours:,.0f} ×)".rjust(22)
    ms_once = stopped_after(PATIENCE, with_rustworkx(field, NEIGHBOURS))
    if ms_once is None:
        return f"> {1_000 * PATIENCE:,.0f} (> {1_000 * PATIENCE / ours:,.0f} ×)".rjust(22)
    return f"{ms_once:,.0f} ({ms_once / ours:,.0f} ×)".rjust(22)


def networkx_cell(field: Field, ours: float) -> str:
    if networkx is None:
        return "not here".rjust(22)
    if len(field[0]) > NETWORKX_UP_TO:
        return "not measured".rjust(22)
    ms = median_ms(with_networkx(field))
    return f"{ms:,.2f} ({ms / ours:,.0f} ×)".rjust(22)


def against_hurting_fields(took: dict[int, float]) -> None:
    print("\nFields made to hurt; in brackets how many times a normal field of that size.")
    for name, size, make in HURTING[: sized(len(HURTING), 2)]:
        field = make(size)
        ms = median_ms(partial(first, *field))
        print(f"{name:<38} {ms:>9.3f} ms {ms / took[size]:>8.1f} ×", flush=True)


def all_met(size: int) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Everybody has met everybody, some twice, last in any round."""
    rng = Random(size)
    return {(i, j): (1, rng.choice((1, 1, 2)), rng.randint(1, size)) for i in range(1, size + 1) for j in range(1, i)}


def lower_half_met(size: int) -> dict[tuple[int, int], tuple[int, int, int]]:
    """The lower half and one more have met each other: one rematch is enough, and most pairs cost the same."""
    return {(i, j): (1, 1, 5) for i in range(size // 2, size + 1) for j in range(size // 2, i)}


def cost_from(costs: dict[tuple[int, int], tuple[int, int, int]]) -> Callable[[int, int], tuple[int, ...] | None]:
    return lambda one, other: costs.get((max(one, other), min(one, other)))


def at_least_cost() -> None:
    print("\nFIRST at least cost, where nothing fits without a rematch.")
    for make in (all_met, lower_half_met):
        for size in sized((20, 60, 61, 100, 300, 1_000), (20, 61)):
            costs = make(size)
            order = list(range(1, size + 1))
            bye = order[::-1] if size % 2 else None
            job = partial(first_at_least_cost, order, {}, cost_from(costs), bye=bye)
            print(f"{make.__name__:<16} {size:>6,} {median_ms(job):>12.1f} ms", flush=True)


if __name__ == "__main__":
    normal_took = against_peers()
    against_hurting_fields(normal_took)
    at_least_cost()
