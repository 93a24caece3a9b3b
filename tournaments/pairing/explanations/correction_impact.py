"""The damage of a correction: which later rounds would have been paired otherwise, had it been known in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Pin
from tournaments.pairing.types.snapshot import BoardScore, ByeKind, PlayedGame, PlayerId, Result, TournamentSnapshot

Board = tuple[int, PlayerId, PlayerId]
"""Its number, White, Black."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedFrom:
    """What a round was paired from: who was here, what was known, and what the director had set."""

    number: int
    system: PairingSystem
    snapshot: TournamentSnapshot
    pinned: tuple[Pin, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundDamage:
    """How the system paired the round, and how it would have: only what is not on both sides.

    Where it would have found no pairing (`is_impossible`), `would_be` and `would_sit_out` are empty.
    """

    number: int
    was: tuple[Board, ...] = ()
    would_be: tuple[Board, ...] = ()
    sat_out: tuple[PlayerId, ...] = ()
    would_sit_out: tuple[PlayerId, ...] = ()
    is_impossible: bool = False

    @property
    def has_same_games(self) -> bool:
        """Only the numbers of the boards would have been others."""
        return not self.is_impossible and not self.would_sit_out and _games(self.was) == _games(self.would_be)

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.number,
            "was": [list(board) for board in self.was],
            "would_be": [list(board) for board in self.would_be],
            "sat_out": list(self.sat_out),
            "would_sit_out": list(self.would_sit_out),
            "is_impossible": self.is_impossible,
        }

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> RoundDamage:
        return cls(
            number=saved["round"],
            was=tuple((board, white, black) for board, white, black in saved["was"]),
            would_be=tuple((board, white, black) for board, white, black in saved["would_be"]),
            sat_out=tuple(saved["sat_out"]),
            would_sit_out=tuple(saved["would_sit_out"]),
            is_impossible=saved["is_impossible"],
        )


def with_result(
    snapshot: TournamentSnapshot,
    number: int,
    board: int,
    result: Result,
    boards: tuple[Result, ...] = (),
    score: BoardScore | None = None,
) -> TournamentSnapshot:
    """As if the game on that board of round `number` had always had it; a match with these boards, or this score."""
    rounds = tuple(
        replace(played, games=tuple(_with_result(game, board, result, boards, score) for game in played.games))
        if played.number == number
        else played
        for played in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)


def damage(
    rounds: Iterable[PairedFrom],
    number: int,
    board: int,
    result: Result,
    boards: tuple[Result, ...] = (),
    score: BoardScore | None = None,
) -> tuple[RoundDamage, ...]:
    """Of those rounds, the ones that would have been paired otherwise, had the game of round `number` had `result`.

    Each is paired from what it was paired from then: earlier rounds stand as they were played, and whoever was here is
    here. A round that was paired while the game was still awaited would have been paired as it was.
    """
    differing = (
        paired_otherwise(each, with_result(each.snapshot, number, board, result, boards, score))
        for each in rounds
        if _knew(each.snapshot, number, board)
    )
    return tuple(each for each in differing if each is not None)


def paired_otherwise(then: PairedFrom, known: TournamentSnapshot) -> RoundDamage | None:
    """Against the same round paired from what is known now; None where that gives the same."""
    if _results(then.snapshot) == _results(known):
        return None
    was = _paired(then.system, then.snapshot, then.pinned)
    would_be = _paired(then.system, known, then.pinned)
    if was is None:
        return None  # what was kept is no longer how this system pairs: there is nothing to compare with
    if would_be is None:
        return RoundDamage(number=then.number, was=_boards(was), sat_out=_byes(was), is_impossible=True)
    before, after = _boards(was), _boards(would_be)
    found = RoundDamage(
        number=then.number,
        was=tuple(board for board in before if board not in after),
        would_be=tuple(board for board in after if board not in before),
        sat_out=tuple(player for player in _byes(was) if player not in _byes(would_be)),
        would_sit_out=tuple(player for player in _byes(would_be) if player not in _byes(was)),
    )
    return found if found.was or found.would_be or found.sat_out or found.would_sit_out else None


def _with_result(
    game: PlayedGame, board: int, result: Result, boards: tuple[Result, ...], score: BoardScore | None
) -> PlayedGame:
    if game.board != board:
        return game
    return replace(game, result=result, boards=boards, score=score, known_from=None, earlier=())


def _knew(snapshot: TournamentSnapshot, number: int, board: int) -> bool:
    return any(
        game.board == board and game.result is not Result.OPEN
        for played in snapshot.rounds
        if played.number == number
        for game in played.games
    )


def _results(snapshot: TournamentSnapshot) -> Sequence[frozenset[tuple[object, ...]]]:
    return [
        frozenset((game.white, game.black, game.result, game.boards, game.score) for game in played.games)
        for played in snapshot.rounds
    ]


def _paired(system: PairingSystem, known: TournamentSnapshot, pinned: Sequence[Pin]) -> PairedRound | None:
    try:
        return system.pair(known, pinned=pinned)
    except PairingImpossible:
        return None


def _boards(paired: PairedRound) -> tuple[Board, ...]:
    return tuple((board.board, board.white, board.black) for board in paired.boards)


def _games(boards: Iterable[Board]) -> frozenset[tuple[PlayerId, PlayerId]]:
    return frozenset((white, black) for _board, white, black in boards)


def _byes(paired: PairedRound) -> tuple[PlayerId, ...]:
    return tuple(bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING)
