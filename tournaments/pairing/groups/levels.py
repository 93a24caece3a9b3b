"""Shared places: who of those level is ahead is decided by a play-off or by lot, never by the order of the rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, islice
from typing import TypeAlias

from tournaments.pairing.groups.types import Ranking, UndecidedLevel
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import Group, Place, Players, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

UNDECIDED = Rule(
    "groups/level",
    _("{players} share {place} in {group}, and it matters who is ahead: they play it off, or lots are drawn."),
)
_MOST_TRIED = 100
"""Orders of those level, before it is taken for granted that one of them would come to something else."""

Order: TypeAlias = tuple[PlayerId, ...]
"""Of one group, best first."""
Outcome: TypeAlias = Mapping[PlayerId, int]
"""In which group each plays."""


def in_order(ranking: Ranking, decided: Iterable[Sequence[PlayerId]]) -> Order:
    """Best first; those who share a place as decided, where one of the orders is of exactly them."""
    orders = _orders(decided)
    return tuple(player for shared in shared_places(ranking) for player in orders.get(frozenset(shared), shared))


def undecided(
    rankings: Sequence[Ranking],
    *,
    decided: Iterable[Sequence[PlayerId]],
    entering: Collection[PlayerId],
    outcome: Callable[[Sequence[Order]], Outcome],
) -> Iterator[UndecidedLevel]:
    """Shared places whose order matters: another one would bring somebody into another group. `outcome` of orders."""
    decided = [*decided]
    known = _orders(decided).keys()
    orders = [in_order(ranking, decided) for ranking in rankings]
    now = outcome(orders)
    for index, ranking in enumerate(rankings):
        for shared in shared_places(ranking):
            if len(shared) < 2 or frozenset(shared) in known:
                continue
            playing = [player for player in shared if player in entering]
            others = _others(orders[index], shared, playing)
            if len({now[player] for player in playing}) > 1 or any(
                outcome([*orders[:index], other, *orders[index + 1 :]]) != now for other in others
            ):
                place = Place(next(row.place for row in ranking if row.player == shared[0]))
                reason = UNDECIDED.reason(players=Players(shared), place=place, group=Group(index + 1))
                yield UndecidedLevel(group=index + 1, players=shared, reason=reason)


def by_lot(level: Sequence[PlayerId], *, group: int, lots: Lots) -> Order:
    """The order drawn: purpose `level:group`, over those level counted from 1 as the table has them."""
    drawn = lots.sort(f"level:{group}", range(1, len(level) + 1))
    return tuple(level[number - 1] for number in drawn)


def _orders(decided: Iterable[Sequence[PlayerId]]) -> dict[frozenset[PlayerId], Sequence[PlayerId]]:
    """By whom they are of; a list that names somebody twice is no order."""
    return {frozenset(order): order for order in decided if len({*order}) == len(order)}


def shared_places(ranking: Ranking) -> Iterator[Order]:
    for _place, rows in groupby(ranking, key=lambda row: row.place):
        yield tuple(row.player for row in rows)


def _others(order: Order, shared: Order, playing: Sequence[PlayerId]) -> Iterator[Order]:
    """The order with those who do not play in other seats among those level."""
    away = [player for player in shared if player not in playing]
    first = order.index(shared[0])
    ways = combinations(range(len(shared)), len(playing)) if away and playing else ()
    for seats in islice(ways, _MOST_TRIED):
        come, stay = iter(playing), iter(away)
        seated = tuple(next(come) if seat in seats else next(stay) for seat in range(len(shared)))
        yield (*order[:first], *seated, *order[first + len(shared) :])
