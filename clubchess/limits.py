"""How often something may be done by one address or one card: far above what anybody needs, against what never ends.

Counted in the process: nothing is written of it, and each process lets as many through.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable

_KEPT = 20_000
"""So many are counted at a time, the latest: the counters themselves have an end."""


class Limit:
    """So many times in so many seconds, which begin with the first of them."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._counts: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()
        _all.append(self)

    def allows(self, key: Hashable) -> bool:
        """Counts this time too."""
        now = time.monotonic()
        with self._lock:
            since, count = self._counts.pop(key, (now, 0))
            if now - since > self._seconds:
                since, count = now, 0
            self._counts[key] = since, count + 1
            if len(self._counts) > _KEPT:
                self._counts.popitem(last=False)
        return count < self._most

    def forget(self) -> None:
        with self._lock:
            self._counts.clear()


_all: list[Limit] = []


def forget_all() -> None:
    for limit in _all:
        limit.forget()
