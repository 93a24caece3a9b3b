"""What other processes bring about is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(holds: Callable[[], bool], seconds: float = 60) -> float:
    """How long it took."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < seconds, "it does not come about"
        time.sleep(0.02)
    return time.monotonic() - began
