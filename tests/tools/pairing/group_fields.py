"""Seasons of groups for the tests of up and down, and the page's text carried out with sets, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tournaments.pairing.groups.filling import Border, Fill
from tournaments.pairing.groups.types import GroupCandidate, Proposal, Ranked
from tournaments.pairing.wording import sentence


@dataclass(frozen=True, kw_only=True)
class Season:
    """`groups`: the final tables; `playing`: who plays again, newcomers with numbers from 100 among them."""

    groups: tuple[tuple[Ranked, ...], ...]
    playing: frozenset[int]
    borders: tuple[Border, ...]
    fill: Fill

    @property
    def entering(self) -> list[GroupCandidate]:
        return [GroupCandidate(player=player, rating=1000 + player * 7 % 400) for player in sorted(self.playing)]


def tables(*sizes: int, shared: frozenset[int] = frozenset()) -> tuple[tuple[Ranked, ...], ...]:
    """Numbers 1, 2, 3 … from the first of the highest group; whoever is in `shared` has the place of the one above."""
    groups, number = [], 0
    for size in sizes:
        rows: list[Ranked] = []
        for place in range(1, size + 1):
            number += 1
            is_level = number in shared and rows
            rows.append(Ranked(player=number, place=rows[-1].place if is_level else place))
        groups.append(tuple(rows))
    return tuple(groups)


@st.composite
def seasons(
    draw: st.DrawFn, *, absent: bool = True, level: bool = True, new: bool = True, even: bool = False
) -> Season:
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    everybody = range(1, sum(sizes) + 1)
    some = st.frozensets(st.sampled_from(everybody))
    shared = draw(some) if level else frozenset[int]()
    away = draw(some) if absent else frozenset[int]()
    newcomers = draw(st.integers(0, 3)) if new else 0
    count = st.integers(0, 3)
    moves = [(up, up if even else draw(count)) for up in (draw(count) for _border in sizes[1:])]
    return Season(
        groups=tables(*sizes, shared=shared),
        playing=frozenset(everybody) - away | frozenset(range(100, 100 + newcomers)),
        borders=tuple(Border(up=up, down=down) for up, down in moves),
        fill=draw(st.sampled_from(Fill)),
    )


def by_the_page(season: Season) -> list[set[int]]:
    """Who is in which group, by sets: the moves of the page, then place after place that is left free."""
    orders = [[row.player for row in group] for group in season.groups]
    goes_up: list[list[int]] = [[] for _order in orders]
    goes_down: list[list[int]] = [[] for _order in orders]
    for above, border in enumerate(season.borders):
        rest = [player for player in orders[above] if player not in goes_up[above]]
        up, down = orders[above + 1][: border.up], rest[max(0, len(rest) - border.down) :] if border.down else []
        while border.up == border.down and len(up) != len(down):
            (up.pop() if len(up) > len(down) else down.pop(0))
        goes_up[above + 1], goes_down[above] = up, down
    groups = [set(order) for order in orders]
    for group, order in enumerate(orders):
        for player in order:
            to = group - (player in goes_up[group]) + (player in goes_down[group])
            groups[group].discard(player)
            groups[to].add(player)
    places = [len(group) for group in groups]
    groups = [group & season.playing for group in groups]
    for group in range(len(groups) - 1):
        turn = 0
        while len(groups[group]) < places[group]:
            settled = set[int]().union(*groups[: group + 1])
            stay = [player for player in goes_down[group] if player in season.playing - settled]
            come = [player for player in orders[group + 1] if player in season.playing - settled]
            first, second = (come, stay) if season.fill is Fill.ALTERNATELY and turn % 2 else (stay, come)
            if not first and not second:
                break
            player = (first or second)[0]
            for other in groups:
                other.discard(player)
            groups[group].add(player)
            turn += 1
    return groups


def members(proposal: Proposal) -> list[set[int]]:
    return [{each.player for each in group} for group in proposal.groups]


def told(proposal: Proposal, names: dict[int, str] | None = None) -> list[list[str]]:
    """The sentences by group, in order."""
    return [[_said(each.reasons, names) for each in group] for group in proposal.groups]


def _said(reasons: Sequence[object], names: dict[int, str] | None) -> str:
    return " ".join(sentence(reason, lambda number: (names or {}).get(number, str(number))) for reason in reasons)
