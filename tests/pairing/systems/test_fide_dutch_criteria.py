"""Criteria that rounds paired by other programs hardly show: in each of these rounds one alone decides.

The histories are made by chance; what the round must be is found by the oracle, which looks at every candidate, and
would be another one if it left the criterion out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.oracles.fide_dutch import Oracle
from tournaments.pairing.systems.fide_dutch import FideDutch
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import PairedRound
from tournaments.pairing.types.snapshot import ByeKind, PlayerId

Pair = tuple[PlayerId, PlayerId]


class Without(Oracle):
    """All criteria but one."""

    left_out = 0

    def quality(self, *facts: Any) -> tuple[Any, ...] | None:
        found = super().quality(*facts)
        return None if found is None else tuple(v for code, v in enumerate(found, start=6) if code != self.left_out)


EXAMPLES = {
    10: (
        (
            "5:1 1-0, 6:4 1/2-1/2, 2:8 0-1, 7:3 1/2-1/2",
            "8:5 1-0, 4:3 0-1, 7:2 1/2-1/2, 1:6 1-0",
            "3:6 1/2-1/2, 1:8 1/2-1/2, 5:2 1-0, 7:4 1-0",
            "5:6 1/2-1/2, 4:1 0-1, 3:2 1/2-1/2, 8:7 0-1",
        ),
        {"planned_rounds": 5},
        [(1, 7), (3, 5), (6, 8), (2, 4)],
        [(7, 5), (1, 3), (6, 8), (2, 4)],
    ),
    11: (
        (
            "6:2 0-1, 7:3 1-0, 5:4 0-1, 1 pairing",
            "4:3 1/2-1/2, 7:1 1-0, 2:5 1-0, 6 pairing",
            "2:7 1/2-1/2, 4:6 0-1, 1:5 1-0, 3 pairing",
        ),
        {"planned_rounds": 4},
        [(6, 7), (3, 2), (1, 4), (5, 0)],
        [(6, 7), (4, 2), (3, 1), (5, 0)],
    ),
    13: (
        ("6:3 1/2-1/2, 4:2 1-0, 1:7 1/2-1/2, 5 pairing", "2:6 1/2-1/2, 7:5 1/2-1/2, 1:4 1/2-1/2, 3 pairing"),
        {},
        [(5, 4), (3, 1), (6, 7), (2, 0)],
        [(3, 5), (4, 7), (6, 1), (2, 0)],
    ),
    15: (
        ("5:4 1-0, 3:1 1-0, 6:2 1-0", "1:2 1-0, 6:5 1/2-1/2, 3:4 0-1", "1:6 0-1, 5:3 1-0, 2:4 1-0"),
        {"planned_rounds": 4},
        [(5, 1), (4, 6), (2, 3)],
        [(2, 5), (3, 6), (4, 1)],
    ),
    17: (
        (
            "2:6 1-0, 7:1 0-1, 5:3 1-0, 4:8 1/2-1/2",
            "4:7 1/2-1/2, 3:6 0-1, 5:1 1/2-1/2, 8:2 0-1",
            "7:2 1/2-1/2, 6:5 1/2-1/2, 8:1 1/2-1/2, 3:4 1-0",
        ),
        {"planned_rounds": 4},
        [(2, 5), (1, 3), (6, 4), (7, 8)],
        [(2, 5), (1, 4), (6, 8), (7, 3)],
    ),
    18: (
        (
            "2:1 1/2-1/2, 4:5 1/2-1/2, 6:3 1-0, 7 pairing",
            "6:7 0-1, 2:5 1/2-1/2, 3:4 1-0, 1 pairing",
            "1:6 1/2-1/2, 3:5 1-0, 7:2 0-1, 4 pairing",
            "1:3 1-0, 5:6 1-0, 7:4 0-1, 2 pairing",
        ),
        {},
        [(4, 2), (5, 1), (3, 7), (6, 0)],
        [(4, 1), (3, 2), (5, 7), (6, 0)],
    ),
    19: (
        ("2:6 1/2-1/2, 4:5 1-0, 7:1 1-0, 8:3 1-0", "2:8 0-1, 6:7 1/2-1/2, 1:4 0-1, 3:5 0-1"),
        {},
        [(4, 8), (5, 7), (3, 6), (1, 2)],
        [(4, 8), (5, 7), (1, 6), (3, 2)],
    ),
    20: (
        (
            "1:4 0-1, 5:7 1/2-1/2, 6:3 0-1, 2 pairing",
            "3:2 0-1, 1:5 1/2-1/2, 6:7 1/2-1/2, 4 pairing",
            "7:1 1/2-1/2, 6:2 0-1, 5:3 0-1, 4 pairing",
        ),
        {},
        [(4, 7), (2, 5), (3, 1), (6, 0)],
        [(2, 7), (4, 5), (3, 1), (6, 0)],
    ),
    21: (
        (
            "5:3 0-1, 2:4 0-1, 7:1 1-0, 6 pairing",
            "1:3 1/2-1/2, 6:7 1-0, 4:5 1-0, 2 pairing",
            "6:5 0-1, 2:3 1-0, 4:7 1-0, 1 pairing",
        ),
        {},
        [(3, 4), (1, 6), (7, 2), (5, 0)],
        [(1, 4), (3, 6), (7, 2), (5, 0)],
    ),
}
"""By the number of the criterion: the rounds, what else is known, the round, and what it would be without."""


def white_first(**options: object) -> FideDutch:
    return configured(FideDutch, {"initial_colour": "white"} | options)


def pairs_of(paired: PairedRound) -> list[Pair]:
    byes = [(bye.player, 0) for bye in paired.byes if bye.kind is ByeKind.PAIRING]
    return [*((board.white, board.black) for board in paired.boards), *byes]


def by_oracle(oracle: Oracle) -> list[Pair]:
    answer = oracle.pair()
    assert answer is not None
    return [*answer.boards, *((player, 0) for player, kind in answer.byes.items() if kind == "pairing")]


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_criterion_that_alone_decides(code: int) -> None:
    rounds, known, expected, otherwise = EXAMPLES[code]
    snapshot = tournament(_size(rounds), *rounds, **known)
    without = Without(snapshot, white_first())
    without.left_out = code

    assert pairs_of(white_first().pair(snapshot)) == by_oracle(Oracle(snapshot, white_first())) == expected
    assert by_oracle(without) == otherwise


def _size(rounds: Sequence[str]) -> int:
    return max(int(number) for part in rounds[0].split(", ") for number in part.split(" ")[0].split(":"))
