"""Each reader on its dearest files, each twice as large as the one before: `python -m soak.readers [SIZE] [format …]`.

Of each format, by size: the most calls, seconds and memory that any shape took, and which. Ends with 1 where one
grew by more than it may, or took longer than ten seconds. SIZE is that of the largest, in lines, members or characters.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from itertools import pairwise

import django

LARGEST = 4_000
MOST_BYTES = 25_000_000
"""No request is larger."""
LONGEST = 10
"""Seconds of the processor."""


def main() -> int:
    given = sys.argv[1:]
    largest = int(given[0]) if given else LARGEST
    django.setup()
    warnings.simplefilter("ignore")

    from tests.tools.fuzzing.dear_shapes import FORMATS, Cost, cost_of, growth, was_taken

    sizes = [max(4, largest // part) for part in (4, 2, 1)]
    print(f"{'':16} {'size':>7} {'calls':>12} {'seconds':>8} {'peak MB':>8}   dearest in calls; seconds; memory")
    wrong = []
    for format_name in given[1:] or FORMATS:
        read, shapes = FORMATS[format_name]
        costs: dict[int, dict[str, tuple[Cost, float]]] = {size: {} for size in sizes}
        for name, shape in shapes.items():
            was_taken(read, shape(12))
            least = cost_of(read, shape(2))
            for size in sizes:
                data = shape(size)
                if len(data) > MOST_BYTES:
                    break
                begun = time.process_time()
                was_taken(read, data)
                seconds = time.process_time() - begun
                costs[size][name] = cost_of(read, data).beyond(least), seconds
                if seconds > LONGEST:
                    wrong.append(f"{format_name}, {name}, {size:,}: {seconds:.1f} s")
                    break
            there = [costs[size][name][0] for size in sizes if name in costs[size]]
            for smaller, larger in pairwise(there):
                wrong += [f"{format_name}, {name}: {what}" for what in growth((format_name, name), smaller, larger)]
        for size in sizes:
            by_calls = max(costs[size], key=lambda name: costs[size][name][0].calls)
            by_time = max(costs[size], key=lambda name: costs[size][name][1])
            by_peak = max(costs[size], key=lambda name: costs[size][name][0].peak)
            print(
                f"{format_name:16} {size:7,} {costs[size][by_calls][0].calls:12,} {costs[size][by_time][1]:8.2f} "
                f"{costs[size][by_peak][0].peak / 1e6:8.1f}   {by_calls}; {by_time}; {by_peak}",
                flush=True,
            )
    for each in wrong:
        print(f"  TOO MUCH: {each}")
    print(f"readers: {len(wrong)} of {sum(len(shapes) for _read, shapes in FORMATS.values())} shapes took too much")
    return 1 if wrong else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    sys.exit(main())
