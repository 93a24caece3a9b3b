"""Who has white (rulebook, keizer, Pairing 6)."""

from __future__ import annotations

import pytest

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.facts.colours import ColourHistory
from tournaments.pairing.model.snapshot import Colour
from tournaments.pairing.wording import sentence


def history(*rounds: str) -> ColourHistory:
    return ColourHistory.of(tournament(9, *rounds).rounds)


@pytest.mark.parametrize(
    ("rounds", "higher", "lower", "white", "why"),
    [
        ([], 1, 2, 2, "Both have the same balance of whites less blacks and have not met: P2 is placed lower"),
        ([], 2, 1, 1, "Both have the same balance of whites less blacks and have not met: P1 is placed lower"),
        (["1:3 *"], 2, 1, 2, "Compared with Black, P2 has had White less often (0 against 1)"),
        (["3:1 *"], 1, 2, 1, "Compared with Black, P1 has had White less often (−1 against 0)"),
        # It is the balance, not the number of whites, that counts: 1 has had w b b, 2 nothing.
        (["1:3 *", "3:1 *", "4:1 *"], 1, 2, 1, "Compared with Black, P1 has had White less often (−1 against 0)"),
        (
            ["1:2 *", "2:1 *", "1:2 *", "3:1 *", "2:4 *"],
            1,
            2,
            2,
            "Both have the same balance of whites less blacks: P1 had white in their last game, in round 3",
        ),
        (
            ["2:1 *", "1:3 *", "3:2 *"],
            1,
            2,
            1,
            "Both have the same balance of whites less blacks: P2 had white in their last game, in round 1",
        ),
        # A forfeit gives no colour and is no meeting.
        (["2:1 +--"], 1, 2, 2, "Both have the same balance of whites less blacks and have not met"),
    ],
)
def test_white_goes_by_balance_then_by_their_last_game_then_to_the_lower_placed(
    rounds: list[str], higher: int, lower: int, white: int, why: str
) -> None:
    colours = history(*rounds)
    assert colours.white(higher, lower) == white
    assert sentence(colours.reason(higher, lower), "P{}".format).startswith(why)


def test_the_limit_counts_equal_colours_in_a_row_up_to_now() -> None:
    # 1 had black three times, then white: still two blacks ahead, so has white once more.
    assert history("5:1 *", "5:1 *", "5:1 *", "1:6 *").over_limit(1, 2, 2) == {}
    assert history("5:1 *", "5:1 *", "5:1 *", "1:6 *").over_limit(1, 2, 1) == {1: Colour.WHITE}
    # The run goes on over a forfeit and a round without a game, and ends with the other colour.
    assert history("5:1 *", "5:1 *", "5:1 *", "1:6 *", "", "7:1 +--", "1:8 *").runs[1] == 2
    assert history("1:5 *", "6:1 *").runs[1] == -1
    # 1 and 2 both had white twice: the lower placed, 2, has it again; and both had black twice.
    assert history("1:5 *, 2:6 *", "1:7 *, 2:8 *").over_limit(1, 2, 2) == {2: Colour.WHITE}
    assert history("5:1 *, 6:2 *", "7:1 *, 8:2 *").over_limit(1, 2, 2) == {1: Colour.BLACK}
