"""One-time codes change every thirty seconds: a test that uses them has a clock that stands still."""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.utils import timezone
from time_machine import travel


def clock_between_codes() -> AbstractContextManager[object]:
    """Now, in the middle of a code's half minute: nothing that a test does falls on its edge."""
    return travel(timezone.now().replace(second=15, microsecond=0), tick=False)
