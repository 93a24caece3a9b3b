"""What the boards of a level match of teams decide before any play-off, over one leg or over both.

Rulebook, teams, B5. The steps give no board points, and are not rated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.pairing.history.board_scores import times_weights, without_the_bottom
from tournaments.pairing.types.paired_round import Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId, Result, board_points, match_result
from tournaments.pairing.types.translation import gettext_noop as _

BERLIN = Rule("cup/boards/board_weights", _("{first_score}–{second_score}, Berlin {first}–{second}"))
BOTTOM = Rule(
    "cup/boards/bottom_out", _("{first_score}–{second_score}, without the boards from {board} on {first}–{second}")
)
TOP = Rule("cup/boards/top_board", _("{first_score}–{second_score}, on board {board} {first}–{second}"))
WON_BOARD_1 = Rule("cup/boards/won_board_1", _("{first_score}–{second_score}, {player} won on board 1"))
BLACK_BOARD_1 = Rule("cup/boards/black_board_1", _("{first_score}–{second_score}, {player} drew with Black on board 1"))
MATCH_POINTS: Final = "match_points"
"""The step of a tie of two legs that they have decided by who won more of them."""
SCORE: Final = "score"
"""The board points decide, of both legs where there are two."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A match as it was written: from the side of the team with White on board 1."""

    first: PlayerId
    second: PlayerId
    boards: tuple[Result, ...]

    def points(self, team: PlayerId) -> tuple[Fraction, ...]:
        """Of that team, from board 1 on."""
        side = 0 if team == self.first else 1
        return tuple(board_points(result)[side] for result in self.boards)

    @property
    def winner(self) -> PlayerId | None:
        """Also by forfeit."""
        result = match_result(self.boards)
        if result in (Result.WHITE_WINS, Result.WHITE_WINS_BY_FORFEIT):
            return self.first
        return self.second if result in (Result.BLACK_WINS, Result.BLACK_WINS_BY_FORFEIT) else None


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardDecision:
    """`reason`: the score and what decided it, as it is shown; None where the score itself says it."""

    winner: PlayerId
    step: str
    reason: Reason | None = None


class Sums:
    """What the two teams of one or two legs have, the one named first in the first leg always first."""

    def __init__(self, legs: Sequence[Leg]) -> None:
        self.legs = legs
        self.first, self.second = legs[0].first, legs[0].second
        self.on_boards = (self._of(self.first), self._of(self.second))
        self.scores = tuple(sum(each, Fraction(0)) for each in self.on_boards)

    def _of(self, team: PlayerId) -> tuple[Fraction, ...]:
        return tuple(sum(each, Fraction(0)) for each in zip(*(leg.points(team) for leg in self.legs), strict=True))

    def ahead(self, first: Fraction | int, second: Fraction | int) -> PlayerId | None:
        if first == second:
            return None
        return self.first if first > second else self.second

    def reason(self, rule: Rule, **facts: Fraction | int | Player) -> Reason:
        return rule.reason(first_score=self.scores[0], second_score=self.scores[1], **facts)


def by_boards(legs: Sequence[Leg], step: str) -> BoardDecision | None:
    """What one step says of these legs; None: they are level in it, or the boards are not known."""
    if not legs or not all(leg.boards for leg in legs) or len({len(leg.boards) for leg in legs}) > 1:
        return None
    if any(Result.OPEN in leg.boards for leg in legs):
        return None
    return _STEPS[step](Sums(legs))


def decided_by_boards(legs: Sequence[Leg], steps: Sequence[str]) -> BoardDecision | None:
    """Who goes on: of two legs by match points, then by board points, then by the steps over both, until one of them
    is no step of boards."""
    sums = Sums(legs)
    won = [leg.winner for leg in legs]
    by_matches = sums.ahead(won.count(sums.first), won.count(sums.second)) if len(legs) > 1 else None
    if by_matches is not None:
        return BoardDecision(winner=by_matches, step=MATCH_POINTS)
    by_score = sums.ahead(sums.scores[0], sums.scores[1])
    if by_score is not None:
        return BoardDecision(winner=by_score, step=SCORE)
    for step in steps:
        if step not in BY_BOARDS:
            return None
        found = by_boards(legs, step)
        if found is not None:
            return found
    return None


def _berlin(sums: Sums) -> BoardDecision | None:
    first, second = (sum(times_weights(points), Fraction(0)) for points in sums.on_boards)
    winner = sums.ahead(first, second)
    if winner is None:
        return None
    return BoardDecision(winner=winner, step="board_weights", reason=sums.reason(BERLIN, first=first, second=second))


def _bottom_out(sums: Sums) -> BoardDecision | None:
    """Without the last board, without the last two, and so on."""
    boards = len(sums.on_boards[0])
    steps = (without_the_bottom(points) for points in sums.on_boards)
    return _first_to_part(sums, "bottom_out", BOTTOM, zip(range(boards, 0, -1), *steps, strict=False))


def _top_board(sums: Sums) -> BoardDecision | None:
    """Board 1, then board 2, and so on."""
    boards = len(sums.on_boards[0])
    return _first_to_part(sums, "top_board", TOP, zip(range(1, boards + 1), *sums.on_boards, strict=True))


def _first_to_part(
    sums: Sums, step: str, rule: Rule, each: Iterator[tuple[int, Fraction, Fraction]]
) -> BoardDecision | None:
    for board, first, second in each:
        winner = sums.ahead(first, second)
        if winner is not None:
            reason = sums.reason(rule, board=board, first=first, second=second)
            return BoardDecision(winner=winner, step=step, reason=reason)
    return None


def _black_board_1(sums: Sums) -> BoardDecision | None:
    """Over two legs each of them has had Black there once: a level sum decides nothing."""
    winner, rule = sums.ahead(sums.on_boards[0][0], sums.on_boards[1][0]), WON_BOARD_1
    if winner is None and len(sums.legs) == 1 and sums.legs[0].boards[0] is Result.DRAW:
        winner, rule = sums.second, BLACK_BOARD_1
    if winner is None:
        return None
    return BoardDecision(winner=winner, step="black_board_1", reason=sums.reason(rule, player=Player(winner)))


_STEPS: Final[Mapping[str, Callable[[Sums], BoardDecision | None]]] = {
    "board_weights": _berlin,
    "bottom_out": _bottom_out,
    "top_board": _top_board,
    "black_board_1": _black_board_1,
}
BY_BOARDS: Final = frozenset(_STEPS)
"""Steps that look at the boards of the match itself."""
