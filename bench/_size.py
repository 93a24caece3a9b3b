"""How large: as it is measured, or with SMALLEST=1 only as large as shows that it still runs.

So tests/clubchess/test_bench_and_soak.py starts each program of bench/ and of soak/.
"""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

IS_SMALLEST = os.environ.get("SMALLEST") == "1"


def sized(usual: T, smallest: T) -> T:
    return smallest if IS_SMALLEST else usual
