"""Which tests run where: what is marked by itself, by a helper, and what must not lack its mark."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import TestCase
from pytest_django import DjangoDbBlocker

from tests.tools.guards.layers import first_fast, first_on_postgresql


def is_marked(request: pytest.FixtureRequest) -> bool:
    return request.node.get_closest_marker("database") is not None


@pytest.fixture
def a_database_of_our_own(django_db_blocker: DjangoDbBlocker) -> None:
    """As fixtures that make one begin."""


@pytest.fixture
def standing_on_it(a_database_of_our_own: None) -> None:
    """As fixtures that fill one."""


def test_what_asks_for_nothing_touches_none(request: pytest.FixtureRequest) -> None:
    assert not is_marked(request)


@pytest.mark.django_db
def test_the_mark_of_pytest_django_is_enough(request: pytest.FixtureRequest) -> None:
    assert is_marked(request)


def test_a_fixture_with_a_database_is_enough(db: None, request: pytest.FixtureRequest) -> None:
    assert is_marked(request)


def test_a_fixture_of_a_fixture_that_makes_one_is_enough(standing_on_it: None, request: pytest.FixtureRequest) -> None:
    assert is_marked(request)


def test_asking_for_its_keeper_is_enough(django_db_blocker: DjangoDbBlocker, request: pytest.FixtureRequest) -> None:
    assert is_marked(request)


class TestDjangosOwn(TestCase):
    @pytest.fixture(autouse=True)
    def _own_mark(self, request: pytest.FixtureRequest) -> None:
        self.marked = is_marked(request)

    def test_djangos_own_test_cases_are_marked(self) -> None:
        assert self.marked


@pytest.mark.parametrize("case", first_fast(1, [1, 2]))
def test_of_the_cases_all_but_the_first_are_slow(case: int, request: pytest.FixtureRequest) -> None:
    assert (request.node.get_closest_marker("slow") is not None) == (case == 2)


def test_fast_cases_of_a_pair_stay_as_they_are() -> None:
    fast, slow = first_fast(1, [("a", 1), ("b", 2)])

    assert fast == ("a", 1)
    assert slow.values == ("b", 2)


def test_of_each_kind_the_first_case_runs_on_postgresql_as_fast_as_it_is() -> None:
    cases = first_on_postgresql(first_fast(1, [("a", 1), ("a", 2), ("b", 3)]), kind=lambda name, _number: name)

    assert [case.values for case in cases] == [("a", 1), ("a", 2), ("b", 3)]
    assert [[mark.name for mark in case.marks] for case in cases] == [["postgresql"], ["slow"], ["slow", "postgresql"]]


_FOR_ITS_SAKE = ("tests.tools.played.at_once import", 'vendor != "postgresql"')
_MARKS = ("mark.postgresql", "on_postgresql")


def test_what_races_or_is_of_postgresql_alone_runs_there() -> None:
    """Several at once wait for rows there, and for the whole file on SQLite."""
    here = Path(__file__)
    files = {file: file.read_text() for file in here.parents[1].rglob("test_*.py") if file != here}
    races = {file for file in files if file.parent.name == "processes"}
    races |= {file for file, text in files.items() if any(each in text for each in _FOR_ITS_SAKE)}
    assert len(races) > 15
    assert races - {file for file, text in files.items() if any(each in text for each in _MARKS)} == set()
