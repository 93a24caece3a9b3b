"""What holds of every series."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.series.options import EventPoints, EventSharing, Guests, SeriesOptions, SeriesTie, Ties
from tournaments.pairing.series.place_list import place_list
from tournaments.pairing.series.results import results_of
from tournaments.pairing.series.table import SeriesReckoning, series_table
from tournaments.pairing.series.types import Bonus, EventResults, Line, SeriesGame, SeriesInput, SeriesPerson

PEOPLE = range(1, 8)


@st.composite
def lines(draw: st.DrawFn, *, guests: bool = True) -> tuple[Line, ...]:
    there = draw(st.lists(st.sampled_from(list(PEOPLE)), unique=True))
    points = {person: Fraction(draw(st.integers(0, 6)), 2) for person in there}
    return tuple(
        Line(
            person=person,
            points=points[person],
            place=1 + sum(other > points[person] for other in points.values()),
            games=draw(st.integers(0, 3)),
            rating=draw(st.none() | st.integers(900, 2200)),
            is_guest=guests and draw(st.integers(0, 4)) == 0,
        )
        for person in there
    )


@st.composite
def series(draw: st.DrawFn) -> SeriesInput:
    held = draw(st.integers(0, 5))
    events = []
    for key in range(held + draw(st.integers(0, 2))):
        there = draw(lines()) if key < held else ()
        keys = [line.person for line in there]
        games = draw(st.lists(st.permutations(keys), max_size=4)) if len(keys) > 1 else []
        events.append(
            EventResults(
                key=key,
                is_over=key < held,
                lines=there,
                games=tuple(
                    SeriesGame(white=pair[0], black=pair[1], score=Fraction(draw(st.integers(0, 2)), 2))
                    for pair in games
                ),
                weight=Fraction(draw(st.integers(1, 3)), 2),
                possible=Fraction(5),
            )
        )
    bonuses = draw(
        st.lists(
            st.builds(Bonus, person=st.sampled_from(list(PEOPLE)), amount=st.fractions(-3, 3, max_denominator=4)),
            max_size=3,
        )
    )
    return SeriesInput(events=tuple(events), people=tuple(map(_person, PEOPLE)), bonuses=tuple(bonuses), year=2026)


def _person(key: int) -> SeriesPerson:
    return SeriesPerson(key=key)


@st.composite
def options(draw: st.DrawFn) -> SeriesOptions:
    best = draw(st.none() | st.integers(1, 6))
    result = draw(st.sampled_from(EventPoints))
    return SeriesOptions(
        result=result,
        points_by_place=place_list(draw(st.sampled_from(["ten", "sjoen", "krefeld", "field", "linear 3", "1"]))),  # type: ignore[arg-type]
        every=Fraction(0) if result is EventPoints.PLACE else Fraction(draw(st.integers(0, 2)), 2),
        best=best,
        drop=None if best else draw(st.none() | st.integers(1, 3)),
        minimum=draw(st.none() | st.integers(1, 4)),
        guests=draw(st.sampled_from(Guests)),
        shared=draw(st.sampled_from(EventSharing)),
        shorten=draw(st.booleans()),
        min_games=draw(st.integers(1, 2)),
    )


@given(series(), options(), st.randoms(use_true_random=False))
def test_the_order_in_which_people_lines_and_games_come_changes_nothing(
    season: SeriesInput, chosen: SeriesOptions, chance: object
) -> None:
    def mixed(values: tuple[object, ...]) -> tuple[object, ...]:
        found = list(values)
        chance.shuffle(found)  # type: ignore[attr-defined]
        return tuple(found)

    events = tuple(replace(each, lines=mixed(each.lines), games=mixed(each.games)) for each in season.events)  # type: ignore[arg-type]
    other = replace(season, events=events, people=mixed(season.people), bonuses=mixed(season.bonuses))  # type: ignore[arg-type]
    assert series_table(other, chosen) == series_table(season, chosen)


@given(series(), options())
def test_striking_results_never_makes_more_than_all_of_them(season: SeriesInput, chosen: SeriesOptions) -> None:
    struck = series_table(season, chosen).by_person
    whole = series_table(season, replace(chosen, best=None, drop=None)).by_person
    assert struck.keys() == whole.keys()
    for person, row in struck.items():
        assert row.total <= whole[person].total
        counted = [each.value for each in row.results.values() if each.is_counted]
        left_out = [each.value for each in row.results.values() if not each.is_counted]
        assert row.counted == sum(counted)
        assert row.total == row.counted + row.participation + row.bonus
        assert len(counted) <= chosen.how_many_count(len(season.events))
        if chosen.lowest_wins:
            assert min(left_out, default=max(counted)) >= max(counted)
        else:
            assert max(left_out, default=min(counted)) <= min(counted)


@given(lines(guests=False), options())
def test_sharing_by_the_mean_hands_out_just_what_the_list_holds(there: tuple[Line, ...], chosen: SeriesOptions) -> None:
    chosen = replace(chosen, result=EventPoints.BY_PLACE, shared=EventSharing.MEAN, every=Fraction(0))
    found = results_of(EventResults(key=1, lines=there), chosen)
    count = len(found)
    listed = (
        chosen.points_by_place.of(place, count, rest=chosen.behind_the_list, shorten=chosen.shorten)
        for place in range(1, count + 1)
    )
    assert sum(each.value for each in found.values()) == sum(listed)


@given(lines(), options())
def test_nobody_behind_gets_more_than_somebody_ahead(there: tuple[Line, ...], chosen: SeriesOptions) -> None:
    chosen = replace(chosen, result=EventPoints.BY_PLACE)
    found = sorted(results_of(EventResults(key=1, lines=there), chosen).values(), key=lambda each: each.first)
    values = [each.value for each in found]
    assert values == sorted(values, reverse=True)
    assert all(1 <= each.first <= each.last <= each.count for each in found)


@given(series(), options())
def test_places_rise_and_are_shared_by_those_who_stand_level(season: SeriesInput, chosen: SeriesOptions) -> None:
    rows = [row for row in series_table(season, chosen).rows if row.place is not None]
    for at, row in enumerate(rows):
        assert row.place == 1 + next(i for i, other in enumerate(rows) if other.place == row.place)
        assert {other.person for other in rows if other.place == row.place} == {row.person, *row.level}
        assert at == 0 or (rows[at - 1].place or 0) <= row.place
        if not chosen.lowest_wins and at:
            assert rows[at - 1].total >= row.total


@given(series(), options())
def test_the_race_ends_where_the_table_stands(season: SeriesInput, chosen: SeriesOptions) -> None:
    reckoned = SeriesReckoning(season, chosen)
    places = reckoned.places
    if places:
        assert places[max(places)] == {row.person: row.place for row in reckoned.table().rows if row.place is not None}


@given(series(), options(), st.lists(st.sampled_from(SeriesTie), unique=True))
def test_the_race_shows_the_places_as_they_were(
    season: SeriesInput, chosen: SeriesOptions, order: list[SeriesTie]
) -> None:
    """Nothing of a later event was known then: no result, no game between two who are level, no last event."""
    chosen = replace(chosen, ties=Ties(tuple(order)))
    places = SeriesReckoning(season, chosen).places
    assert len(places) == sum(event.is_over for event in season.events)
    for held in places:
        events = tuple(
            event if at < held else replace(event, is_over=False, lines=(), games=())
            for at, event in enumerate(season.events)
        )
        as_then = series_table(replace(season, events=events), chosen)
        assert places[held] == {row.person: row.place for row in as_then.rows if row.place is not None}
