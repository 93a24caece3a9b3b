"""Categories: who is in them, places anew inside, and one prize a person."""

from dataclasses import replace

import pytest

from tests.tools.pairing.series import ANNA, BO, CATO, DAG, event, series
from tournaments.pairing.series.categories import Category, CategoryKind, FixedAt
from tournaments.pairing.series.options import SeriesOptions
from tournaments.pairing.series.table import series_table
from tournaments.pairing.series.types import EventResults, Line, SeriesPerson, SeriesTable

RATINGS = {ANNA: 1900, BO: 1700, CATO: 1699}
LATER = {ANNA: 1900, BO: 1690, CATO: 1720, DAG: 1500}
EVENTS = (
    event(1, ANNA, BO, CATO, DAG, ratings=RATINGS),
    event(2, BO, ANNA, DAG, CATO, ratings=LATER),
)
UNDER_1700 = Category(kind=CategoryKind.RATING, low=0, high=1699)


def of(category: Category, *, people: tuple[SeriesPerson, ...] | None = None) -> SeriesTable:
    given = series(*EVENTS)
    given = given if people is None else replace(given, people=people)
    return series_table(given, SeriesOptions(), [category]).categories[0]


def totals(table: SeriesTable) -> list[tuple[int, int | None, int]]:
    return [(row.person, row.place, int(row.total)) for row in table.rows]


def test_who_is_in_a_rating_group_is_fixed_at_the_first_event_and_unrated_counts_as_nothing() -> None:
    assert totals(of(UNDER_1700)) == [(CATO, 1, 11), (DAG, 1, 11)]


def test_a_group_that_starts_above_nothing_has_nobody_without_a_rating() -> None:
    assert [row.person for row in of(replace(UNDER_1700, low=1)).rows] == [CATO]


def test_a_category_can_be_looked_at_anew_at_each_event() -> None:
    assert totals(of(replace(UNDER_1700, at=FixedAt.EACH))) == [(DAG, 1, 11), (BO, 2, 10), (CATO, 3, 6)]


def test_a_category_can_go_by_the_rating_at_the_start() -> None:
    people = (
        SeriesPerson(key=ANNA, rating=1650),
        SeriesPerson(key=BO, rating=1800),
        SeriesPerson(key=CATO),
        SeriesPerson(key=DAG),
    )
    assert {row.person for row in of(replace(UNDER_1700, at=FixedAt.START), people=people).rows} == {ANNA, CATO, DAG}


def test_places_can_be_given_anew_inside() -> None:
    assert totals(of(replace(UNDER_1700, own_places=True))) == [(CATO, 1, 18), (DAG, 1, 18)]


@pytest.mark.parametrize(("born", "is_in"), [(2010, True), (2009, False), (None, False)])
def test_a_junior_turns_at_most_sixteen_in_the_year_in_which_the_series_starts(born: int | None, is_in: bool) -> None:
    people = tuple(SeriesPerson(key=key, birth_year=born if key == ANNA else None) for key in (ANNA, BO, CATO, DAG))
    table = of(Category(kind=CategoryKind.AGE, high=16), people=people)
    assert [row.person for row in table.rows] == ([ANNA] if is_in else [])


def test_women_newcomers_those_listed_and_groups() -> None:
    people = tuple(SeriesPerson(key=key, is_newcomer=key == DAG, is_woman=key == ANNA) for key in (ANNA, BO, CATO, DAG))
    assert [row.person for row in of(Category(kind=CategoryKind.NEWCOMER), people=people).rows] == [DAG]
    assert [row.person for row in of(Category(kind=CategoryKind.WOMEN), people=people).rows] == [ANNA]
    listed = Category(kind=CategoryKind.LISTED, people=frozenset({BO, 99}))
    assert [row.person for row in of(listed).rows] == [BO]
    lines = (Line(person=ANNA, points=EVENTS[0].lines[0].points, place=1, group=2),)
    table = series_table(
        series(EventResults(key=1, lines=lines)), SeriesOptions(), [Category(kind=CategoryKind.GROUP, low=2, high=2)]
    )
    assert [row.person for row in table.categories[0].rows] == [ANNA]


@pytest.mark.parametrize(("one_prize", "in_category"), [(True, (DAG,)), (False, (CATO, DAG))])
def test_whoever_has_a_prize_leaves_the_next_one_to_those_behind(one_prize: bool, in_category: tuple[int, ...]) -> None:
    table = series_table(
        series(event(1, ANNA, CATO, BO, DAG, ratings=RATINGS)),
        SeriesOptions(prizes=2, one_prize=one_prize),
        [replace(UNDER_1700, prizes=1 if one_prize else 2)],
    )
    of_all = [(prize.place, prize.people) for prize in table.prizes if prize.category is None]
    assert of_all == [(1, (ANNA,)), (2, (CATO,))]
    assert tuple(person for prize in table.prizes if prize.category == 0 for person in prize.people) == in_category
