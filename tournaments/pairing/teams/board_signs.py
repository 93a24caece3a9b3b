"""How matches are written: a sign for each board, and the score.

1 0 = over the board, + - by forfeit, x nobody there, * open; from board 1 on, and from the side of the team with White
on board 1, also where it has Black (rulebook, teams, B2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from tournaments.pairing.types.snapshot import Result, score_of

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
MIRRORED: Mapping[Result, Result] = MappingProxyType(
    {
        Result.WHITE_WINS: Result.BLACK_WINS,
        Result.BLACK_WINS: Result.WHITE_WINS,
        Result.DRAW: Result.DRAW,
        Result.WHITE_WINS_BY_FORFEIT: Result.BLACK_WINS_BY_FORFEIT,
        Result.BLACK_WINS_BY_FORFEIT: Result.WHITE_WINS_BY_FORFEIT,
        Result.BOTH_FORFEIT: Result.BOTH_FORFEIT,
        Result.OPEN: Result.OPEN,
    }
)
"""The same result from the other side."""


def in_signs(boards: Iterable[Result]) -> str:
    return "".join(SIGN_OF[result] for result in boards)


def from_signs(signs: str) -> tuple[Result, ...]:
    """Raises KeyError for another sign."""
    return tuple(RESULT_OF[sign] for sign in signs)


def halves_text(points: Fraction) -> str:
    """2½, ½, 0: board points are whole or half."""
    whole, is_half = divmod(int(2 * points), 2)
    return f"{whole or ('' if is_half else '0')}{'½' if is_half else ''}"


def match_score(boards: str, own_halves: int | None, their_halves: int | None) -> str:
    """Left and right, so far where a board is open; empty before the first result."""
    if own_halves is not None and their_halves is not None:
        first, second = Fraction(own_halves, 2), Fraction(their_halves, 2)
    elif boards:
        first, second = score_of(from_signs(boards))
    else:
        return ""
    return f"{halves_text(first)}–{halves_text(second)}"
