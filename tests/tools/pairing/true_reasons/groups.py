"""Score groups: who belongs to the one in which a board was made, who came down, who could have been had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.tools.pairing.true_reasons.saying import Said, says
from tests.tools.pairing.true_reasons.scene import Cost, Page, added
from tournaments.pairing.types.paired_round import PairedBoard
from tournaments.pairing.types.snapshot import PlayerId


def group_at(where: Said, points: Fraction) -> Group:
    """Of so many points, with those who came down to it, before anybody of it was paired."""
    scene = where.scene
    total = scene.page.total
    paired_above = players_of(board for board in scene.boards if (board.group or 0) > points)
    members = [player for player in scene.to_pair if total(player) >= points and player not in paired_above]
    return Group(
        points=points,
        members=members,
        from_above=frozenset(player for player in members if total(player) > points),
        below=[player for player in scene.to_pair if total(player) < points],
        floated=frozenset(members) - players_of(board for board in scene.boards if board.group == points),
        pairs={scene.in_order(board)[0]: scene.in_order(board)[1] for board in scene.boards if board.group == points},
    )


def players_of(boards: Iterable[PairedBoard]) -> frozenset[PlayerId]:
    return frozenset(player for board in boards for player in (board.white, board.black))


def group_of(where: Said) -> Group:
    """In which the board was made."""
    assert where.board is not None
    assert where.board.group is not None
    return group_at(where, where.board.group)


class GroupPage(Page):
    def floating(self, is_from_above: bool) -> Cost:
        """What it costs that somebody of a group is paired below."""
        return (1,)

    def floaters(self, where: Said, turn: Turn, players: Sequence[PlayerId]) -> Cost | None:
        """The least that leave the group when these, of it and below, are paired; None if they cannot be."""
        group = turn.group
        members = frozenset(group.members)
        nothing = tuple(0 for _ in self.floating(False))

        def cost(one: PlayerId, other: PlayerId) -> Cost | None:
            if not self.is_legal(one, other):
                return None
            own = self.cost_in_group(one, other)
            if (one in members) is not (other in members):
                return (*own, *self.floating((one if one in members else other) in group.from_above))
            return None if one in turn.gone_down or other in turn.gone_down else (*own, *nothing)

        return where.scene.least(f"floaters of {group.points} without {sorted(turn.gone_down)}", players, cost)

    def could_get_at(self, where: Said, turn: Turn, other: PlayerId) -> bool:
        """The two may meet, and of the group no more go down than must, nor anybody again who need not."""
        if not self.is_legal(turn.player, other):
            return False
        players = [*turn.still, *turn.gone_down, *turn.group.below]
        best = self.floaters(where, turn, players)
        rest = self.floaters(where, turn, [each for each in players if each not in (turn.player, other)])
        own = (*self.cost_in_group(turn.player, other), *(0 for _ in self.floating(False)))
        return rest is not None and added(rest, own) == best

    def cost_in_group(self, one: PlayerId, other: PlayerId) -> Cost:
        """What a pair costs before it is asked who goes down."""
        return ()

    def could_have_met(self, where: Said, turn: Turn, other: PlayerId) -> bool:
        """Whether nothing barred that one when the turn came."""
        return self.is_legal(turn.player, other)

    def could_get(self, where: Said, other: PlayerId) -> bool:
        return where.scene.is_small and self.could_get_at(where, turn_of(where), other)


def turn_of(where: Said) -> Turn:
    """When the higher placed of the board chose."""
    return group_of(where).turn(where.players[0])


@dataclass(frozen=True)
class Group:
    points: Fraction
    members: list[PlayerId]
    """In the order of choosing."""
    from_above: frozenset[PlayerId]
    below: list[PlayerId]
    floated: frozenset[PlayerId]
    """Who went down from it."""
    pairs: Mapping[PlayerId, PlayerId]
    """Who chose, and whom."""

    def turn(self, player: PlayerId) -> Turn:
        before = self.members[: self.members.index(player)]
        gone = {
            *(one for one in before if one in self.pairs),
            *(self.pairs[one] for one in before if one in self.pairs),
        }
        down = [one for one in before if one in self.floated]
        still = [one for one in self.members if one not in gone and one not in down]
        return Turn(group=self, player=player, still=still, gone_down=down)


@dataclass(frozen=True)
class Turn:
    """When somebody of a group chose: `still` are those not yet paired nor gone down, that one included."""

    group: Group
    player: PlayerId
    still: list[PlayerId]
    gone_down: list[PlayerId]


def came_down(where: Said, player: PlayerId, points: Fraction, fewer: Fraction) -> Turn | None:
    """The turn in which the player was not paired with anybody of the own group, and why it is told on this board."""
    total = where.scene.page.total
    if player not in where.players or where.board not in where.scene.boards:
        return None
    (other,) = {*where.players} - {player}
    if (total(player), total(other)) != (points, fewer) or fewer >= points:
        return None
    return group_at(where, points).turn(player)


@says("score_group/too")
def comes_down_too(where: Said, player: PlayerId, points: Fraction) -> bool:
    """Like the opponent, who has more points still."""
    total = where.scene.page.total
    if player not in where.players:
        return False
    (other,) = {*where.players} - {player}
    return total(player) == points < total(other) and group_of(where).points < points


def might_have_met(where: Said, turn: Turn) -> bool:
    """Somebody who was left, or had to go down as well."""
    page = where.scene.page
    assert isinstance(page, GroupPage)
    others = {*turn.still, *turn.gone_down} - {turn.player}
    return any(page.could_have_met(where, turn, other) for other in others)


@says("score_group/nobody_left")
def nobody_left(where: Said, player: PlayerId, points: Fraction, fewer: Fraction) -> bool:
    turn = came_down(where, player, points, fewer)
    return turn is not None and not might_have_met(where, turn)


def may_meet_twice(where: Said) -> bool:
    """Then second games count as well: what would be worse is more than who comes down."""
    return bool((where.scene.page.option("max_meetings") or 1) > 1)


@says("score_group/had_to_go")
def had_to_go(where: Said, player: PlayerId, points: Fraction, fewer: Fraction) -> bool:
    return not may_meet_twice(where) and would_be_worse(where, player, points, fewer)


@says("score_group/had_to_go/again")
def had_to_go_again(where: Said, player: PlayerId, points: Fraction, fewer: Fraction) -> bool:
    return may_meet_twice(where) and would_be_worse(where, player, points, fewer)


def would_be_worse(where: Said, player: PlayerId, points: Fraction, fewer: Fraction) -> bool:
    turn = came_down(where, player, points, fewer)
    page = where.scene.page
    if turn is None or not isinstance(page, GroupPage) or not might_have_met(where, turn):
        return False
    return not where.scene.is_small or not any(
        page.could_get_at(where, turn, other) for other in turn.still if other != player
    )


@says("own_order/more_down")
def more_down(where: Said, skipped: PlayerId, lower: PlayerId) -> bool:
    return not may_meet_twice(where) and could_not(where, skipped, lower)


@says("norwegian_monrad/second/others")
def none_as_good(where: Said, skipped: PlayerId, lower: PlayerId) -> bool:
    return may_meet_twice(where) and could_not(where, skipped, lower)


def could_not(where: Said, skipped: PlayerId, lower: PlayerId) -> bool:
    page = where.scene.page
    assert isinstance(page, GroupPage)
    is_open = page.could_have_met(where, turn_of(where), skipped) and skipped in page.before(where, lower)
    return lower == where.players[1] and is_open and not page.could_get(where, skipped)
