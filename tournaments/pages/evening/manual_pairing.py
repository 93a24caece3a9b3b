"""Players on the move: who is chosen, and what a tap on each of the others does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Mark, Presence
from tournaments.pages.evening.boards import BoardRow, BoardSide, WithoutBoardRow
from tournaments.pages.evening.evening import RoundView


class Tap(StrEnum):
    """What a tap on somebody does."""

    NOTHING = "nothing"  # the board has begun, or nobody is to be paired there
    CHOOSE = "choose"
    LET_GO = "let_go"  # is the one chosen
    SWAP = "swap"
    PAIR = "pair"  # neither has a board: they get one, White for whoever was tapped first


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveBoard:
    row: BoardRow
    white: Tap
    black: Tap


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveWithoutBoard:
    row: WithoutBoardRow
    tap: Tap


@dataclass(frozen=True, kw_only=True, slots=True)
class ChosenPlayer:
    """Whoever was tapped first, and where they are."""

    entry: int
    name: str
    board: BoardRow | None
    out: WithoutBoardRow | None
    mark: Mark
    others_sit_out: bool
    """Somebody else has the bye: giving it here takes it from them, unless both are to sit out."""

    @property
    def has_bye(self) -> bool:
        return self.out is not None and self.out.is_odd_one


@dataclass(frozen=True, kw_only=True, slots=True)
class PossibleMoves:
    boards: tuple[MoveBoard, ...]
    without_board: tuple[MoveWithoutBoard, ...]
    chosen: ChosenPlayer | None

    @property
    def some_stay(self) -> bool:
        return any(board.row.has_begun for board in self.boards)


def possible_moves(round: RoundView, chosen: int | None) -> PossibleMoves:
    """With that entry chosen; nobody, where it is not there to be moved."""
    first = _chosen(round, chosen)
    return PossibleMoves(
        boards=tuple(
            MoveBoard(row=row, white=_tap_on_side(row, row.white, first), black=_tap_on_side(row, row.black, first))
            for row in round.boards
        ),
        without_board=tuple(MoveWithoutBoard(row=row, tap=_tap_on_out(row, first)) for row in round.without_board),
        chosen=first,
    )


def _chosen(round: RoundView, entry: int | None) -> ChosenPlayer | None:
    odd_ones = {row.entry for row in round.without_board if row.is_odd_one}
    for board in round.boards:
        for side in (board.white, board.black):
            if side.entry == entry and not board.has_begun:
                return ChosenPlayer(
                    entry=entry,
                    name=side.name,
                    board=board,
                    out=None,
                    mark=_mark(round, entry),
                    others_sit_out=bool(odd_ones),
                )
    for row in round.without_board:
        if row.entry == entry and row.can_be_moved:
            others = odd_ones - {row.entry}
            return ChosenPlayer(
                entry=entry,
                name=row.name,
                board=None,
                out=row,
                mark=_mark(round, entry),
                others_sit_out=bool(others),
            )
    return None


def _mark(round: RoundView, entry: int) -> Mark:
    """As they are marked: what a tap that marks them otherwise has seen."""
    place = round.check_in.place(entry)
    return place.mark if place else Mark(Presence.PRESENT)


def _tap_on_side(row: BoardRow, side: BoardSide, chosen: ChosenPlayer | None) -> Tap:
    if row.has_begun:
        return Tap.NOTHING
    return _tap(side.entry, chosen, has_board=True)


def _tap_on_out(row: WithoutBoardRow, chosen: ChosenPlayer | None) -> Tap:
    if not row.can_be_moved:
        return Tap.NOTHING
    return _tap(row.entry, chosen, has_board=False)


def _tap(entry: int, chosen: ChosenPlayer | None, *, has_board: bool) -> Tap:
    if chosen is None:
        return Tap.CHOOSE
    if chosen.entry == entry:
        return Tap.LET_GO
    return Tap.SWAP if has_board or chosen.board is not None else Tap.PAIR
