"""The race as lines: what is drawn is what the tables say."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pages.common.charts.race import BEST, FEW, Race, path_of, race_of, short_name
from tournaments.selectors.display_names import DisplayName

Places = Mapping[int, Mapping[int, int]]


def race(places: Places, *, own: int | None = None) -> Race | None:
    last = places[max(places)] if places else {}
    order = sorted(last, key=lambda player: (last[player], player))
    return race_of([(player, f"Player {player}", f"/{player}/") for player in order], places, own=own)


@st.composite
def seasons(draw: st.DrawFn) -> Places:
    """Rounds in which some take no place yet, and some share one."""
    players = draw(st.integers(1, 40))
    season: dict[int, dict[int, int]] = {}
    for number in range(1, draw(st.integers(2, 12)) + 1):
        who = [player for player in range(1, players + 1) if draw(st.integers(0, 9))] or [1]
        totals = {player: draw(st.integers(0, players)) for player in who}
        season[number] = {player: 1 + sum(other > totals[player] for other in totals.values()) for player in who}
    return season


def points_on(path: str) -> list[list[tuple[int, int]]]:
    """The turning points of each unbroken piece."""
    pieces: list[list[tuple[int, int]]] = []
    for letter, rest in re.findall(r"([Mlh])([^Mlh]*)", path):
        numbers = [int(number) for number in re.findall(r"-?\d+", rest)]
        if letter == "M":
            pieces.append([(numbers[0], numbers[1])])
        else:
            x, y = pieces[-1][-1]
            pieces[-1].append((x + numbers[0], y + (numbers[1] if letter == "l" else 0)))
    return pieces


def height_at(path: str, x: int) -> float | None:
    for piece in points_on(path):
        for (left, up), (right, down) in zip(piece, piece[1:] or piece, strict=False):
            if left <= x <= right:
                return up if left == right else up + (down - up) * (x - left) / (right - left)
    return None


@given(seasons())
def test_each_line_goes_through_the_places_of_its_player_and_through_no_other(places: Places) -> None:
    found = race(places)
    assert found is not None
    last = max(max(each.values()) for each in places.values())
    for drawing in found.drawings:
        step = (drawing.right - drawing.left) / (len(found.rounds) - 1)
        heights: dict[int, set[float]] = {}
        for course in drawing.courses:
            for index, number in enumerate(found.rounds):
                there = height_at(course.path, round(drawing.left + step * index))
                place = places[number].get(course.player)
                assert (there is None) == (place is None)
                if place is not None and there is not None:
                    heights.setdefault(place, set()).add(there)
        assert all(max(each) - min(each) <= 1 for each in heights.values()), "one place has one height"
        by_place = [min(heights[place]) for place in sorted(heights)]
        assert by_place == sorted(by_place)
        assert by_place[-1] <= drawing.height
        assert last >= max(heights)


@given(seasons())
def test_labels_never_stand_on_each_other_and_say_the_last_place(places: Places) -> None:
    found = race(places)
    assert found is not None
    for drawing in found.drawings:
        heights = sorted(course.label_y for course in drawing.courses)
        assert all(below - above >= 14.9 for above, below in itertools.pairwise(heights))
        assert heights[-1] < drawing.height - 10
        for course in drawing.courses:
            assert course.label.split()[0] == str(places[found.rounds[-1]][course.player])


@given(seasons())
def test_the_table_has_the_same_places_and_no_more_than_the_best(places: Places) -> None:
    found = race(places)
    assert found is not None
    assert len(found.rows) == min(BEST, len(places[found.rounds[-1]]))
    for row in found.rows:
        assert row.places == tuple(places[number].get(row.player) for number in found.rounds)
    assert {course.player for course in found.drawings[0].courses} == {row.player for row in found.rows}


@given(seasons(), st.integers(1, 40))
def test_whoever_is_not_among_the_best_has_their_line_beside_them(places: Places, own: int) -> None:
    found, common = race(places, own=own), race(places)
    assert found is not None
    assert common is not None
    has_place = own in places[found.rounds[-1]]
    for drawing, of_all in zip(found.drawings, common.drawings, strict=True):
        best = {course.player for course in of_all.courses}
        assert {course.player for course in drawing.courses} == best | ({own} if has_place else set())
    assert found.rows[: len(common.rows)] == common.rows
    assert [row.places for row in found.rows[len(common.rows) :]] == [
        tuple(places[number].get(row.player) for number in found.rounds)
        for row in found.rows[len(common.rows) :]
        if row.player == own
    ]


@pytest.mark.parametrize("places", [{}, {1: {1: 1, 2: 2}}, {1: {1: 1}, 2: {}}])
def test_there_is_no_race_before_the_second_round(places: Places) -> None:
    assert race(places) is None


def test_a_phone_has_the_first_five_in_the_first_rounds() -> None:
    field = {player: player for player in range(1, 21)}
    early, late = race(dict.fromkeys(range(1, 4), field)), race(dict.fromkeys(range(1, 9), field))
    assert early is not None
    assert late is not None

    assert [len(drawing.courses) for drawing in early.drawings] == [BEST, FEW]
    assert [len(drawing.courses) for drawing in late.drawings] == [BEST, BEST]


def test_a_path_leaves_out_what_lies_on_its_way() -> None:
    assert path_of([(0, 5), (3, 5), (6, 5), (9, 2), None, (15, 4)]) == "M0 5h6l3-3M15 4"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Bo Ek", "Bo Ek"),
        ("Femke Dekker", "F. Dekker"),
        ("Wilhelmina van der Meulen-Sørensen", "W. van der Meu…"),
        ("Nebukadnezarissimus", "Nebukadnezaris…"),
        (DisplayName("Per Lundin", "1650"), "P. Lundin (1650)"),
        (DisplayName("Wilhelmina van der Meulen", "1650"), "W. van der… (1650)"),
    ],
)
def test_a_long_name_is_short_on_a_phone(name: str, short: str) -> None:
    assert short_name(name) == short
