"""The rank of squares that says how far a tournament has come."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pages.common.charts.round_progress import HEIGHT, SIDE, march

ROUNDS = st.integers(min_value=1, max_value=60)


def _squares(path: str) -> list[int]:
    return [int(each) // SIDE for each in re.findall(rf"M(\d+) {HEIGHT - SIDE}h", path)]


@given(ROUNDS, st.none() | ROUNDS)
def test_every_round_has_one_square_and_the_pawn_stands_on_the_present_one(number: int, planned: int | None) -> None:
    drawn = march(number, planned)
    assert drawn is not None
    total = max(number, planned or 0)
    done = _squares(drawn.done) + _squares(drawn.done_dark)
    to_come = _squares(drawn.to_come) + _squares(drawn.to_come_dark)
    assert sorted(done) == list(range(number))
    assert sorted(to_come) == list(range(number, total))
    assert all(each % 2 == 0 for each in _squares(drawn.done) + _squares(drawn.to_come))
    assert (drawn.pawn, drawn.width) == ((number - 1) * SIDE, total * SIDE)


@pytest.mark.parametrize(("planned", "words"), [(37, "Round 4 of 37"), (None, "Round 4"), (3, "Round 4 of 4")])
def test_it_says_what_it_shows(planned: int | None, words: str) -> None:
    drawn = march(4, planned)
    assert drawn is not None
    assert drawn.words == words


def test_before_the_first_round_there_is_nothing_to_draw() -> None:
    assert march(0, 7) is None
