"""Rematches where nothing else is left, and why a round cannot be paired at all."""

from __future__ import annotations

from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import PlayerId


def are_least(where: Said, count: int) -> bool:
    """So many boards of the round are rematches, and no choice of them is better, whoever sits out."""
    scene = where.scene
    again = [scene.in_order(board) for board in scene.boards if scene.page.is_rematch(*scene.in_order(board))]
    if len(again) != count or not scene.needs_rematches:
        return False
    if not scene.is_small:
        return True
    costs = [cost for rest in scene.without_each_bye if (cost := scene.least_rematches(rest)) is not None]
    taken = [cost for pair in again if (cost := scene.rematch_cost(*pair)) is not None]
    return min(costs) == tuple(map(sum, zip(*taken, strict=True)))


@says("last_resort/rematches")
def rematches(where: Said, count: int) -> bool:
    return are_least(where, count) and where.scene.page.usual_meetings == 1


@says("last_resort/meetings")
def meetings(where: Said, limit: int, count: int) -> bool:
    return are_least(where, count) and where.scene.page.usual_meetings == limit > 1


@says("last_resort/rematch")
def rematch(where: Said, higher: PlayerId, lower: PlayerId, count: int, round: int) -> bool:
    rounds = where.scene.page.meetings(higher, lower)
    return (
        where.is_of(higher, lower)
        and where.scene.needs_rematches
        and where.scene.page.is_rematch(higher, lower)
        and len(rounds) == count
        and rounds[-1] == round
    )


# Impossible


def is_stuck(where: Said, player: PlayerId) -> bool:
    return not any(where.scene.page.may_meet(player, other) for other in where.scene.field if other != player)


@says("impossible/nobody_present")
def nobody_present(where: Said) -> bool:
    return not where.scene.page.present()


@says("impossible/all_played")
def all_played(where: Said, count: int) -> bool:
    planned = where.scene.page.planned_rounds
    return planned is not None and planned <= count == len(where.scene.snapshot.rounds)


@says("impossible/met_everybody")
def met_everybody(where: Said, players: tuple[PlayerId, ...]) -> bool:
    stuck = [player for player in where.scene.field if is_stuck(where, player)]
    return [*players] == stuck != [] and where.scene.needs_rematches


@says("impossible/not_all")
def not_all(where: Said) -> bool:
    return where.scene.needs_rematches and not any(is_stuck(where, player) for player in where.scene.field)


@says("impossible/forbidden")
def only_forbidden(where: Said) -> bool:
    scene = where.scene

    def is_allowed(one: PlayerId, other: PlayerId) -> bool:
        return not scene.page.is_forbidden(one, other)

    return bool(scene.snapshot.forbidden_pairs) and not any(
        scene.can_all_be_paired(rest, is_allowed) for rest in scene.without_each_bye
    )


@says("impossible/allow_rematch", "impossible/pair_by_hand")
def can_do(where: Said) -> bool:
    """What the director can do: said only where there is somebody to pair."""
    return bool(where.scene.field) and where.scene.paired is None
