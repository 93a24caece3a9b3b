"""Which tests run where: `make check` runs the fast layer, and PostgreSQL those that touch a database."""

from __future__ import annotations

from collections.abc import Iterable
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


_DATABASE = {"db", "transactional_db", "live_server"}
_ITS_KEEPER = {"django_db_setup", "django_db_blocker"}
"""Asked for by some of pytest-django's own fixtures in every test; by one of ours it means a database."""


def touches_database(item: pytest.Item) -> bool:
    """The tests that run on PostgreSQL, too."""
    if not isinstance(item, pytest.Function):
        return False
    if item.get_closest_marker("django_db") or _DATABASE & {*item.fixturenames}:
        return True
    if item.cls is not None and issubclass(item.cls, TransactionTestCase):
        return True
    ours = (each for known in item._fixtureinfo.name2fixturedefs.values() for each in known if each.baseid)
    return not _ITS_KEEPER.isdisjoint({*item._fixtureinfo.argnames, *(name for each in ours for name in each.argnames)})
