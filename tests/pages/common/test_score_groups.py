"""Who floats in a draft, as a drawing and in words."""

import gzip
import re
from fractions import Fraction

import pytest
from django.template.loader import render_to_string

from tests.tools.casts.factories import Evening
from tournaments.pages.common.charts.score_groups import BOARDS, STEP, Seats, score_groups
from tournaments.pages.evening import evening_page

HALF = Fraction(1, 2)


def seats(*pairs: tuple[int, int]) -> list[Seats]:
    """In half points."""
    return [Seats(board=board, white=white * HALF, black=black * HALF) for board, (white, black) in enumerate(pairs, 1)]


def test_where_all_have_the_same_there_is_nothing_to_see() -> None:
    assert score_groups([]) is None
    assert score_groups(seats((2, 2), (2, 2))) is None


def test_a_disc_stands_as_high_as_the_points_and_a_float_slants() -> None:
    found = score_groups(seats((5, 7), (6, 6), (5, 5)))

    assert found is not None
    (strip,) = found.strips
    assert [level.points for level in strip.levels] == ["3½", "3", "2½"]
    assert {below.y - above.y for above, below in zip(strip.levels, strip.levels[1:], strict=False)} == {STEP}
    height = {level.points: level.y for level in strip.levels}
    whites = [int(y) for y in re.findall(r"M\d+ (\d+)h0", strip.whites)]
    blacks = [int(y) for y in re.findall(r"M\d+ (\d+)h0", strip.blacks)]
    assert whites == [height["2½"], height["3"], height["2½"]]
    assert blacks == [height["3½"], height["3"], height["2½"]]
    assert (strip.floats.count("M"), strip.even.count("M"), strip.tiles.count("M")) == (1, 2, 6)
    assert strip.words == "Board 1: 2½ against 3½. Board 2: 3 against 3. Board 3: 2½ against 2½."
    assert (found.words, found.is_unusual) == ("Far apart in points: board 1", True)


def test_only_who_meets_across_points_on_which_others_stand_is_unusual() -> None:
    several = score_groups(reversed(seats((2, 0), (1, 1), (0, 2))))
    healthy = score_groups(seats(*[(points + board % 2, points) for points in range(5) for board in range(4)]))
    without_anybody_between = score_groups(seats((5, 1), (1, 1)))

    assert several is not None
    assert (several.words, several.is_unusual) == ("Far apart in points: boards 1, 3", True)
    for calm in (healthy, without_anybody_between):
        assert calm is not None
        assert (calm.words, calm.is_unusual) == ("Pairings by points", False)
        assert " open" not in render_to_string("components/charts/_score_groups.html", {"groups": calm})


def test_a_large_round_is_drawn_in_strips_that_a_phone_shows_and_stays_light() -> None:
    found = score_groups(seats(*[(points, points - board % 2) for points in range(18, 0, -1) for board in range(4)]))

    assert found is not None
    assert [len(strip.numbers) for strip in found.strips] == [BOARDS] * 9
    assert {strip.width for strip in found.strips} == {found.strips[0].width}
    assert all(number.x < strip.width for strip in found.strips for number in strip.numbers)
    html = render_to_string("components/charts/_score_groups.html", {"groups": found})
    assert len(gzip.compress(html.encode())) < 3_000


@pytest.mark.django_db
def test_the_draft_shows_them_and_nothing_else_does() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=5)
    evening.play()
    evening.open()
    open_round = evening_page(evening.tournament).round
    evening.check_in(*range(1, 7))
    evening.pair()
    draft = evening_page(evening.tournament).round

    assert open_round is not None
    assert draft is not None
    assert open_round.score_groups is None
    assert draft.score_groups is not None
    assert sum(len(strip.numbers) for strip in draft.score_groups.strips) == 3


@pytest.mark.django_db
def test_where_a_game_is_worth_what_the_opponent_is_worth_nobody_floats() -> None:
    evening = Evening.of(6, system="keizer")
    evening.play()
    evening.draft()

    draft = evening_page(evening.tournament).round

    assert draft is not None
    assert draft.boards
    assert draft.score_groups is None


@pytest.mark.django_db
def test_in_an_accelerated_round_who_has_as_much_with_what_is_added_does_not_float() -> None:
    evening = Evening.of(8, system="fide_dutch", planned_rounds=9, options={"acceleration": "baku"})
    evening.draft()
    first = evening_page(evening.tournament).round
    assert first is not None
    assert first.score_groups is not None
    assert not first.score_groups.is_unusual
    assert {level.points for strip in first.score_groups.strips for level in strip.levels} == {"0", "1"}
    assert "with what the acceleration adds" in render_to_string(
        "components/charts/_score_groups.html", {"groups": first.score_groups}
    )


@pytest.mark.django_db
def test_where_nothing_is_added_all_have_the_same_in_round_1() -> None:
    evening = Evening.of(8, system="fide_dutch", planned_rounds=9)
    evening.draft()
    first = evening_page(evening.tournament).round
    assert first is not None
    assert first.score_groups is None
