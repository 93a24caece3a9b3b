"""What a knock-out says of its ties: who met, who goes on, by what; and the tree they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import Colour, PlayerId, Result

BY_LOT: Final = "lot"
"""The step of a tie to which neither came, where the lot says who goes on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """`winner` None: nobody goes on, or not yet (`is_open`). `step`: what decided it."""

    round_number: int
    board: int
    white: PlayerId
    black: PlayerId
    winner: PlayerId | None = None
    step: str = ""
    is_open: bool = False
    is_final: bool = False
    reason: Reason | None = None
    """Where the boards of a level match decided it: the score, and what they say."""

    @property
    def players(self) -> frozenset[PlayerId]:
        return frozenset({self.white, self.black})

    def colour_of(self, player: PlayerId) -> Colour:
        return Colour.WHITE if player == self.white else Colour.BLACK

    def opponent(self, player: PlayerId) -> PlayerId:
        return self.black if player == self.white else self.white


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchEnding:
    """A step by which a tie may be decided. `winner` None: either may go on; else the step itself says who.

    `name` is a marked message. `games`: so many further games it may take, 0 for none. `is_second_game`: of a tie of
    two games, which their sum decides.
    """

    step: str
    name: str
    games: int = 0
    winner: PlayerId | None = None
    draw_is_for_black: bool = False
    is_second_game: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class NotPlayed:
    """What the rules propose of a tie that was not played by its last date: who goes on, nobody where both are out.

    `is_by_lot`: neither came, and the lot says who does.
    """

    winner: PlayerId | None
    reason: Reason
    is_by_lot: bool = False


def ahead(main: Result, further: tuple[tuple[Colour, Result], ...], *, draw_is_for_black: bool) -> Colour | None:
    """Which side of the first game's board stands better after further games; None: neither. The first game counts too,
    so that the second of two has something to be added to. `draw_is_for_black`: a draw in the last one decides it."""
    score = _points(main)
    for colour, result in further:
        score += _points(result) if colour is Colour.WHITE else -_points(result)
    if further and draw_is_for_black and further[-1][1] is Result.DRAW and score == 0:
        return further[-1][0].other
    if score == 0:
        return None
    return Colour.WHITE if score > 0 else Colour.BLACK


_WON = {Result.WHITE_WINS, Result.WHITE_WINS_BY_FORFEIT}
_LOST = {Result.BLACK_WINS, Result.BLACK_WINS_BY_FORFEIT}


def _points(result: Result) -> int:
    """For White of that game: 1, 0 or −1."""
    return (result in _WON) - (result in _LOST)


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchSide:
    """One of the two of a place in a tree: somebody; or whoever comes out of a place of the round before, by its index
    there; or nobody."""

    player: PlayerId | None = None
    of_place: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BracketPlace:
    """`tie` is there once it has been drawn; before that two sides who will meet. One side alone has a free pass, and
    `feeders` are the places of the round before from which the sides came or will come."""

    sides: tuple[MatchSide, ...] = ()
    match: Match | None = None
    feeders: tuple[int, ...] = ()

    @property
    def is_free_pass(self) -> bool:
        return len(self.sides) == 1 and self.sides[0].player is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class Bracket:
    """`rounds` from `first_round` on, each from top to bottom; `to_come`: of rounds that are drawn only later, how many
    ties each will have."""

    first_round: int
    rounds: tuple[tuple[BracketPlace, ...], ...]
    to_come: tuple[int, ...] = ()
    third_place: Match | None = None
    winner: PlayerId | None = None
