"""Finals: the first of each group play for the first places, the next for the next ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from tournaments.pairing.groups.levels import Order, in_order, undecided
from tournaments.pairing.groups.sizes import FEWEST
from tournaments.pairing.groups.types import Placed, Proposal, Ranking
from tournaments.pairing.types.paired_round import Group, Place, Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

ADVANCES = Rule("groups/final", _("{player}: {place} of {group}."))
ADVANCES_FOR = Rule("groups/final/instead", _("{player}: {place} of {group}, moves up because {absent} does not play."))


def finals(
    groups: Sequence[Ranking],
    *,
    playing: Collection[PlayerId],
    advance: int = 2,
    count: int | None = None,
    decided: Iterable[Sequence[PlayerId]] = (),
) -> Proposal:
    """The first `advance` of each group who play on make the highest final, the next ones the next. At most `count`
    finals, of which the last takes all who are left; one alone joins the others. By place, then by group."""
    decided = [tuple(order) for order in decided]
    orders = [in_order(ranking, decided) for ranking in groups]
    made = _divided(orders, playing, advance, count)
    places = {row.player: row.place for ranking in groups for row in ranking}
    return Proposal(
        groups=tuple(
            tuple(_placed(player, orders, playing, advance, places[player]) for player in final) for final in made
        ),
        level=tuple(
            undecided(
                groups,
                decided=decided,
                entering=playing,
                outcome=lambda orders: {
                    player: index
                    for index, final in enumerate(_divided(orders, playing, advance, count))
                    for player in final
                },
            )
        ),
    )


def _divided(
    orders: Sequence[Order], playing: Collection[PlayerId], advance: int, count: int | None
) -> list[list[PlayerId]]:
    going_on = [[player for player in order if player in playing] for order in orders]
    longest = max(map(len, going_on), default=0)
    wanted = -(-longest // advance)
    wanted = wanted if count is None else min(count, wanted)
    finals: list[list[PlayerId]] = []
    for index in range(wanted):
        first, end = index * advance, longest if index == wanted - 1 else (index + 1) * advance
        final = [*_by_place(going_on, first, end)]
        if finals and min(len(finals[-1]), len(final)) < FEWEST:
            finals[-1] += final
        else:
            finals.append(final)
    return finals


def _by_place(going_on: Sequence[Sequence[PlayerId]], first: int, end: int) -> Iterator[PlayerId]:
    for place in range(first, end):
        yield from (order[place] for order in going_on if place < len(order))


def _placed(
    player: PlayerId, orders: Sequence[Order], playing: Collection[PlayerId], advance: int, place: int
) -> Placed:
    """Somebody who moves up says for whom: the last who does not play of those whose absence lets them."""
    index, order = next((index, order) for index, order in enumerate(orders) if player in order)
    ahead = order[: order.index(player)]
    away = [each for each in ahead if each not in playing]
    facts: dict[str, Player | Place | Group] = {
        "player": Player(player),
        "place": Place(place),
        "group": Group(index + 1),
    }
    if away and len(ahead) // advance != (len(ahead) - len(away)) // advance:
        return Placed(player=player, reasons=(ADVANCES_FOR.reason(**facts, absent=Player(away[-1])),))
    return Placed(player=player, reasons=(ADVANCES.reason(**facts),))
