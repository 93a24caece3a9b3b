"""Colours had."""

from __future__ import annotations

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.history.colours import ColourHistory
from tournaments.pairing.types.snapshot import Colour


def history(*rounds: str) -> ColourHistory:
    return ColourHistory.of(tournament(9, *rounds).rounds)


def test_whites_and_balance_are_counted_of_games_played() -> None:
    colours = history("1:2 *", "2:1 *", "1:3 *", "4:1 +--")
    assert dict(colours.whites) == {1: 2, 2: 1}
    assert dict(colours.balances) == {1: 1, 2: 0, 3: -1}


def test_it_knows_when_two_last_met_and_who_had_white() -> None:
    colours = history("1:2 *", "2:1 *", "1:2 +--", "1:2 *", "", "2:1 ---")
    assert (colours.last_as_white(1, 2), colours.last_as_white(2, 1)) == (4, 2)
    assert (colours.met_last(1, 2), colours.met_last(2, 1), colours.met_last(1, 3)) == (4, 4, 0)


def test_the_limit_counts_equal_colours_in_a_row_up_to_now() -> None:
    # The run goes on over a forfeit and a round without a game, and ends with the other colour.
    assert history("5:1 *", "5:1 *", "5:1 *", "1:6 *", "", "7:1 +--", "1:8 *").runs[1] == 2
    assert history("1:5 *", "6:1 *").runs[1] == -1
    assert history("5:1 *", "1:6 *").over_limit(1, 2, 2) == {}
    assert history("5:1 *", "1:6 *").over_limit(1, 2, 1) == {1: Colour.WHITE}
    assert history("5:1 *", "1:6 *").over_limit(2, 1, 1) == {}
    assert history("1:5 *, 6:2 *", "1:7 *, 8:2 *").over_limit(1, 2, 2) == {1: Colour.WHITE, 2: Colour.BLACK}
