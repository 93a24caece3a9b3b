"""Groups made new: cut by strength, equally strong by the snake, or by lot from pots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import accumulate

from tournaments.pairing.groups.sizes import SLACK, count_for, even_sizes, sizes_by_cutting
from tournaments.pairing.groups.types import GroupCandidate, Placed, Proposal
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import Group, Place, Player, Players, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BY_PLACE = Rule("groups/list/place", _("Last season {place} of {group}."))
BY_RATING = Rule("groups/list/rating", _("Rating {rating}."))
UNRATED = Rule("groups/list/unrated", _("No rating, so at the end of the list."))
CUT = Rule("groups/strength", _("{player}: {place} on the list."))
SNAKE = Rule("groups/snake", _("{player}: {place} on the list, so {group} by the snake order."))
DRAWN = Rule("groups/pots", _("{player}: from pot {pot}, drawn into {group}."))
LEVEL_AT_CUT = Rule(
    "groups/level_at_cut",
    _(
        "{players} are level on the list, but the border between {upper} and {lower} runs between them. "
        "Is that what you want?"
    ),
)


class GroupMaking(StrEnum):
    STRENGTH = "strength"
    SNAKE = "snake"
    POTS = "pots"


class Listed(StrEnum):
    """What the list of players goes by."""

    PLACE = "place"  # last season's, then rating
    RATING = "rating"


def make_groups(
    candidates: Sequence[GroupCandidate],
    *,
    way: GroupMaking = GroupMaking.STRENGTH,
    size: int | None = None,
    count: int | None = None,
    slack: int = SLACK,
    listed: Listed = Listed.PLACE,
    lots: Lots,
) -> Proposal:
    """Of that `size`, or so many of them where `count` is given. Raises GroupsImpossible.

    The players come in the order of entering, each once. Strength with a size: all have it but the last (`slack`);
    else the groups are as equal as they can be. `lots` are only drawn from pots: purpose `pot:1`, `pot:2` … over the
    groups' numbers, and the first of a pot, as they are on the list, goes to the group drawn first.
    """
    wanted = _sizes(len(candidates), way, size, count, slack)
    listing = sorted(candidates, key=lambda each: _strength(each, listed))  # stable: level ones as they were entered
    if way is GroupMaking.STRENGTH:
        ends = list(accumulate(wanted))
        taken = [sum(end <= index for end in ends) for index in range(len(listing))]
    elif way is GroupMaking.SNAKE:
        taken = [_snaking(index, len(wanted)) for index in range(len(listing))]
    else:
        taken = list(_drawn(len(listing), len(wanted), lots))
    groups: list[list[Placed]] = [[] for _group in wanted]
    for index, (each, group) in enumerate(zip(listing, taken, strict=True)):
        why = _why(way, each.player, index, group + 1, len(wanted))
        groups[group].append(Placed(player=each.player, reasons=(why, _listed_by(each, listed))))
    notes = _level_at_cuts(listing, taken, listed) if way is GroupMaking.STRENGTH else ()
    return Proposal(groups=tuple(map(tuple, groups)), notes=tuple(notes))


def _sizes(players: int, way: GroupMaking, size: int | None, count: int | None, slack: int) -> tuple[int, ...]:
    if count is not None:
        return even_sizes(players, count=count)
    if size is None:
        raise ValueError("a size, or how many groups")
    if way is GroupMaking.STRENGTH:
        return sizes_by_cutting(players, size=size, slack=slack)
    return even_sizes(players, count=count_for(players, size=size, slack=slack))


def _strength(candidate: GroupCandidate, listed: Listed) -> tuple[int, int, int, int]:
    """Smaller is stronger: whoever has a place of last season before whoever has none."""
    rating = -candidate.rating if candidate.rating is not None else 1
    if listed is Listed.RATING or candidate.group is None or candidate.place is None:
        return (1, 0, 0, rating)
    return (0, candidate.group, candidate.place, rating)


def _listed_by(candidate: GroupCandidate, listed: Listed) -> Reason:
    if listed is Listed.PLACE and candidate.group is not None and candidate.place is not None:
        return BY_PLACE.reason(place=Place(candidate.place), group=Group(candidate.group))
    return UNRATED.reason() if candidate.rating is None else BY_RATING.reason(rating=candidate.rating)


def _snaking(index: int, groups: int) -> int:
    turn, step = divmod(index, groups)
    return step if turn % 2 == 0 else groups - 1 - step


def _drawn(players: int, groups: int, lots: Lots) -> Iterator[int]:
    """A group for each of the list."""
    for pot in range(1, -(-players // groups) + 1):
        in_it = min(groups, players - (pot - 1) * groups)
        yield from (group - 1 for group in lots.sort(f"pot:{pot}", range(1, groups + 1))[:in_it])


def _why(way: GroupMaking, player: PlayerId, index: int, group: int, groups: int) -> Reason:
    if way is GroupMaking.POTS:
        return DRAWN.reason(player=Player(player), pot=index // groups + 1, group=Group(group))
    place = Place(index + 1)
    if way is GroupMaking.SNAKE:
        return SNAKE.reason(player=Player(player), place=place, group=Group(group))
    return CUT.reason(player=Player(player), place=place)


def _level_at_cuts(listing: Sequence[GroupCandidate], taken: Sequence[int], listed: Listed) -> Iterator[Reason]:
    for index in range(1, len(listing)):
        strength = _strength(listing[index], listed)
        if taken[index] != taken[index - 1] and strength == _strength(listing[index - 1], listed):
            yield LEVEL_AT_CUT.reason(
                players=Players((listing[index - 1].player, listing[index].player)),
                upper=Group(taken[index - 1] + 1),
                lower=Group(taken[index] + 1),
            )
