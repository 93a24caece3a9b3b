"""What goes into the core: one immutable snapshot of a tournament."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias, TypeGuard

PlayerId: TypeAlias = int
"""The start number of an entrant, from 1."""


class Colour(StrEnum):
    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(StrEnum):
    """A game's result, written as in the tournament file."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    WHITE_WINS_BY_FORFEIT = "+--"
    BLACK_WINS_BY_FORFEIT = "--+"
    BOTH_FORFEIT = "---"
    OPEN = "*"

    @property
    def is_forfeit(self) -> bool:
        return self in _FORFEITS


_FORFEITS = frozenset({Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT})

BoardScore: TypeAlias = tuple[Fraction, Fraction]
"""Of the first-named team and of the other."""

_NOTHING, _HALF, _ONE = Fraction(0), Fraction(1, 2), Fraction(1)
_POINTS: dict[Result, BoardScore] = {
    Result.WHITE_WINS: (_ONE, _NOTHING),
    Result.BLACK_WINS: (_NOTHING, _ONE),
    Result.DRAW: (_HALF, _HALF),
    Result.WHITE_WINS_BY_FORFEIT: (_ONE, _NOTHING),
    Result.BLACK_WINS_BY_FORFEIT: (_NOTHING, _ONE),
    Result.BOTH_FORFEIT: (_NOTHING, _NOTHING),
    Result.OPEN: (_NOTHING, _NOTHING),
}


def board_points(result: Result) -> BoardScore:
    """What one board brings to either side."""
    return _POINTS[result]


def score_of(boards: Sequence[Result]) -> BoardScore:
    """The sums, so far where a board is open."""
    first = sum((_POINTS[result][0] for result in boards), _NOTHING)
    second = sum((_POINTS[result][1] for result in boards), _NOTHING)
    return first, second


def match_result(boards: Sequence[Result]) -> Result:
    """Played is what has a game over the board: more board points win, equal ones draw. Where nobody played, more of
    them win by forfeit, and equal ones, also 0-0, are lost by both."""
    if Result.OPEN in boards:
        return Result.OPEN
    score = score_of(boards)
    if all(result.is_forfeit for result in boards):
        return _decided(score, (Result.WHITE_WINS_BY_FORFEIT, Result.BOTH_FORFEIT, Result.BLACK_WINS_BY_FORFEIT))
    return result_of_score(score)


def result_of_score(score: BoardScore) -> Result:
    """Of a match of which only the sums are known: it was played."""
    return _decided(score, (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))


def _decided(score: BoardScore, results: tuple[Result, Result, Result]) -> Result:
    """Of the first winning, nobody, the other."""
    first, second = score
    return results[1 + (first < second) - (first > second)]


def score_by_result(result: Result, boards: int) -> BoardScore:
    """Of a match without boards of its own: who wins by forfeit has them all."""
    won, lost = _POINTS[result]
    return won * boards, lost * boards


class ByeKind(StrEnum):
    PAIRING = "pairing"  # the odd number
    HALF = "half"
    FULL = "full"
    ZERO = "zero"
    UNPAID = "unpaid"  # the odd number, of somebody who owes an evening


class AbsenceKind(StrEnum):
    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    CLUB = "club"  # team duty, arbiter


AbsenceCode: TypeAlias = str
"""An AbsenceKind, or the code of a kind that the club has named itself."""
_ABSENCE_CODE = re.compile(r"[a-z][a-z0-9_]{0,15}", re.ASCII)


def is_absence_code(given: object) -> TypeGuard[AbsenceCode]:
    """Whether it is written like one."""
    return isinstance(given, str) and _ABSENCE_CODE.fullmatch(given) is not None


