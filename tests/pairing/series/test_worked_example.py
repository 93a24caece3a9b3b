"""The rulebook's six evenings, every number of them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tools.pairing.series import ANNA, BO, CATO, DAG, EVA, FINN, GUEST, SIX_EVENINGS, series
from tournaments.pairing.series.options import Guests, SeriesOptions
from tournaments.pairing.series.table import series_table
from tournaments.pairing.series.types import SeriesGame, SeriesTable
from tournaments.pairing.wording import sentence

THIRD = Fraction(19, 3)
BEST_FOUR = SeriesOptions(best=4)


def table(**changed: object) -> SeriesTable:
    return series_table(series(*SIX_EVENINGS), replace(BEST_FOUR, **changed))  # type: ignore[arg-type]


def test_each_evening_gives_what_the_table_shows() -> None:
    expected = {
        ANNA: {1: 10, 2: 8, 3: THIRD, 4: 10, 6: 8},
        BO: {1: 7, 3: 10, 4: 8, 5: 5, 6: 10},
        CATO: {1: 7, 2: 10, 3: THIRD, 5: 8},
        DAG: {1: 5, 3: THIRD, 4: 5, 5: 10},
        EVA: {1: 4, 2: 6, 4: 6, 6: 5},
        FINN: {2: 5, 4: 4, 5: 6, 6: 6},
    }
    found = {row.person: {key: each.value for key, each in row.results.items()} for row in table().rows}
    assert found == expected


def test_the_best_four_count_and_the_rest_is_struck() -> None:
    rows = table().rows
    assert [(row.person, row.place, row.total) for row in rows] == [
        (ANNA, 1, 36),
        (BO, 2, 35),
        (CATO, 3, Fraction(94, 3)),
        (DAG, 4, Fraction(79, 3)),
        (EVA, 5, 21),
        (FINN, 5, 21),
    ]
    struck = {row.person: [key for key, each in row.results.items() if not each.is_counted] for row in rows}
    assert struck == {ANNA: [3], BO: [5], CATO: [], DAG: [], EVA: [], FINN: []}
    assert rows[4].level == (FINN,)
    assert rows[4].ahead_by is None


def test_a_game_between_the_two_who_are_level_parts_them() -> None:
    beaten = SeriesGame(white=FINN, black=EVA, score=Fraction(1))
    events = (replace(SIX_EVENINGS[0], games=(beaten,)), *SIX_EVENINGS[1:])
    rows = series_table(series(*events), BEST_FOUR).rows
    assert [(row.person, row.place) for row in rows[4:]] == [(FINN, 5), (EVA, 6)]
    assert rows[4].ahead_by is not None
    assert rows[4].ahead_by.rule == "series/tie/head_to_head"


def test_a_guest_who_takes_a_place_moves_eva_down() -> None:
    row = table(guests=Guests.TAKE_PLACE).by_person[EVA]
    assert (row.results[1].value, row.total) == (3, 20)
    assert GUEST not in table(guests=Guests.TAKE_PLACE).by_person
    assert table(guests=Guests.RANKED).by_person[GUEST].total == 4


def test_with_five_events_needed_only_two_are_ranked() -> None:
    rows = table(minimum=5).rows
    assert [row.person for row in rows if row.place is not None] == [ANNA, BO]
    assert [(row.place, row.missing) for row in rows[2:]] == [(None, 1)] * 4


def test_where_all_results_count_nothing_is_struck() -> None:
    rows = table(best=None).rows
    assert [(row.person, row.total) for row in rows[:2]] == [(ANNA, Fraction(127, 3)), (BO, 40)]


@pytest.mark.parametrize(
    ("person", "evening", "said"),
    [
        (ANNA, 1, ["1st of 5: 10 points."]),
        (BO, 1, ["2nd to 3rd of 5 shared: (8 + 6) / 2 points each."]),
        (EVA, 1, ["5th of 5: 4 points.", "Guests higher up are passed over: 1."]),
        (ANNA, 3, ["2nd to 4th of 4 shared: (8 + 6 + 5) / 3 points each.", "Not counted: only the best 4 count."]),
    ],
)
def test_each_result_opens_up(person: int, evening: int, said: list[str]) -> None:
    reasons = table().by_person[person].results[evening].reasons
    assert [sentence(reason, str) for reason in reasons] == said


def test_the_title_goes_to_anna_once_all_is_played() -> None:
    assert (table().title, table().is_title_decided, table().is_over) == ((ANNA,), True, True)
