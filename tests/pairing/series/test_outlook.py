"""What is still possible, held by playing out every end there is."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.pairing.series import ANNA, BO, CATO, DAG, event, series, to_come
from tournaments.pairing.series.options import EventPoints, SeriesOptions, Ties
from tournaments.pairing.series.place_list import place_list
from tournaments.pairing.series.table import series_table
from tournaments.pairing.series.types import EventResults, SeriesInput, SeriesPerson

NEW = 9


def weak_orders(people: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to rank these, shared places and all."""
    if not people:
        yield ()
        return
    for size in range(1, len(people) + 1):
        for first in combinations(people, size):
            rest = tuple(each for each in people if each not in first)
            for behind in weak_orders(rest):
                yield (first, *behind)


def ends(people: tuple[int, ...], key: int, possible: Fraction | None) -> list[EventResults]:
    subsets = chain.from_iterable(combinations(people, size) for size in range(len(people) + 1))
    found = [replace(event(key, *order), possible=possible) for there in subsets for order in weak_orders(there)]
    if possible is None:
        return found
    return [_scored(each, possible, best) for each in found for best in (True, False)]


def _scored(held: EventResults, possible: Fraction, best: bool) -> EventResults:
    """The first with all points or with next to none, the others less."""
    top = possible if best else Fraction(1)
    lines = tuple(replace(line, points=top / line.place**2) for line in held.lines)
    return replace(held, lines=lines)


@st.composite
def begun(draw: st.DrawFn) -> SeriesInput:
    people = (ANNA, BO)
    events = []
    for key in range(1, draw(st.integers(2, 4))):
        orders = [order for there in ((ANNA, BO), (ANNA,), (BO,)) for order in weak_orders(there)]
        events.append(event(key, *draw(st.sampled_from(orders))))
    coming = [to_come(10 + at, possible=2) for at in range(draw(st.integers(1, 2)))]
    given = series(*events, *coming)
    return replace(given, people=tuple(SeriesPerson(key=key) for key in (*people, NEW)))


@settings(max_examples=25, deadline=None)
@given(
    begun(),
    st.sampled_from([EventPoints.BY_PLACE, EventPoints.PLACE, EventPoints.SHARE, EventPoints.POINTS]),
    st.none() | st.integers(1, 3),
    st.none() | st.integers(1, 3),
)
def test_what_is_said_to_be_possible_is_what_can_happen_and_nothing_else(
    given: SeriesInput, result: EventPoints, best: int | None, minimum: int | None
) -> None:
    options = SeriesOptions(
        result=result,
        points_by_place=place_list("5 3 1"),
        best=best,
        minimum=minimum,
        ties=Ties(),  # type: ignore[arg-type]
    )
    table = series_table(given, options)
    possible = Fraction(2) if result in {EventPoints.SHARE, EventPoints.POINTS} else None
    held = tuple(each for each in given.events if each.is_over)
    coming = [each.key for each in given.events if not each.is_over]
    finals = [
        series_table(replace(given, events=(*held, *played)), options)
        for played in product(*(ends((ANNA, BO, NEW), key, possible) for key in coming))
    ]
    for row in table.rows:
        assert row.outlook is not None
        places = [final.by_person[row.person].place for final in finals]
        assert row.outlook.best_place == min((place for place in places if place is not None), default=None)
        alone = all(
            final.by_person[row.person].place == 1 and not final.by_person[row.person].level for final in finals
        )
        assert row.outlook.is_safe == alone
        if not options.lowest_wins:
            assert row.outlook.best_total == max(final.by_person[row.person].total for final in finals)
    if table.is_title_decided:
        assert all(final.title == table.title for final in finals)


def test_anna_can_no_longer_be_caught() -> None:
    held = [event(key, ANNA, BO, CATO, DAG) for key in (1, 2, 3)]
    table = series_table(series(*held, to_come(4)), SeriesOptions(best=3))
    assert table.is_title_decided
    assert table.by_person[ANNA].outlook is not None
    assert table.by_person[ANNA].outlook.is_safe
    bo = table.by_person[BO].outlook
    assert bo is not None
    assert (bo.best_total, bo.best_place, bo.is_safe) == (26, 2, False)


def test_nothing_is_promised_where_an_event_can_give_any_number() -> None:
    table = series_table(series(event(1, ANNA, BO), to_come(2)), SeriesOptions(points_by_place=place_list("field")))  # type: ignore[arg-type]
    assert table.by_person[ANNA].outlook is None
    assert not table.is_title_decided


def test_once_all_is_over_there_is_nothing_to_come() -> None:
    assert series_table(series(event(1, ANNA, BO)), SeriesOptions()).by_person[ANNA].outlook is None
