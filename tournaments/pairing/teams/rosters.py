"""Who of a team may sit where in a match, and how strong a team is (rulebook, teams, B1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from tournaments.ratings.tables import half_up

MemberId: TypeAlias = int
"""A number of a person that no other in the tournament has."""
LineUp: TypeAlias = tuple[MemberId | None, ...]
"""From board 1 on; None: nobody sits there."""
UNRATED_AS: Final = 1400
MOST_BOARDS: Final = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class RosterMember:
    """One of a team, in the order of its boards. `until_round`: the last one; None: to the end."""

    member: MemberId
    rating: int | None = None
    from_round: int = 1
    until_round: int | None = None

    def is_in(self, round_number: int) -> bool:
        return self.from_round <= round_number and (self.until_round is None or round_number <= self.until_round)


class BoardOrder(StrEnum):
    """Who may sit above whom. Between the two there is a third kind: a number of boards."""

    FIXED = "fixed"  # never above somebody who is listed higher
    FIXED_REST = "fixed_rest"  # besides, reserves only below all starters
    FREE = "free"


class LineUpFault(StrEnum):
    """What is wrong with a board of a line-up."""

    GAP = "gap"  # nobody sits there, though somebody does on a board below
    NOT_IN_TEAM = "not_in_team"
    TWICE = "twice"  # sits on a board above already
    ORDER = "order"
    RESERVE_ABOVE = "reserve_above"  # of a starter who sits below a reserve


def first_who_are_there(roster: Sequence[MemberId], here: Collection[MemberId], boards: int) -> LineUp:
    """The line-up of the roster: the first of those who are there."""
    seated = [member for member in roster if member in here][:boards]
    return (*seated, *[None] * (boards - len(seated)))


def faults_of(
    line_up: LineUp, roster: Sequence[MemberId], *, starters: int, order: BoardOrder | int
) -> tuple[tuple[int, LineUpFault], ...]:
    """Boards with what is wrong there, by board; none where it may be played so.

    `order`, where it is a number: nobody sits more than so many boards from the place that the roster gives them.
    """
    place = {member: index for index, member in enumerate(roster)}
    found: list[tuple[int, LineUpFault]] = []
    seen: set[MemberId] = set()
    seated: list[tuple[int, MemberId]] = []
    last = max((board for board, member in enumerate(line_up, start=1) if member is not None), default=0)
    for board, member in enumerate(line_up, start=1):
        if member is None:
            if board < last:
                found.append((board, LineUpFault.GAP))
        elif member in seen:
            found.append((board, LineUpFault.TWICE))
        elif member not in place:
            found.append((board, LineUpFault.NOT_IN_TEAM))
        else:
            seen.add(member)
            seated.append((board, member))
    found += _out_of_order(seated, place, order)
    if order is BoardOrder.FIXED_REST:
        found += _below_reserves(seated, place, starters)
    return tuple(sorted(found, key=lambda fault: fault[0]))


def _out_of_order(
    seated: Sequence[tuple[int, MemberId]], place: Mapping[MemberId, int], order: BoardOrder | int
) -> list[tuple[int, LineUpFault]]:
    """Both of two who sit the wrong way round; of a number, whoever sits further off."""
    if order is BoardOrder.FREE:
        return []
    if isinstance(order, BoardOrder):
        wrong = {
            board
            for above, (first, higher) in enumerate(seated)
            for second, lower in seated[above + 1 :]
            if place[lower] < place[higher]
            for board in (first, second)
        }
        return [(board, LineUpFault.ORDER) for board in wrong]
    by_list = sorted((member for _board, member in seated), key=place.__getitem__)
    own = {member: index for index, member in enumerate(by_list, start=1)}
    at = {member: index for index, (_board, member) in enumerate(seated, start=1)}
    return [(board, LineUpFault.ORDER) for board, member in seated if abs(own[member] - at[member]) > order]


def _below_reserves(
    seated: Sequence[tuple[int, MemberId]], place: Mapping[MemberId, int], starters: int
) -> list[tuple[int, LineUpFault]]:
    found = []
    is_below = False
    for board, member in seated:
        if place[member] >= starters:
            is_below = True
        elif is_below:
            found.append((board, LineUpFault.RESERVE_ABOVE))
    return found


def team_rating(ratings: Sequence[int | None], *, boards: int, unrated_as: int = UNRATED_AS) -> int:
    """The mean of the best, half up; whoever is unrated, or missing, counts `unrated_as`."""
    return half_up(sum(strengths(ratings, boards=boards, unrated_as=unrated_as)), boards)


def strengths(ratings: Sequence[int | None], *, boards: int, unrated_as: int = UNRATED_AS) -> tuple[int, ...]:
    """Of the best, the strongest first: where two teams have the same rating, the next best decides."""
    counted = sorted((unrated_as if each is None else each for each in ratings), reverse=True)[:boards]
    return tuple(sorted([*counted, *[unrated_as] * (boards - len(counted))], reverse=True))
