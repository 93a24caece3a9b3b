"""The small race of the first three, as paths."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from tournaments.pages.common.charts.small_race import ROW, WIDTH, MiniRace, mini_race

THREE = ((1, "Anna"), (2, "Bo"), (3, "Carla"))


def race(places: Mapping[int, Mapping[int, int]], runners: Sequence[tuple[int, str]] = THREE) -> MiniRace:
    made = mini_race(runners, places)
    assert made is not None
    return made


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", path)]


def test_the_ends_stand_one_row_apart_whoever_shares_a_place() -> None:
    made = race({1: {1: 1, 2: 2, 3: 3}, 2: {1: 1, 2: 1, 3: 1}})

    ends = [points(course.path)[-1] for course in reversed(made.courses)]
    assert ends == [(WIDTH, ROW // 2), (WIDTH, ROW // 2 + ROW), (WIDTH, ROW // 2 + 2 * ROW)]


@pytest.mark.parametrize("lowest", [3, 4, 62, 300])
def test_all_of_it_stands_inside_and_the_better_place_above_the_worse(lowest: int) -> None:
    made = race({1: {1: 1, 2: lowest, 3: lowest}, 2: {1: 1, 2: 2, 3: 3}})

    drawn = [each for course in made.courses for each in points(course.path)]
    assert all(0 <= x <= made.width and ROW // 2 <= y <= made.height - ROW // 2 for x, y in drawn)
    third, _second, first = (points(course.path)[0][1] for course in made.courses)
    assert first == ROW // 2
    assert third == made.height - ROW // 2


def test_who_were_always_first_together_part_only_at_the_end() -> None:
    made = race({1: {1: 1, 2: 1, 3: 1}, 2: {1: 1, 2: 1, 3: 1}})

    assert {points(course.path)[0] for course in made.courses} == {(0, ROW // 2)}


def test_where_somebody_had_no_place_the_line_is_broken_off() -> None:
    made = race({1: {1: 1}, 2: {1: 1, 2: 2}, 3: {1: 1}, 4: {1: 1, 2: 2, 3: 3}})

    third, second, first = made.courses
    assert first.path.count("M") == 1
    assert second.path.count("M") == 2
    assert third.path.count("M") == len(points(third.path)) == 1
    assert second.ranks == (None, 2, None, 2)


def test_it_says_the_same_in_words() -> None:
    made = race({1: {1: 3, 3: 1}, 2: {1: 1, 2: 2, 3: 3}})

    assert made.words == "Places by round. Anna: 3, 1; Bo: –, 2; Carla: 1, 3"


@pytest.mark.parametrize("runners", [1, 2, 3, 5])
def test_there_are_at_most_three(runners: int) -> None:
    many = [(number, f"No{number}") for number in range(1, runners + 1)]
    made = race({1: dict.fromkeys(range(1, 6), 1), 2: dict.fromkeys(range(1, 6), 1)}, many)

    assert len(made.courses) == min(runners, 3)
    assert made.height == ROW * len(made.courses)


@pytest.mark.parametrize("places", [{}, {1: {1: 1, 2: 2, 3: 3}}])
def test_before_the_second_round_there_is_no_race(places: Mapping[int, Mapping[int, int]]) -> None:
    assert mini_race(THREE, places) is None


def test_without_runners_there_is_no_race() -> None:
    assert mini_race((), {1: {1: 1}, 2: {1: 1}}) is None
