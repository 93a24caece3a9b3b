"""Each reader, on its dearest files: of twice the size it does twice the work and takes twice the memory, or refuses.

Work is counted in calls, the same on every machine; `soak.readers` does it with large files and measures time, too.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.tools.fuzzing.dear_shapes import FORMATS, Cost, Reader, Shape, cost_of, growth, is_small, was_taken
from tests.tools.guards.layers import first_fast

FIRST, LARGEST = 12, 2_000
AT_LEAST = {"sevilla": 80}
"""Where it takes so many to tell."""


def large_enough(read: Reader, shape: Shape, first: int, least: Cost) -> int:
    """To tell how it grows; some are refused at any size."""
    size = first
    while size < LARGEST and is_small(cost_of(read, shape(size)).beyond(least)):
        size *= 3
    return size


@pytest.mark.parametrize(
    "format_name", first_fast(2, ["ssf", "fide xml", *sorted(FORMATS.keys() - {"ssf", "fide xml"})])
)
def test_work_and_memory_grow_with_the_file(format_name: str) -> None:
    read, shapes = FORMATS[format_name]
    wrong = []
    for name, shape in shapes.items():
        was_taken(read, shape(FIRST))  # what is loaded at the first time is no work of this file
        least = cost_of(read, shape(2))
        size = large_enough(read, shape, AT_LEAST.get(format_name, FIRST), least)
        costs = [cost_of(read, shape(times * size)).beyond(least) for times in (1, 2, 4)]
        for smaller, larger in pairwise(costs):
            wrong += [f"{name}: {what}" for what in growth((format_name, name), smaller, larger)]

    assert wrong == []


@pytest.mark.parametrize("format_name", FORMATS)
def test_some_of_the_shapes_are_taken(format_name: str) -> None:
    """Or nothing but refusals would be measured."""
    read, shapes = FORMATS[format_name]

    assert sum(was_taken(read, shape(10)) for shape in shapes.values()) > len(shapes) // 4


def test_what_grows_faster_is_found() -> None:
    small, large = (
        Cost(calls=calls, peak=peak, is_taken=True) for calls, peak in ((10_000, 10**6), (30_000, 3 * 10**6))
    )

    assert len(growth(("trf", "players"), small, large)) == 2
    assert growth(("trf", "players"), small, small) == []
