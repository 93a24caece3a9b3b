"""DrawBoss Swiss-Monrad: drawn by lot inside the score."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.tools.pairing.oracles.drawboss_monrad import Oracle
from tests.tools.pairing.true_reasons.byes import sits_out
from tests.tools.pairing.true_reasons.groups import GroupPage, group_of, turn_of
from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import PAGES, Cost
from tournaments.pairing.types.snapshot import PlayerId


class DrawbossPage(GroupPage, Oracle):
    def turns(self, field: Sequence[PlayerId]) -> list[PlayerId]:
        entitled = [player for player in field if not self.byes_had(player)]
        return sorted(entitled, key=lambda player: (self.total(player), self.lot(f"bye:{player}")))

    def before(self, where: Said, lower: PlayerId) -> list[PlayerId]:
        """By the lots of the board's higher placed, among those still free in the group."""
        turn = turn_of(where)
        drawn = self.by_lot(f"partner of {turn.player}", [one for one in turn.still if one != turn.player])
        return drawn[: drawn.index(lower)]

    def floating(self, is_from_above: bool) -> Cost:
        """As few as may be, and then as few as may be of those who have come down already."""
        return 1, int(is_from_above)


PAGES["drawboss_monrad"] = DrawbossPage


def page_of(where: Said) -> DrawbossPage:
    page = where.scene.page
    assert isinstance(page, DrawbossPage)
    return page


@says("drawboss_monrad/4/order")
def in_order(where: Said) -> bool:
    return where.lies_as_said


def was_drawn(where: Said, higher: PlayerId, lower: PlayerId, among: list[PlayerId]) -> bool:
    """The first by the lots of the higher placed, of those of `among` who could be had."""
    page = page_of(where)
    earlier = [other for other in page.before(where, lower) if other in among]
    return where.is_of(higher, lower) and lower in among and not any(page.could_get(where, other) for other in earlier)


@says("drawboss_monrad/4")
def drawn(where: Said, higher: PlayerId, lower: PlayerId, points: Fraction) -> bool:
    """The first of them all, still to be paired; and those from above, if any are left, came later too."""
    before = page_of(where).before(where, lower)
    return where.is_of(higher, lower) and not before and page_of(where).total(lower) == points


@says("drawboss_monrad/4/later")
def drawn_later(where: Said, higher: PlayerId, lower: PlayerId, points: Fraction) -> bool:
    page = page_of(where)
    return was_drawn(where, higher, lower, [other for other in turn_of(where).still if page.total(other) == points])


@says("drawboss_monrad/4/above")
def drawn_above(where: Said, higher: PlayerId, lower: PlayerId) -> bool:
    group = group_of(where)
    return {higher, lower} <= group.from_above and was_drawn(where, higher, lower, turn_of(where).still)


@says("drawboss_monrad/4/last")
def last_two(where: Said, higher: PlayerId, lower: PlayerId, points: Fraction) -> bool:
    """Of the group nobody was left besides, but those who had gone down already."""
    group = group_of(where)
    still = turn_of(where).still
    return where.is_of(higher, lower) and group.points == points and {*still} - group.floated == {higher, lower}


@says("drawboss_monrad/1")
def eliminated(where: Said, player: PlayerId, count: int) -> bool:
    page = page_of(where)
    at_board = [what for what, _, _ in page.story(player) if what == "0-1"]
    return where.about == player and page.is_out(player) and page.losses(player) == count == len(at_board)


@says("drawboss_monrad/1/forfeits")
def eliminated_by_forfeit_too(where: Said, player: PlayerId, count: int, forfeits: int) -> bool:
    page = page_of(where)
    at_board = [what for what, _, _ in page.story(player) if what == "0-1"]
    is_out = where.about == player and page.is_out(player)
    return is_out and page.losses(player) == count and forfeits == count - len(at_board) > 0


# The bye


def fewest_points(where: Said) -> Fraction:
    return min(where.scene.page.total(player) for player in where.scene.field)


def is_drawn_for_bye(where: Said, player: PlayerId, points: Fraction) -> bool:
    page = page_of(where)
    return sits_out(where, player) and page.total(player) == points and page.turns(where.scene.field)[0] == player


@says("drawboss_monrad/3")
def bye_drawn(where: Said, player: PlayerId, points: Fraction) -> bool:
    return is_drawn_for_bye(where, player, points) and points == fewest_points(where)


@says("drawboss_monrad/3/above")
def bye_from_above(where: Said, player: PlayerId, points: Fraction) -> bool:
    page = page_of(where)
    with_fewer = [other for other in where.scene.field if page.total(other) < points]
    return is_drawn_for_bye(where, player, points) and bool(with_fewer) and all(map(page.byes_had, with_fewer))


# No pairing


@says("drawboss_monrad/impossible/winner")
def winner(where: Said, player: PlayerId) -> bool:
    page = page_of(where)
    return page.stops() and not page.is_out(player) and not where.scene.page.is_away(player, page.coming)


@says("drawboss_monrad/impossible/all_out")
def all_out(where: Said) -> bool:
    page = page_of(where)
    return page.stops() and not [player for player in page.active() if not page.is_out(player)]


@says("drawboss_monrad/impossible/bye")
def all_had_it(where: Said) -> bool:
    field = where.scene.field
    return len(field) % 2 == 1 and all(where.scene.page.byes_had(player) for player in field)


@says("drawboss_monrad/impossible/play_on", "drawboss_monrad/impossible/choose")
def somebody_is_out(where: Said) -> bool:
    page = page_of(where)
    return where.scene.paired is None and any(map(page.is_out, page.entrants))


@says("drawboss_monrad/impossible/by_hand")
def by_hand(where: Said) -> bool:
    return where.scene.paired is None and bool(where.scene.field)
