"""Tie-breaks of a series, each deciding one case; title, play-off and who goes on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tools.pairing.series import ANNA, BO, CATO, DAG, GUEST, event, series
from tournaments.pairing.series.options import Guests, SeriesOptions, TitleFor, ties_in
from tournaments.pairing.series.place_list import place_list
from tournaments.pairing.series.table import series_table
from tournaments.pairing.series.types import EventResults, SeriesGame, SeriesPerson, SeriesTable


def by(
    ties: str, *events: EventResults, numbers: str = "6 4 2", best: int | None = None, **more: object
) -> SeriesTable:
    options = SeriesOptions(points_by_place=place_list(numbers), ties=ties_in(ties), best=best)  # type: ignore[arg-type]
    return series_table(series(*events), replace(options, **more))


def order(table: SeriesTable) -> list[tuple[int, int | None]]:
    return [(row.person, row.place) for row in table.rows]


@pytest.mark.parametrize(
    ("tie", "events", "best"),
    [
        (
            "best_single",
            [event(1, ANNA, CATO, BO), event(2, CATO, BO), event(3, CATO, DAG, ANNA), event(4, DAG, BO)],
            2,
        ),
        ("next_best", [event(1, ANNA, CATO, BO), event(2, CATO, ANNA, BO), event(3, BO, CATO)], None),
        ("dropped", [event(1, ANNA, CATO), event(2, BO, ANNA)], 1),
        ("wins", [event(1, ANNA, CATO), event(2, CATO, BO), event(3, CATO, DAG, BO)], None),
        ("places", [event(1, ANNA, CATO), event(2, CATO, BO), event(3, CATO, DAG, BO)], None),
        ("fewest_events", [event(1, ANNA, CATO), event(2, CATO, BO), event(3, CATO, DAG, BO)], None),
        ("last_event", [event(1, BO, CATO), event(2, ANNA, CATO)], None),
    ],
)
def test_each_tie_break_puts_anna_ahead_of_bo(tie: str, events: list[EventResults], best: int | None) -> None:
    level = by("none", *events, best=best).by_person
    assert level[ANNA].total == level[BO].total
    assert BO in level[ANNA].level
    table = by(tie, *events, best=best).by_person
    assert table[ANNA].place is not None
    assert table[BO].place is not None
    assert table[ANNA].place < table[BO].place
    assert table[ANNA].ahead_by is not None
    assert table[ANNA].ahead_by.rule == f"series/tie/{tie}"


def test_the_percentage_is_over_all_games() -> None:
    games = (
        SeriesGame(white=ANNA, black=CATO, score=Fraction(1)),
        SeriesGame(white=BO, black=CATO, score=Fraction(1)),
        SeriesGame(white=CATO, black=BO, score=Fraction(1, 2)),
    )
    held = replace(event(1, (ANNA, BO), CATO), games=games)
    assert order(by("percentage", held)) == [(ANNA, 1), (BO, 2), (CATO, 3)]


def test_whoever_may_not_have_the_title_keeps_the_place() -> None:
    events = [event(1, GUEST, ANNA, BO), event(2, GUEST, ANNA, BO)]
    table = by("none", *events, guests=Guests.RANKED)
    assert (order(table)[0], table.title) == ((GUEST, 1), (ANNA,))
    assert by("none", *events, guests=Guests.RANKED, title_for=TitleFor.ALL).title == (GUEST,)


def test_a_passive_member_leaves_the_title_to_an_active_one() -> None:
    given = series(event(1, ANNA, BO))
    people = tuple(replace(person, is_active=person.key != ANNA) for person in given.people)
    table = series_table(replace(given, people=people), SeriesOptions(title_for=TitleFor.ACTIVE))
    assert table.title == (BO,)


def test_a_play_off_decides_the_shared_first_place_and_nothing_else() -> None:
    given = series(event(1, (ANNA, BO), (CATO, DAG)))
    options = SeriesOptions(play_off=True)
    waiting = series_table(given, options)
    assert (waiting.title, waiting.is_title_decided) == ((ANNA, BO), False)
    assert [note.rule for note in waiting.notes] == ["series/play_off"]
    played = series_table(replace(given, play_off=(BO, ANNA)), options)
    assert order(played) == [(BO, 1), (ANNA, 2), (CATO, 3), (DAG, 3)]
    assert (played.title, played.is_title_decided) == ((BO,), True)
    assert series_table(replace(given, play_off=(BO, CATO)), options).title == (ANNA, BO)


def test_the_first_go_on_to_a_final_and_whoever_shares_the_last_place() -> None:
    table = by("none", event(1, ANNA, (BO, CATO), DAG))
    assert (table.first(1), table.first(2), table.first(4)) == ((ANNA,), (ANNA, BO, CATO), (ANNA, BO, CATO, DAG))


def test_shares_of_first_places() -> None:
    table = by("none", event(1, (ANNA, BO), CATO), event(2, ANNA, BO), event(3, CATO, ANNA), numbers="1")
    assert [(row.person, row.total) for row in table.rows] == [(ANNA, Fraction(3, 2)), (CATO, 1), (BO, Fraction(1, 2))]


def test_somebody_with_two_entries_of_one_name_is_one_person() -> None:
    """The same key in all events is one; an event that stands twice is refused."""
    with pytest.raises(ValueError, match="twice"):
        series_table(series(event(1, ANNA), event(1, BO)), SeriesOptions())


def test_everybody_of_the_people_may_be_unknown_to_the_events() -> None:
    given = replace(series(event(1, ANNA)), people=(SeriesPerson(key=ANNA), SeriesPerson(key=BO)))
    assert [row.person for row in series_table(given, SeriesOptions()).rows] == [ANNA]


def test_a_series_without_an_event_has_an_empty_table() -> None:
    table = series_table(series(), SeriesOptions())
    assert (table.rows, table.is_over, table.title) == ((), False, ())
