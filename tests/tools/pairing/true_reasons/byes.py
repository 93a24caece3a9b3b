"""Who sits out because the number is odd."""

from __future__ import annotations

from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import PlayerId


def sits_out(where: Said, player: PlayerId) -> bool:
    return where.bye is not None and where.bye.player == where.scene.sits_out == player


def before_in_turn(where: Said, player: PlayerId) -> list[PlayerId]:
    turns = where.scene.page.turns(where.scene.field)
    return turns[: turns.index(player)]


def would_do(where: Said, player: PlayerId) -> bool:
    """With that one out the others can all be paired."""
    rest = [other for other in where.scene.field if other != player]
    return where.scene.can_all_be_paired(rest, where.scene.page.is_legal_for_bye)


def is_lowest(where: Said, player: PlayerId, among: list[PlayerId]) -> bool:
    return player in among and where.scene.place[player] == max(where.scene.place[other] for other in among)


@says("bye/only")
def only(where: Said, player: PlayerId) -> bool:
    return sits_out(where, player) and where.scene.field == [player]


@says("bye/lowest")
def lowest(where: Said, player: PlayerId) -> bool:
    without = [other for other in where.scene.field if not where.scene.page.byes_had(other)]
    return sits_out(where, player) and is_lowest(where, player, without)


@says("bye/lowest_of_all")
def lowest_of_all(where: Said, player: PlayerId) -> bool:
    return sits_out(where, player) and is_lowest(where, player, where.scene.field)


@says("bye/fewest")
def fewest(where: Said, player: PlayerId, count: int) -> bool:
    had = {other: where.scene.page.byes_had(other) for other in where.scene.field}
    with_fewest = [other for other in had if had[other] == min(had.values())]
    return sits_out(where, player) and min(had.values()) == count >= 1 and is_lowest(where, player, with_fewest)


@says("bye/in_turn")
def in_turn(where: Said, player: PlayerId) -> bool:
    earlier = before_in_turn(where, player)
    return (
        sits_out(where, player)
        and bool(earlier)
        and would_do(where, player)
        and not any(would_do(where, other) for other in earlier)
    )


@says("bye/passed_over")
def passed_over(where: Said, skipped: PlayerId) -> bool:
    assert where.about is not None
    return skipped in before_in_turn(where, where.about) and not would_do(where, skipped)


@says("bye/passed_over_several")
def passed_over_several(where: Said, count: int) -> bool:
    assert where.about is not None
    earlier = before_in_turn(where, where.about)
    return len(earlier) == count and not any(would_do(where, other) for other in earlier)


@says("bye/next_from_below")
def next_from_below(where: Said, player: PlayerId) -> bool:
    return sits_out(where, player) and not before_in_turn(where, player)


@says("bye/third_white")
def third_white(where: Said, skipped: PlayerId) -> bool:
    """Placed lower, with as many points and byes, but for the colours; who sits out has not had White twice."""
    page, place, player = where.scene.page, where.scene.place, where.about
    assert player is not None
    are_equal = page.total(skipped) == page.total(player) and page.byes_had(skipped) == page.byes_had(player)
    is_lower = skipped in where.scene.field and place[skipped] > place[player]
    twice = ["white", "white"]
    return are_equal and is_lower and page.colours(skipped)[-2:] == twice != page.colours(player)[-2:]


@says("bye/least_cost")
def least_cost(where: Said, player: PlayerId) -> bool:
    scene = where.scene
    if not sits_out(where, player) or not scene.page.needs_rematches(scene):
        return False
    if not scene.is_small:
        return True
    costs = {
        other: scene.page.least_rematches(scene, [each for each in scene.field if each != other])
        for other in scene.page.turns(scene.field)
    }
    own = costs[player]
    possible = [cost for cost in costs.values() if cost is not None]
    earlier = before_in_turn(where, player)
    return own == min(possible) and bool(earlier) and not any(costs[other] == own for other in earlier)
