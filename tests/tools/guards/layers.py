"""Which tests run where: `make check` runs the fast ones, PostgreSQL those that are marked for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import TransactionTestCase


def first_fast(fast: int, cases: Iterable[Any]) -> list[Any]:
    """For pytest.mark.parametrize: the first so many as they are, the others slow. A tuple is several arguments."""
    cases = list(cases)
    assert 0 < fast < len(cases), "either all of them would be fast, or none"
    return [*cases[:fast], *(_slow(case) for case in cases[fast:])]


def _slow(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)


def first_on_postgresql(cases: Iterable[Any], kind: Callable[..., object] = lambda *_case: None) -> list[Any]:
    """For pytest.mark.parametrize: of each kind the first runs on PostgreSQL too, as slow or fast as it is."""
    seen: set[object] = set()
    given: list[Any] = []
    for case in map(_as_parameters, cases):
        is_first = (its := kind(*case.values)) not in seen
        seen.add(its)
        marks = [*case.marks, pytest.mark.postgresql] if is_first else case.marks
        given.append(pytest.param(*case.values, marks=marks, id=case.id))
    return given


def _as_parameters(case: Any) -> Any:
    if hasattr(case, "values") and hasattr(case, "marks"):
        return case
    return pytest.param(*(case if isinstance(case, tuple) else (case,)))


_DATABASE = {"db", "transactional_db", "live_server"}
_ITS_KEEPER = {"django_db_setup", "django_db_blocker"}
"""Asked for by some of pytest-django's own fixtures in every test; by one of ours it means a database."""


def touches_database(item: pytest.Item) -> bool:
    """Whether another database could make it another test: all those run on PostgreSQL in `make soak`."""
    if not isinstance(item, pytest.Function):
        return False
    if item.get_closest_marker("django_db") or _DATABASE & {*item.fixturenames}:
        return True
    if item.cls is not None and issubclass(item.cls, TransactionTestCase):
        return True
    ours = (each for known in item._fixtureinfo.name2fixturedefs.values() for each in known if each.baseid)
    return not _ITS_KEEPER.isdisjoint({*item._fixtureinfo.argnames, *(name for each in ours for name in each.argnames)})
