"""How long something takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from bench._size import sized

RUNS = sized(7, 1)


def median_ms(job: Callable[[], Any], *, before: Callable[[], Any] = lambda: None) -> float:
    """The median in milliseconds of this process's own time, so that neighbours do not count. `before` does not."""
    times = []
    for _ in range(RUNS):
        before()
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return 1_000 * statistics.median(times)


def once_ms(job: Callable[[], Any]) -> float:
    start = time.process_time()
    job()
    return 1_000 * (time.process_time() - start)
