"""Why these two, where players choose in an order of their own: by colours or by lot before the list."""

from __future__ import annotations

from tests.tools.pairing.true_reasons.opponents import NAMED, makes_it_worse
from tests.tools.pairing.true_reasons.saying import Said, says
from tournaments.pairing.types.snapshot import PlayerId


def came_before(where: Said, skipped: PlayerId, lower: PlayerId) -> bool:
    """In the order of the one who chose."""
    return lower == where.players[1] and skipped in where.scene.page.before(where, lower)


@says("own_order/met")
def met(where: Said, skipped: PlayerId, lower: PlayerId, higher: PlayerId, round: int) -> bool:
    is_so = higher == where.players[0] and where.scene.page.meetings(higher, skipped) == [round]
    return is_so and came_before(where, skipped, lower)


@says("own_order/met_often")
def met_often(where: Said, skipped: PlayerId, lower: PlayerId, higher: PlayerId, count: int, round: int) -> bool:
    rounds = where.scene.page.meetings(higher, skipped)
    is_so = higher == where.players[0] and len(rounds) == count >= 2 and rounds[-1] == round
    return is_so and came_before(where, skipped, lower)


@says("own_order/forbidden")
def forbidden(where: Said, skipped: PlayerId, lower: PlayerId, higher: PlayerId) -> bool:
    is_so = higher == where.players[0] and where.scene.page.is_forbidden(higher, skipped)
    return is_so and came_before(where, skipped, lower)


@says("own_order/others_left")
def others_left(where: Said, skipped: PlayerId, lower: PlayerId) -> bool:
    higher = where.players[0]
    rest = [player for player in where.free if player not in (higher, skipped)]
    is_open = where.scene.page.is_legal(higher, skipped) and came_before(where, skipped, lower)
    return is_open and not where.scene.can_all_be_paired(rest)


@says("own_order/dearer")
def dearer(where: Said, skipped: PlayerId, lower: PlayerId) -> bool:
    is_open = where.scene.page.is_legal(where.players[0], skipped) and came_before(where, skipped, lower)
    return is_open and where.scene.needs_rematches and makes_it_worse(where, skipped)


@says("own_order/more")
def more(where: Said, lower: PlayerId, count: int) -> bool:
    """And none of them could: that is what the choice is made of."""
    page = where.scene.page
    before = page.before(where, lower)
    return (
        lower == where.players[1]
        and len(before) - NAMED == count >= 1
        and not any(page.could_get(where, other) for other in before)
    )
