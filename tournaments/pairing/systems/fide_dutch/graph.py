"""A bracket with those below it as a graph: its matching of least cost is the best candidate (fide_dutch 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.pairing.search.cheapest import cheapest_pairs
from tournaments.pairing.search.matching import Edge
from tournaments.pairing.systems.fide_dutch.below import Below
from tournaments.pairing.systems.fide_dutch.criteria import Costs


class Solution(NamedTuple):
    """`pairs` inside the bracket, `down` those of it who go down, `left` all who are left over. `cost` is of all that
    was weighed."""

    pairs: list[Edge]
    down: list[int]
    left: list[int]
    cost: int


class Graph:
    """Vertices: those of the bracket not yet settled, some of those below, and the bye. Where not all below are there,
    two who cannot meet are joined too, and are then both left over; an odd one is left over alone.

    `stays`, if anybody, must be paired in the bracket; `bye` are those who may have it, all who may unless said."""

    def __init__(
        self, costs: Costs, fixed: frozenset[int], *, stays: int | None = None, bye: int | None = None
    ) -> None:
        self.costs = costs
        self.bracket = bracket = costs.bracket
        self.field = bracket.field
        self.members = [index for index in bracket.members if index not in fixed]
        self.limbo = frozenset(bracket.moved_down) - fixed if costs.remainder else frozenset()
        self.stays = stays
        self.bye = bracket.bye if bye is None else bye

    def solve_with(self, below: Below) -> Solution | None:
        """With the following group, if the others can be paired then; otherwise with all below."""
        if below.rest:
            found = self.solve(self.bracket.following)
            if found is None or self.is_enough(found, below):
                return found
        return self.solve(self.bracket.below)

    def is_enough(self, found: Solution, below: Below) -> bool:
        """Whether those left over by the bracket and the following group can be paired with all behind it."""
        return self.field.can_be_paired((*found.left, *below.rest), self.bye if below.bye_is_deep else 0)

    def solve(self, others: Sequence[int]) -> Solution | None:
        """None: no complete matching."""
        vertices = [*self.members, *others]
        inside = len(self.members)
        is_whole = len(others) == len(self.bracket.below)
        going_down = [self.costs.of_going_down(index) for index in self.members]
        leaving = [
            cost + self.costs.of_going_on_down(index) for cost, index in zip(going_down, self.members, strict=True)
        ]
        leaving += [self._of_leaving(index) for index in others]
        edges = self._edges(vertices, going_down, leaving, is_whole=is_whole)
        size = len(vertices)
        byes = self._byes(vertices, leaving)
        if byes:
            edges.update(((i, size), cost) for i, cost in byes.items())
            size += 1
        if size % 2:
            may_leave = (i for i, index in enumerate(vertices) if index != self.stays)
            edges.update(((i, size), leaving[i]) for i in may_leave)
            size += 1
        found = cheapest_pairs(size, edges)
        if found is None:
            return None
        pairs: list[Edge] = []
        down: list[int] = []
        left: list[int] = []
        cost = 0
        for i, j in found:
            cost += edges[i, j]
            meet = j < len(vertices) and (i, j) in self.meeting
            if j < inside and meet:
                pairs.append((vertices[i], vertices[j]))
            else:
                down += [vertices[k] for k in (i, j) if k < inside]
            if not meet and not (byes and j == len(vertices)):
                left += [vertices[k] for k in (i, j) if k < len(vertices)]
        return Solution(pairs, sorted(down), sorted(left), cost)

    def _of_leaving(self, index: int) -> int:
        """Of those below the bracket: not to be paired in the following one."""
        return self.costs.of_going_on_down(index) if index in self.bracket.following else 0

    def _edges(
        self, vertices: Sequence[int], down: Sequence[int], leaving: Sequence[int], *, is_whole: bool
    ) -> dict[Edge, int]:
        """`down`: what it costs each of the bracket to go down; `leaving`: each of all not to be paired, nor in the
        following one."""
        costs, field, following, stays = self.costs, self.field, self.bracket.following, self.stays
        moved_down = frozenset(self.bracket.moved_down)
        inside = len(self.members)
        bits = [field.bit(index) for index in vertices]
        edges = {}
        self.meeting: set[Edge] = set()
        for i, one in enumerate(vertices):
            near = field.near[one]
            for j in range(i + 1, len(vertices)):
                other = vertices[j]
                meet = near & bits[j] != 0
                if meet and j < inside:
                    meet = other not in moved_down and one not in self.limbo
                if stays in (one, other) and not (meet and j < inside):
                    continue
                if meet:
                    self.meeting.add((i, j))
                    if j < inside:
                        edges[i, j] = costs.of_pair(one, other)
                    elif other in following:
                        edges[i, j] = down[i] if i < inside else 0
                    else:
                        edges[i, j] = leaving[i]
                elif not is_whole:
                    edges[i, j] = leaving[i] + leaving[j]
        return edges

    def _byes(self, vertices: Sequence[int], leaving: Sequence[int]) -> dict[int, int]:
        """What it costs to give it to each, without those who go down alone or cannot have it."""
        costs, field = self.costs, self.field
        found = {}
        for i, index in enumerate(vertices):
            if self.bye & field.bit(index) and index != self.stays:
                found[i] = leaving[i] + (costs.of_bye(index) if i < len(self.members) else 0)
        return found
