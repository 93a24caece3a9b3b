"""How much work something is, in calls: as many on a busy machine as on an idle one."""

from __future__ import annotations

import sys
from collections.abc import Callable


def calls_of(job: Callable[[], object]) -> int:
    """Of functions, those of the standard library and of C too."""
    count = 0

    def see(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        job()
    finally:
        sys.setprofile(before)
    return count
