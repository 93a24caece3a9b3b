"""Who has White between two: the ladder that the systems share. Each step decides or leaves it to the next.

A system stacks what its page names, `by_count(…) or by_change(…) or …`, and ends with a last word of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from tournaments.pairing.history.colours import BALANCE
from tournaments.pairing.types.paired_round import Player, Reason, Rule
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

WHITES = Rule(
    "colours/whites", _("{white} has had White fewer times ({white_count} against {black_count}), so gets White.")
)
BOTH_CHANGE = Rule(
    "colours/both_change", _("Both change colours: in their last games {white} had Black and {black} had White.")
)
ONE_CHANGES = Rule(
    "colours/one_changes", _("{player} had {colour} in the last game and changes; {other} has had no colour yet.")
)
TURNED = Rule("colours/turned", _("{black} had White when they met in round {round}, so {white} gets it now."))
HIGHER_NUMBER = Rule("colours/higher_number", _("Neither has had a colour yet: the higher number has White."))
LOWER_IN_THE_LIST = Rule(
    "colours/lower_in_the_list", _("Neither has had a colour yet: the player lower in the list has White.")
)
EQUAL_WHITES = Rule(
    "colours/equal_whites", _("Both have had White equally often: {white} is placed lower, so gets White.")
)
EQUAL_BALANCE = Rule(
    "colours/equal_balance",
    _(
        "Both have the same colour balance (games with White minus games with Black). {white} is placed "
        "lower, so gets White."
    ),
)


class ColourCount(StrEnum):
    """Whose smaller number gets White."""

    WHITES = "whites"
    BALANCE = "balance"  # whites less blacks


class Colouring(NamedTuple):
    white: PlayerId
    black: PlayerId
    why: Reason


def by_count(
    count: ColourCount, count_of: Callable[[PlayerId], int], one: PlayerId, other: PlayerId
) -> Colouring | None:
    """The smaller count has White."""
    for_one, for_other = count_of(one), count_of(other)
    if for_one == for_other:
        return None
    white, black = (one, other) if for_one < for_other else (other, one)
    rule = WHITES if count is ColourCount.WHITES else BALANCE
    least, most = sorted((for_one, for_other))
    return Colouring(white, black, rule.reason(white=Player(white), white_count=least, black_count=most))


def by_change(last_of: Callable[[PlayerId], Colour | None], one: PlayerId, other: PlayerId) -> Colouring | None:
    """Last colours differ: both change. Only one has a colour: that one changes."""
    last = {one: last_of(one), other: last_of(other)}
    if last[one] is last[other]:
        return None
    changes, along = (one, other) if last[one] else (other, one)
    had = last[changes] or Colour.WHITE
    white, black = (along, changes) if had is Colour.WHITE else (changes, along)
    if last[along]:
        return Colouring(white, black, BOTH_CHANGE.reason(white=Player(white), black=Player(black)))
    return Colouring(white, black, ONE_CHANGES.reason(player=Player(changes), colour=had, other=Player(along)))


def by_turning(last_as_white: Callable[[PlayerId, PlayerId], int], one: PlayerId, other: PlayerId) -> Colouring | None:
    """The reverse of their last game. `last_as_white(a, b)`: the last round in which a had White against b, else 0."""
    one_had, other_had = last_as_white(one, other), last_as_white(other, one)
    if one_had == other_had:
        return None
    white, black = (one, other) if one_had < other_had else (other, one)
    reason = TURNED.reason(white=Player(white), black=Player(black), round=max(one_had, other_had))
    return Colouring(white, black, reason)


def to_lower_placed(count: ColourCount, higher: PlayerId, lower: PlayerId, *, is_first_round: bool) -> Colouring:
    """The last word where counts are equal. In the first round most lists go by number."""
    if is_first_round:
        return Colouring(lower, higher, (HIGHER_NUMBER if lower > higher else LOWER_IN_THE_LIST).reason())
    rule = EQUAL_WHITES if count is ColourCount.WHITES else EQUAL_BALANCE
    return Colouring(lower, higher, rule.reason(white=Player(lower)))
