"""The places after each round, as the tables were published."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import Evening
from tournaments.models import PublishedTable
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.rank_history import published_places
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import unpacked_places, unpacked_table

pytestmark = pytest.mark.django_db

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(7)
    for result in RESULTS:
        evening.play(*range(1, 7), result=result)
        evening.finish()
    return evening


def test_they_are_the_places_of_the_standings_after_each_round(evening: Evening) -> None:
    found = published_places([evening.tournament.pk])[evening.tournament.pk]

    assert [each.round_number for each in found] == [1, 2, 3]
    for each in found:
        page = standings_page(evening.tournament, Audience.PUBLIC, after=each.round_number)
        assert each.places == {row.number: row.rank for row in page.rows}
        assert each.last == 7


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_reading_the_places_alone_gives_the_tables_places(system: str) -> None:
    evening = Evening.of(6, system=system)
    evening.play(*range(1, 7))
    evening.tournament.entries.filter(number=6).update(is_guest=True)
    evening.finish()

    (kept,) = PublishedTable.objects.filter(round__tournament=evening.tournament)

    rows = unpacked_table(kept.table).rows
    assert unpacked_places(kept.table) == {row.player: row.place for row in rows if row.place is not None}
    assert 6 not in unpacked_places(kept.table)


def test_a_correction_leaves_them_as_they_were_published(evening: Evening) -> None:
    before = published_places([evening.tournament.pk])

    evening.enter(1, Result.BLACK_WINS, in_round=1)

    assert published_places([evening.tournament.pk]) == before


@pytest.mark.django_db(transaction=True)
def test_each_table_is_read_once(evening: Evening, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    keys = [evening.tournament.pk]
    with django_assert_num_queries(2):
        first = published_places(keys)
    with django_assert_num_queries(1):
        assert published_places(keys) == first
    evening.play(*range(1, 7))
    evening.finish()
    with django_assert_num_queries(2):
        assert [each.round_number for each in published_places(keys)[keys[0]]] == [1, 2, 3, 4]


def test_of_nothing_there_is_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert published_places([]) == {}
