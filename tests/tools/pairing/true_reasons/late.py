"""Changes after publishing: who came or has lost the opponent, and whom that disturbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from tests.tools.pairing.true_reasons.saying import Said, is_true, says
from tests.tools.pairing.true_reasons.scene import Scene
from tournaments.pairing.explanations.late_changes import LateChange, LateChoice, SetRound
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound
from tournaments.pairing.types.snapshot import Absence, AbsenceKind, ByeKind, NextRound, PlayerId
from tournaments.pairing.wording import sentence

Seat: TypeAlias = tuple[PlayerId, str, int]
"""Opponent, colour, board."""


@dataclass(frozen=True)
class Change:
    round_: SetRound
    plan: LateChange

    @property
    def before(self) -> Mapping[PlayerId, Seat]:
        return seats([(board.board, board.white, board.black) for board in self.round_.boards])

    @property
    def after(self) -> Mapping[PlayerId, Seat]:
        plan = self.plan
        kept = [
            (plan.moved.get(board.board, board.board), board.white, board.black)
            for board in self.round_.boards
            if board.board not in plan.cleared
        ]
        return seats([*kept, *((board.board, board.white, board.black) for board in plan.boards)])

    @property
    def bystanders(self) -> list[PlayerId]:
        """Without who comes or leaves, and without an opponent who is left: them it cannot but concern."""
        own = self.before.get(self.plan.player)
        return sorted(self.before.keys() - {self.plan.player, own[0] if own else 0})

    def sits_out_after(self) -> set[PlayerId]:
        byes = {player for player, (kind, _why) in self.plan.byes.items() if kind is ByeKind.PAIRING}
        return {*self.round_.sitting_out} - {*self.plan.no_longer_out} | byes


def seats(boards: list[tuple[int, PlayerId, PlayerId]]) -> dict[PlayerId, Seat]:
    found: dict[PlayerId, Seat] = {}
    for number, white, black in boards:
        found[white] = black, "white", number
        found[black] = white, "black", number
    return found


def untrue_plan(round_: SetRound, plan: LateChange) -> list[str]:
    """What a choice says of its boards and of those disturbed, and is not so."""
    false = []
    change = Change(round_, plan)
    everybody = Said(Scene(round_.system, round_.snapshot, None), change=change)
    own = [reason for reason in plan.disturbs if reason.rule.startswith("late/")]
    false += [sentence(reason, str) for reason in own if not is_true(everybody, reason)]
    if plan.choice is LateChoice.REPAIR:
        return false  # its boards are of a round that the system has paired
    for board in plan.boards:
        where = Said(two_alone(round_, board), board=board, change=change)
        false += [sentence(reason, str) for reason in board.reasons if not is_true(where, reason)]
    for player, (_kind, reasons) in plan.byes.items():
        scene = Scene(round_.system, round_.snapshot, None)
        scene.given_byes.add(player)
        where = Said(scene, about=player, change=change)
        false += [sentence(reason, str) for reason in reasons if not is_true(where, reason)]
    return false


def two_alone(round_: SetRound, board: PairedBoard) -> Scene:
    """Colours are asked for the two as if nobody else were there."""
    two = {board.white, board.black}
    away = tuple(
        Absence(player=each.number, kind=AbsenceKind.EXCUSED)
        for each in round_.snapshot.entrants
        if each.number not in two
    )
    snapshot = replace(round_.snapshot, next_round=NextRound(absences=away))
    paired = PairedRound(number=snapshot.next_number, boards=(replace(board, pinned=False),))
    return Scene(round_.system, snapshot, paired)


def change_of(where: Said) -> Change:
    assert isinstance(where.change, Change)
    return where.change


@says("late/came")
def came(where: Said, player: PlayerId, other: PlayerId) -> bool:
    change = change_of(where)
    had_none = player not in change.before and player not in change.round_.sitting_out
    return set(where.players) == {player, other} and had_none and change.plan.away is None


@says("late/left")
def left(where: Said, player: PlayerId, other: PlayerId) -> bool:
    change = change_of(where)
    lost = player in change.before and change.before[player][0] == change.plan.player
    return set(where.players) == {player, other} and lost and change.plan.away is not None


@says("late/another_opponent")
def another_opponent(where: Said, players: tuple[PlayerId, ...]) -> bool:
    before, after = change_of(where).before, change_of(where).after
    changed = [p for p in change_of(where).bystanders if p in after and after[p][0] != before[p][0]]
    return [*players] == changed != []


@says("late/turned")
def colours_turned(where: Said, players: tuple[PlayerId, ...]) -> bool:
    before, after = change_of(where).before, change_of(where).after
    same = [p for p in change_of(where).bystanders if p in after and after[p][0] == before[p][0]]
    return [*players] == [p for p in same if after[p][1] != before[p][1]] != []


@says("late/another_board")
def another_board(where: Said, players: tuple[PlayerId, ...]) -> bool:
    before, after = change_of(where).before, change_of(where).after
    return bool(players) and all(after[p][:2] == before[p][:2] and after[p][2] != before[p][2] for p in players)


@says("late/plays")
def no_longer_sits_out(where: Said, player: PlayerId) -> bool:
    change = change_of(where)
    return player in change.round_.sitting_out and player in change.after and player not in change.sits_out_after()


@says("late/sits_out")
def sits_out_now(where: Said, player: PlayerId) -> bool:
    change = change_of(where)
    return player in change.sits_out_after() and player not in change.after


@says("late/nobody")
def nobody_else(where: Said) -> bool:
    before, after = change_of(where).before, change_of(where).after
    return all(after.get(player) == before[player] for player in change_of(where).bystanders)


@says("late/second_date")
def second_date(where: Said, board: int) -> bool:
    """Of a round, where its boards are: none of those before it was new."""
    new = [each.board for each in change_of(where).plan.boards]
    return bool(new) and min(new) == board
