"""Which cases of a test are part of `make check`, the fast layer; `make test` runs all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_fast(fast: int, cases: Iterable[Any]) -> list[Any]:
    """For pytest.mark.parametrize: the first so many as they are, the others slow. A tuple is several arguments."""
    cases = list(cases)
    assert 0 < fast < len(cases), "either all of them would be fast, or none"
    return [*cases[:fast], *(_slow(case) for case in cases[fast:])]


def _slow(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
