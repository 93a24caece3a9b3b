"""Lists, sharing, guests, weights and the other ways in which an event gives a result."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tools.pairing.series import ANNA, BO, CATO, DAG, EVA, GUEST, event, series
from tournaments.pairing.series.options import EventPoints, EventSharing, Guests, SeriesOptions, TiesInEvent, ties_in
from tournaments.pairing.series.place_list import place_list
from tournaments.pairing.series.results import results_of
from tournaments.pairing.series.table import series_table
from tournaments.pairing.series.types import EventResults, Line
from tournaments.pairing.types.options import OptionError, configured, saved

F = Fraction


def given(held: EventResults, **options: object) -> dict[int, Fraction]:
    return {person: each.value for person, each in results_of(held, SeriesOptions(**options)).items()}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "numbers", "rest"),
    [
        ("ten", [10, 8, 6, 5, 4, 3, 2, 1], 0),
        ("sjoen", [6, 4, 3, 2], 1),
        ("barometer", [20, 15, 10, 8, 6, 4, 3, 2], 1),
        ("lynmix", [30, 26, 24, 22, *range(20, 0, -1)], 1),
        ("krefeld", [20, 17, *range(15, 0, -1)], 0),
        ("linear(10)", list(range(10, 0, -1)), 0),
        ("Linear 3", [3, 2, 1], 0),
        ("15, 12, 10, 9 ... 7, 1", [15, 12, 10, 9, 8, 7, 1], 0),
        ("2.5 1/2", [F(5, 2), F(1, 2)], 0),
        ("1", [1], 0),
    ],
)
def test_a_list_is_read(written: str, numbers: list[Fraction], rest: int) -> None:
    found = place_list(written)
    assert found is not None
    assert (list(found.numbers), found.rest) == (numbers, rest)
    assert place_list(str(found)) == found


@pytest.mark.parametrize("written", ["", "eleven", "1 2", "… 1", "5 … 5", "5 …", "2.5 … 1", "linear 0", "1/0", "9" * 9])
def test_what_is_no_list_is_none(written: str) -> None:
    assert place_list(written) is None


def test_field_gives_as_many_as_took_part() -> None:
    assert given(event(1, ANNA, (BO, CATO), GUEST, DAG), points_by_place=place_list("field")) == {
        ANNA: 4,
        BO: F(5, 2),
        CATO: F(5, 2),
        DAG: 1,
    }


def test_behind_the_list_stands_what_the_list_or_the_club_says() -> None:
    held = event(1, ANNA, BO, CATO, DAG, EVA)
    assert given(held, points_by_place=place_list("sjoen"))[EVA] == 1
    assert given(held, points_by_place=place_list("3 2"), rest=F(1, 2))[EVA] == F(1, 2)


def test_a_short_field_gets_the_end_of_the_list() -> None:
    assert given(event(1, ANNA, BO, CATO), shorten=True) == {ANNA: 3, BO: 2, CATO: 1}
    assert given(event(1, ANNA, BO, CATO)) == {ANNA: 10, BO: 8, CATO: 6}


@pytest.mark.parametrize(
    ("shared", "each"), [(EventSharing.MEAN, F(19, 3)), (EventSharing.BEST, F(8)), (EventSharing.LOWER, F(5))]
)
def test_a_shared_place(shared: EventSharing, each: Fraction) -> None:
    assert given(event(1, ANNA, (BO, CATO, DAG)), shared=shared)[CATO] == each


def test_the_final_table_can_part_those_with_the_same_points() -> None:
    lines = tuple(Line(person=person, points=F(1), place=place) for person, place in ((ANNA, 1), (BO, 2), (CATO, 2)))
    held = EventResults(key=1, lines=lines)
    assert given(held) == dict.fromkeys((ANNA, BO, CATO), F(8))
    assert given(held, ties_in_event=TiesInEvent.TIE_BREAKS) == {ANNA: 10, BO: 7, CATO: 7}


def test_where_a_table_is_not_ranked_by_points_its_places_are_taken() -> None:
    lines = tuple(
        Line(person=person, points=F(0), place=place, by_table=True)
        for person, place in ((ANNA, 1), (BO, 2), (CATO, 2))
    )
    assert given(EventResults(key=1, lines=lines)) == {ANNA: 10, BO: 7, CATO: 7}


def test_places_points_and_shares() -> None:
    held = replace(event(1, ANNA, (BO, CATO), DAG), possible=F(4))
    assert given(held, result=EventPoints.PLACE) == {ANNA: 1, BO: F(5, 2), CATO: F(5, 2), DAG: 4}
    assert given(held, result=EventPoints.POINTS) == {ANNA: 3, BO: 2, CATO: 2, DAG: 1}
    assert given(held, result=EventPoints.SHARE) == {ANNA: F(3, 4), BO: F(1, 2), CATO: F(1, 2), DAG: F(1, 4)}


def test_herxheim_gives_the_strength_of_those_left_behind() -> None:
    """Strengths 18, 16, 10 and 15: 59 for everybody, and the winner 59 − 18 besides."""
    held = event(1, ANNA, BO, CATO, DAG, ratings={ANNA: 1701, BO: 1600, DAG: 1444})
    assert given(held, result=EventPoints.BEATEN) == {ANNA: 59 + 41, BO: 59 + 25, CATO: 59 + 15, DAG: 59}
    level = event(1, ANNA, (BO, DAG), CATO, ratings={ANNA: 1701, BO: 1600, DAG: 1444})
    assert given(level, result=EventPoints.BEATEN)[BO] == 59 + 10 + F(15, 2)


def test_who_came_and_did_not_play_has_no_result() -> None:
    held = event(1, ANNA, BO, CATO)
    absent = replace(held, lines=(replace(held.lines[0], games=0), *held.lines[1:]))
    assert given(absent) == {BO: 10, CATO: 8}
    assert given(held, min_games=4) == {}


def test_a_final_can_count_double() -> None:
    assert given(event(1, ANNA, BO, weight=2)) == {ANNA: 20, BO: 16}


def test_a_guest_on_top_keeps_the_points_that_go_to_nobody() -> None:
    held = event(1, GUEST, ANNA)
    assert given(held) == {ANNA: 10}
    assert given(held, guests=Guests.TAKE_PLACE) == {ANNA: 8}


def test_points_for_taking_part_and_a_bonus_stand_beside_the_results() -> None:
    from tournaments.pairing.series.types import Bonus

    bonuses = (Bonus(person=BO, amount=F(1, 2)), Bonus(person=EVA, amount=F(3)))
    table = series_table(
        series(event(1, ANNA, BO), event(2, BO, ANNA), bonuses=bonuses), SeriesOptions(best=1, every=F(1))
    )
    bo = table.by_person[BO]
    assert (bo.counted, bo.participation, bo.bonus, bo.total, bo.place) == (10, 2, F(1, 2), F(25, 2), 1)
    assert EVA not in table.by_person


def test_the_lowest_sum_wins_and_who_has_too_few_stands_behind() -> None:
    table = series_table(
        series(event(1, ANNA, BO, CATO), event(2, BO, ANNA, CATO), event(3, ANNA, DAG, BO)),
        SeriesOptions(result=EventPoints.PLACE, best=2, ties=ties_in("wins")),  # type: ignore[arg-type]
    )
    assert [(row.person, row.place, row.total) for row in table.rows] == [
        (ANNA, 1, 2),
        (BO, 2, 3),
        (CATO, 3, 6),
        (DAG, 4, 2),
    ]


def test_with_struck_results_nothing_is_struck_before_the_others_are_held() -> None:
    held = [event(1, ANNA, BO), event(2, BO, ANNA)]
    coming = [EventResults(key=key, is_over=False) for key in (3, 4)]
    table = series_table(series(*held, *coming), SeriesOptions(drop=2))
    assert all(each.is_counted for row in table.rows for each in row.results.values())
    table = series_table(series(*held, event(3, ANNA, BO), coming[1]), SeriesOptions(drop=2))
    assert table.by_person[ANNA].total == 20


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"best": 2, "drop": 1}, "not both"),
        ({"result": "place", "every": 1}, "would count against a player"),
        ({"points_by_place": "5 3", "rest": 4}, "more than the last"),
        ({"ties": "wins, wins"}, "cannot be read"),
        ({"points_by_place": "1 2 3"}, "cannot be read"),
        ({"best": 0}, "at least 1"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        configured(SeriesOptions, options)


@pytest.mark.parametrize("preset", SeriesOptions.info.presets)
def test_each_preset_is_a_whole_that_survives_being_saved(preset: str) -> None:
    options = configured(SeriesOptions, {}, preset=preset)
    assert configured(SeriesOptions, saved(options)) == options
    assert SeriesOptions.info.preset_names[preset]
