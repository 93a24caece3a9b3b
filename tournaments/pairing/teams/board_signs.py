"""A match's boards in signs, one each, from board 1 on: 1 0 = over the board, + - by forfeit, x nobody there, * open.

Written from the side of the team with White on board 1, also where it has Black (rulebook, teams, B2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tournaments.pairing.types.snapshot import Result

SIGN_OF: Mapping[Result, str] = MappingProxyType(
    {
        Result.WHITE_WINS: "1",
        Result.BLACK_WINS: "0",
        Result.DRAW: "=",
        Result.WHITE_WINS_BY_FORFEIT: "+",
        Result.BLACK_WINS_BY_FORFEIT: "-",
        Result.BOTH_FORFEIT: "x",
        Result.OPEN: "*",
    }
)
RESULT_OF: Mapping[str, Result] = MappingProxyType({sign: result for result, sign in SIGN_OF.items()})


def in_signs(boards: Iterable[Result]) -> str:
    return "".join(SIGN_OF[result] for result in boards)


def from_signs(signs: str) -> tuple[Result, ...]:
    """Raises KeyError for another sign."""
    return tuple(RESULT_OF[sign] for sign in signs)
