"""Who has White between two: each step of the shared ladder, and which of them leaves it to the next."""

from __future__ import annotations

import pytest

from tournaments.pairing.opponents.colour_allocation import (
    ColourCount,
    Colouring,
    by_change,
    by_count,
    by_turning,
    to_lower_placed,
)
from tournaments.pairing.types.snapshot import Colour
from tournaments.pairing.wording import sentence

W, B = Colour.WHITE, Colour.BLACK


def told(found: Colouring | None) -> tuple[int, int, str] | None:
    return found and (found.white, found.black, sentence(found.why, "P{}".format))


@pytest.mark.parametrize(
    ("count", "counts", "expected"),
    [
        (ColourCount.WHITES, {1: 2, 2: 3}, (1, 2, "P1 has had White fewer times (2 against 3), so gets White.")),
        (ColourCount.WHITES, {1: 3, 2: 2}, (2, 1, "P2 has had White fewer times (2 against 3), so gets White.")),
        (
            ColourCount.BALANCE,
            {1: 0, 2: -1},
            (
                2,
                1,
                (
                    "P2 has the lower colour balance (games with White minus games with Black): −1 against 0. So P2 "
                    "gets White."
                ),
            ),
        ),
        (ColourCount.WHITES, {1: 2, 2: 2}, None),
        (ColourCount.BALANCE, {1: 0, 2: 0}, None),
    ],
)
def test_the_smaller_count_has_white(
    count: ColourCount, counts: dict[int, int], expected: tuple[int, int, str] | None
) -> None:
    assert told(by_count(count, counts.__getitem__, 1, 2)) == expected
    assert told(by_count(count, counts.__getitem__, 2, 1)) == expected


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ({1: B, 2: W}, (1, 2, "Both change colours: in their last games P1 had Black and P2 had White.")),
        ({1: W, 2: B}, (2, 1, "Both change colours: in their last games P2 had Black and P1 had White.")),
        ({1: W, 2: None}, (2, 1, "P1 had White in the last game and changes; P2 has had no colour yet.")),
        ({1: None, 2: B}, (2, 1, "P2 had Black in the last game and changes; P1 has had no colour yet.")),
        ({1: W, 2: W}, None),
        ({1: None, 2: None}, None),
    ],
)
def test_who_can_change_colours_does(last: dict[int, Colour | None], expected: tuple[int, int, str] | None) -> None:
    assert told(by_change(last.__getitem__, 1, 2)) == expected
    assert told(by_change(last.__getitem__, 2, 1)) == expected


@pytest.mark.parametrize(
    ("as_white", "expected"),
    [
        ({(1, 2): 3, (2, 1): 1}, (2, 1, "P1 had White when they met in round 3, so P2 gets it now.")),
        ({(2, 1): 1}, (1, 2, "P2 had White when they met in round 1, so P1 gets it now.")),
        ({}, None),
    ],
)
def test_a_second_game_turns_the_colours_of_the_last(
    as_white: dict[tuple[int, int], int], expected: tuple[int, int, str] | None
) -> None:
    assert told(by_turning(lambda one, other: as_white.get((one, other), 0), 1, 2)) == expected


def test_the_first_round_speaks_of_numbers_and_never_of_colours_had() -> None:
    for count in ColourCount:
        assert told(to_lower_placed(count, 1, 2, is_first_round=True)) == (
            2,
            1,
            "Neither has had a colour yet: the higher number has White.",
        )


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (ColourCount.WHITES, "Both have had White equally often: P2 is placed lower, so gets White."),
        (
            ColourCount.BALANCE,
            (
                "Both have the same colour balance (games with White minus games with Black). P2 is placed "
                "lower, so gets White."
            ),
        ),
    ],
)
def test_the_lower_placed_has_white_in_the_end(count: ColourCount, words: str) -> None:
    assert told(to_lower_placed(count, 1, 2, is_first_round=False)) == (2, 1, words)