class OwnGame(StrEnum):
    """How a player's own game went elsewhere, for the club's team; written as in the tournament file."""

    WIN = "1"
    DRAW = "1/2"
    LOSS = "0"


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedAt:
    """For the pairing alone somebody stands at this place of the ladder, until so many games are played."""

    place: int
    games: int | None = None
    """None: to the end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entrant:
    number: PlayerId
    rating: int | None = None
    joined_round: int = 1
    away: tuple[tuple[int, int | None], ...] = ()
    """Intervals of rounds, first and last (None = for good), in which the entrant had withdrawn."""
    absence_kind: AbsenceCode | None = None
    """What an absence counts as where nobody has marked it; None: as for everybody."""
    paired_at: PairedAt | None = None

    def __post_init__(self) -> None:
        if len(self.away) > 1:
            in_order = sorted(self.away, key=lambda interval: (interval[0], interval[1] is None, interval[1] or 0))
            object.__setattr__(self, "away", tuple(in_order))

    def is_away(self, round_number: int) -> bool:
        return bool(self.away) and any(
            first <= round_number and (last is None or round_number <= last) for first, last in self.away
        )

    def takes_part(self, round_number: int) -> bool:
        """Joined and not withdrawn in that round."""
        return self.joined_round <= round_number and not self.is_away(round_number)


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchDecision:
    """How a tie was decided that the game itself had left level, in a knock-out."""

    step: str
    winner: PlayerId
    games: tuple[tuple[Colour, Result], ...] = ()
    """Further games, in order: the colour that White of the first game had, and the result, White's side first."""


class KnownBefore(NamedTuple):
    """What was known of a game before it was corrected, and the first round that was paired knowing it."""

    result: Result
    known_from: int
    boards: tuple[Result, ...] = ()
    score: BoardScore | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedGame:
    """Of two players, or the match of two teams: then `white` is the team with White on board 1."""

    board: int
    white: PlayerId
    black: PlayerId
    result: Result
    """Of a match it follows from its boards or its score, whatever is given."""
    boards: tuple[Result, ...] = ()
    """Of a match, from board 1 on, written from the side of `white` also where it has Black."""
    score: BoardScore | None = None
    """Of a match of which only the sums of both sides are known."""
    by_hand: bool = False
    known_from: int | None = None
    """First round that was paired knowing this result; None = the next."""
    earlier: tuple[KnownBefore, ...] = ()
    date: str | None = None
    """Where it is not the round's: on which it was played, or for which an open game is agreed, as 2026-11-26. The core
    knows no calendar: nothing is paired or counted by it."""
    play_by: str | None = None
    """The last day for an open game; None: as the tournament's dates have it."""
    unplayed: bool = False
    """A draw made of a game that nobody played: it counts like another, and is not rated."""
    decided_by: MatchDecision | None = None
    """Of a drawn game, or of the first of two, in a knock-out."""
    counts: bool = True
    """False: it stands as it was played, but one of the two left so early that it counts for nobody. Follows from the
    record, and is never stored."""
    group: int | None = None
    """Of another stage of the event, from 1, where it was played and counts from: see `CarriedGame`. Follows from
    those, and is never stored."""

    def __post_init__(self) -> None:
        if self.boards:
            object.__setattr__(self, "result", match_result(self.boards))
        elif self.score is not None:
            object.__setattr__(self, "result", result_of_score(self.score))
        if self.earlier:
            object.__setattr__(self, "earlier", tuple(KnownBefore(*each) for each in self.earlier))

    def board_score(self, boards: int) -> BoardScore:
        """What a match of so many boards brings to either side: so far, where a board is open."""
        if self.boards:
            return score_of(self.boards)
        return self.score or score_by_result(self.result, boards)

    def is_early(self, coming: int) -> bool:
        """Of a round from `coming` on, whether it had been played when that round was next."""
        first = self.earlier[0].known_from if self.earlier else self.known_from
        return first is not None and first <= coming


