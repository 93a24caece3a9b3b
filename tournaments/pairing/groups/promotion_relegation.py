"""The next season's groups: the first of each go up, the last go down, free places are filled, newcomers come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from tournaments.pairing.groups.filling import AWAY, Border, Fill, GroupMoves, GroupSeason
from tournaments.pairing.groups.levels import Order, in_order, undecided
from tournaments.pairing.groups.sizes import SLACK
from tournaments.pairing.groups.types import GroupCandidate, Placed, Proposal, Ranking
from tournaments.pairing.types.paired_round import Group, Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

NEW = Rule("groups/new", _("{player}: new, so in the lowest group."))
NEW_BY_RATING = Rule(
    "groups/new/rating", _("{player}: new, and the rating {rating} reaches {middle}, the middle one of {group}.")
)
SMALLER = Rule("groups/smaller", _("{group} has {count} players, against {before} last season."))
LARGER = Rule("groups/larger", _("{group} has {count} players, against {before} last season: move some, or split it."))


class Newcomers(StrEnum):
    LOWEST = "lowest"
    RATING = "rating"


def up_and_down(
    last: Sequence[Ranking],
    entering: Sequence[GroupCandidate],
    *,
    borders: Sequence[Border],
    fill: Fill = Fill.ALTERNATELY,
    newcomers: Newcomers = Newcomers.LOWEST,
    seeded: int = 0,
    slack: int = SLACK,
    decided: Iterable[Sequence[PlayerId]] = (),
) -> Proposal:
    """As many groups as there were, `last` from the highest; `borders` one fewer. Each player stands in one of them.

    Where as many go up as down, a group too small for it has fewer of both. Whoever is among the first `seeded` of the
    highest group never goes down. `decided`: orders of those who share a place, after a play-off or by lot; shared
    places that matter and are not decided are told in `level`, and taken as the rows have them.
    """
    if len(borders) != max(0, len(last) - 1):
        raise ValueError("a border between each two groups")
    decided = [tuple(order) for order in decided]
    playing = {each.player: each for each in entering}

    def season(orders: Sequence[Order]) -> GroupSeason:
        return GroupSeason(GroupMoves.of(orders, borders, seeded), frozenset(playing), fill)

    now = season([in_order(ranking, decided) for ranking in last])
    places = {row.player: row.place for ranking in last for row in ranking}
    groups = [
        [Placed(player=player, reasons=(now.reason(player, places),)) for player in members] for members in now.groups
    ]
    _bring_in([each for each in entering if each.player not in places], groups, playing, newcomers)
    away = [player for order in now.moves.orders for player in order if player not in playing]
    return Proposal(
        groups=tuple(map(tuple, groups)),
        level=tuple(
            undecided(
                last, decided=decided, entering=playing.keys(), outcome=lambda orders: season(orders).group_of_each
            )
        ),
        notes=(
            *(now.moves.said(AWAY, player, places) for player in away),
            *_other_sizes(now.moves.orders, groups, slack),
        ),
    )


def _bring_in(
    new: Sequence[GroupCandidate],
    groups: Sequence[list[Placed]],
    playing: Mapping[PlayerId, GroupCandidate],
    newcomers: Newcomers,
) -> None:
    """By rating into the highest group whose middle one, of those there before, is reached; else into the lowest."""
    middles = [_middle([playing[each.player].rating for each in group]) for group in groups]
    for each in sorted(new, key=lambda each: -(each.rating or 0)):
        group, why = len(groups) - 1, NEW.reason(player=Player(each.player))
        if newcomers is Newcomers.RATING and each.rating is not None:
            for index, middle in enumerate(middles[:-1]):
                if middle is not None and each.rating >= middle:
                    group = index
                    why = NEW_BY_RATING.reason(
                        player=Player(each.player), rating=each.rating, middle=middle, group=Group(index + 1)
                    )
                    break
        groups[group].append(Placed(player=each.player, reasons=(why,)))


def _middle(ratings: Sequence[int | None]) -> int | None:
    """Of an even number the lower one."""
    known = sorted((rating for rating in ratings if rating is not None), reverse=True)
    return known[len(known) // 2] if known else None


def _other_sizes(orders: Sequence[Order], groups: Sequence[Sequence[Placed]], slack: int) -> Iterator[Reason]:
    for number, (order, group) in enumerate(zip(orders, groups, strict=True), 1):
        if abs(len(group) - len(order)) > slack:
            rule = LARGER if len(group) > len(order) else SMALLER
            yield rule.reason(group=Group(number), count=len(group), before=len(order))
