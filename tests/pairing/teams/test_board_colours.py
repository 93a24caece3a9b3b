"""Which team has White where."""

import pytest

from tournaments.pairing.teams.board_colours import BoardColours, colour_of_first, is_pattern, letters_of, pattern_of
from tournaments.pairing.types.snapshot import Colour


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [("alternate", "WBWBWB"), ("ends", "WBBWWB"), ("all", "WWWWWW"), ("WWBBWB", "WWBBWB")],
)
def test_the_first_named_team_has_white_on_these_boards(pattern: str, letters: str) -> None:
    assert letters_of(pattern, 6) == letters
    assert pattern_of(letters) == pattern
    assert colour_of_first(pattern, 1) is Colour.WHITE


@pytest.mark.parametrize("given", ["BWBW", "WBW", "WBWBW", "WBXB", "wbwb", "", "odd"])
def test_other_words_tell_no_colours_of_four_boards(given: str) -> None:
    assert not is_pattern(given, 4)


def test_one_board_is_the_usual_pattern() -> None:
    assert pattern_of("W") == BoardColours.ALTERNATE
    assert all(is_pattern(each, 1) for each in BoardColours)