OUTSIDE: Final = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class CarriedGame:
    """A game that two have played in another stage of the same event, in that `group`, from 1; or, with OUTSIDE as its
    group, in the tournament in which the games of this one count too. It counts here with its colours and its result,
    and is not played again."""

    white: PlayerId
    black: PlayerId
    result: Result
    group: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOffGame:
    """A game of a play-off: it counts there alone."""

    white: PlayerId
    black: PlayerId
    result: Result


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOff:
    """How some have played for a place that they share, in a tournament of their own that is over.

    `order`: its players best first; those who are level in it stand together.
    """

    order: tuple[tuple[PlayerId, ...], ...]
    games: tuple[PlayOffGame, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", tuple(tuple(sorted(level)) for level in self.order))

    @property
    def players(self) -> frozenset[PlayerId]:
        return frozenset(player for level in self.order for player in level)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedBye:
    player: PlayerId
    kind: ByeKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Absence:
    player: PlayerId
    kind: AbsenceCode
    result: OwnGame | None = None
    """Of a game elsewhere, where the kind pays by it and it is known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedRound:
    number: int
    games: tuple[PlayedGame, ...] = ()
    byes: tuple[PlayedBye, ...] = ()
    absences: tuple[Absence, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "games", tuple(sorted(self.games, key=lambda game: game.board)))
        _sort_by_player(self)


def played_early(rounds: Iterable[PlayedRound], *, coming: int) -> tuple[PlayedRound, ...]:
    """Of rounds from `coming` on, the games that had been played when that round was next."""
    found = ((each.number, tuple(game for game in each.games if game.is_early(coming))) for each in rounds)
    return tuple(PlayedRound(number=number, games=games) for number, games in found if games)


@dataclass(frozen=True, kw_only=True, slots=True)
class NextRound:
    """Who is away, or has asked for a bye, in the round to be paired; everybody else active is present."""

    absences: tuple[Absence, ...] = ()
    byes: tuple[PlayedBye, ...] = ()
    owe_bye: frozenset[PlayerId] = frozenset()
    """Who sits out unpaid if the number is odd."""

    def __post_init__(self) -> None:
        _sort_by_player(self)


def _sort_by_player(round_: PlayedRound | NextRound) -> None:
    """However the rows came: the same round is the same value."""
    object.__setattr__(round_, "byes", tuple(sorted(round_.byes, key=lambda bye: bye.player)))
    object.__setattr__(round_, "absences", tuple(sorted(round_.absences, key=lambda absence: absence.player)))


NO_SEED = "0" * 64


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentSnapshot:
    """All that a pairing system may know. The order of the rows does not matter: they are sorted on the way in.

    `rounds` are numbered 1..n without a gap; `forbidden_pairs` holds sets of two numbers.

    `ahead` are rounds behind them that have their boards already, since a whole plan was published: their turn has not
    come, but some of their games may have been played early.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    ahead: tuple[PlayedRound, ...] = ()
    carried: tuple[CarriedGame, ...] = ()
    """In the order in which they were played."""
    play_offs: tuple[PlayOff, ...] = ()
    """Those that are over, in the order in which they were played."""
    next_round: NextRound = NextRound()
    forbidden_pairs: frozenset[frozenset[PlayerId]] = frozenset()
    planned_rounds: int | None = None
    boards: int | None = None
    """Of a tournament of teams, which are its entrants then: so many boards make a match."""
    seed: str = NO_SEED
    by_number: Mapping[PlayerId, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        entrants = tuple(sorted(self.entrants, key=lambda entrant: entrant.number))
        object.__setattr__(self, "entrants", entrants)
        object.__setattr__(self, "rounds", tuple(sorted(self.rounds, key=lambda played: played.number)))
        object.__setattr__(self, "ahead", tuple(sorted(self.ahead, key=lambda played: played.number)))
        object.__setattr__(self, "by_number", {entrant.number: entrant for entrant in entrants})

    @property
    def next_number(self) -> int:
        """The number of the round to be paired."""
        return len(self.rounds) + 1

    @property
    def all_played(self) -> bool:
        """Whether all planned rounds have been played; without a plan there is always a next one."""
        return self.planned_rounds is not None and len(self.rounds) >= self.planned_rounds

    def after(self, round_number: int) -> TournamentSnapshot:
        """The snapshot with only the first `round_number` rounds, all their results as they stand today. Of later ones
        stay the games that had been played by then, early."""
        if round_number >= len(self.rounds):
            return replace(self, next_round=NextRound())
        later = (*self.rounds[round_number:], *self.ahead)
        return replace(
            self,
            rounds=self.rounds[:round_number],
            ahead=played_early(later, coming=round_number + 1),
            next_round=NextRound(),
        )

    def and_then(self, played: PlayedRound) -> TournamentSnapshot:
        """With one more round, whose turn has come."""
        ahead = tuple(each for each in self.ahead if each.number != played.number)
        return replace(self, rounds=(*self.rounds, played), ahead=ahead)

    def listed(self) -> tuple[Entrant, ...]:
        """Those who stand in the table after the last round: late entrants from the round before they join."""
        return tuple(entrant for entrant in self.entrants if entrant.joined_round <= self.next_number)
