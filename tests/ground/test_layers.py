"""Which tests run on PostgreSQL: the mark comes by itself wherever a database is touched."""

from __future__ import annotations

import pytest
from django.test import TestCase
from pytest_django import DjangoDbBlocker

from tests.tools.layers import first_fast


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
