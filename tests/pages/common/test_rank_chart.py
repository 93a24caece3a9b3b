"""The place after each round as a line: what is drawn, what is said, and when it has a headline."""

import gzip
import itertools
import random
import re

import pytest
from django.template.loader import render_to_string

from tournaments.pages.common.charts.rank_chart import Drawn, RankChart, rank_chart
from tournaments.pairing.history.record import RoundOutcome

WIN, DRAW, LOSS, AWAY = RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS, RoundOutcome.EXCUSED


def line_through(*places: int, field: int = 20, outcomes: dict[int, RoundOutcome] | None = None) -> RankChart:
    by_round = dict(enumerate(places, start=1))
    line = rank_chart(by_round, outcomes or {}, last_place=field, rounds=len(places))
    assert line is not None
    return line


def corners(drawn: Drawn) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"[ML](\d+) (\d+)", drawn.course)]


def html_of(line: RankChart) -> str:
    return render_to_string("components/charts/_rank_chart.html", {"line": line}) + render_to_string(
        "components/charts/_rank_table.html", {"line": line}
    )


@pytest.mark.parametrize("places", [{}, {4: 7}])
def test_less_than_two_places_are_no_line(places: dict[int, int]) -> None:
    assert rank_chart(places, {}, last_place=9, rounds=5) is None


def test_it_is_to_scale_from_the_first_place_to_the_last() -> None:
    line = line_through(1, 11, 21, field=21)
    for drawn in (line.wide, line.narrow):
        (left, top), (middle, half), (right, bottom) = corners(drawn)
        assert (middle, half) == (pytest.approx((left + right) / 2, abs=1), pytest.approx((top + bottom) / 2, abs=1))
        grid = [int(y) for y in re.findall(r"M\d+ (\d+)H", drawn.grid)]
        assert (grid[0], grid[-1]) == (top, bottom)
        assert {"1", "21"} <= {each.text for each in drawn.scale if each.anchor == "end"}


def test_every_round_has_a_tick_and_every_game_its_dot() -> None:
    outcomes = {1: WIN, 2: AWAY, 3: DRAW, 4: LOSS, 5: WIN}
    line = line_through(5, 6, 6, 9, 3, outcomes=outcomes)

    assert [point.sign for point in line.points] == ["win", "", "draw", "loss", "win"]
    for drawn in (line.wide, line.narrow):
        assert drawn.ticks.count("M") == 5
        assert [path.count("M") for path in (drawn.wins, drawn.draws, drawn.halves, drawn.losses)] == [2, 1, 1, 1]


def test_a_round_without_a_place_is_a_gap() -> None:
    line = rank_chart({3: 4, 4: 5, 6: 2}, {}, last_place=8, rounds=7)
    assert line is not None
    assert re.sub(r"[\d ]", "", line.wide.course) == "MLM"
    assert corners(line.wide)[0][0] > line.wide.scale[0].x + 9  # the rounds before the player came are there, empty
    assert line.wide.ticks.count("M") == 7


@pytest.mark.parametrize(
    ("places", "headline"),
    [
        ((10, 20, 20, 9, 2), "From last to second"),
        ((20, 9, 9, 9, 1), "From last to first"),
        ((20, 9, 9, 9, 3), "From last to third"),
        ((20, 9, 9, 9, 5), "From last to 5th"),
        ((15, 18, 9, 9, 3), "From 18th to 3rd"),
        ((1, 1, 1, 1, 1), "In the lead after every round"),
        ((20, 9, 9, 9, 6), ""),  # not among the first quarter
        ((10, 9, 9, 9, 1), ""),  # less than half of the field
        ((1, 2, 9, 15, 20), ""),  # who fell is not told so
        ((20, 10, 5, 2), ""),  # four rounds
    ],
)
def test_it_has_a_headline_only_where_there_is_a_story(places: tuple[int, ...], headline: str) -> None:
    assert line_through(*places).headline == headline


def test_there_is_no_story_in_a_small_field() -> None:
    assert line_through(7, 7, 3, 2, 1, field=7).headline == ""
    assert line_through(8, 7, 3, 2, 1, field=8).headline == "From last to first"


@pytest.mark.parametrize(
    ("places", "labels"),
    [
        ((10, 20, 20, 2, 2), ["2nd from round 4", "20th after round 3"]),
        ((10, 20, 20, 3, 2), ["2nd after round 5", "20th after round 3"]),
        ((1, 2, 9, 15, 20), ["20th after round 5", "1st after round 1"]),
        ((4, 4, 4), ["4th after every round"]),
    ],
)
def test_it_is_labelled_where_it_turns(places: tuple[int, ...], labels: list[str]) -> None:
    assert [label.text for label in line_through(*places).wide.labels] == labels


def test_it_is_said() -> None:
    assert line_through(10, 20, 20, 2, 1, 3).words == (
        "10th of 20 after round 1, 3rd after round 6. The best place was 1st, after round 5. "
        "The lowest place was 20th, after round 3."
    )


def test_nothing_of_any_line_leaves_its_drawing_or_is_written_over() -> None:
    """A thousand ways through a field, from two rounds to sixty, from two players to three hundred."""
    chance = random.Random(5)  # the same lines each time
    for _ in range(300):
        field, rounds = chance.choice([2, 3, 9, 30, 62, 300]), chance.choice([2, 3, 5, 9, 37, 60])
        line = line_through(*[chance.randint(1, field) for _round in range(rounds)], field=field)
        for drawn in (line.wide, line.narrow):
            assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in corners(drawn))
            assert all(
                0 < each.x < drawn.width and 10 < each.y < drawn.height for each in (*drawn.scale, *drawn.labels)
            )
            rounds_written = [each.x for each in drawn.scale if each.anchor == "middle"]
            assert all(after - before >= 16 for before, after in itertools.pairwise(rounds_written))
            if len(drawn.labels) == 2:
                last, turn = drawn.labels
                gap = max(turn.x - last.x, last.x - 6.8 * len(last.text) - (turn.x + 6.8 * len(turn.text)))
                assert abs(last.y - turn.y) >= 15 or gap > 0


@pytest.mark.parametrize("places", [(12, 20, 15, 6, 2), (1, 20, 2), (3, 9, 9, 1), (20, 1, 18)])
def test_the_line_does_not_run_through_the_name_of_its_end(places: tuple[int, ...]) -> None:
    line = line_through(*places)
    for drawn in (line.wide, line.narrow):
        label, way = drawn.labels[0], corners(drawn)
        left = label.x - 6.8 * len(label.text)
        for (x, y), (right, below) in itertools.pairwise(way):
            for step in range(101):
                at = x + (right - x) * step / 100, y + (below - y) * step / 100
                assert not (left <= at[0] <= label.x and label.y - 10 < at[1] < label.y + 3), (label, at)


def test_a_season_is_light() -> None:
    chance = random.Random(7)  # the same line each time
    outcomes = {number: chance.choice([WIN, DRAW, LOSS, AWAY]) for number in range(1, 38)}
    line = line_through(*[chance.randint(1, 62) for _round in range(37)], field=62, outcomes=outcomes)
    assert len(gzip.compress(html_of(line).encode())) < 3000


def test_its_table_says_the_same() -> None:
    html = html_of(line_through(5, 6, 2, outcomes={1: WIN, 2: AWAY, 3: DRAW}))
    rows = re.findall(r"<tr><td>(\d+)</td><td>(\d+)</td><td>([^<]*)</td></tr>", html)
    assert rows == [("1", "5", "Win"), ("2", "6", "Away"), ("3", "2", "Draw")]
    assert 'class="own' not in html  # poll.js takes that class away
