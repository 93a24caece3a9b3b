"""A bracket with those below it as a graph: its matching of least cost is the best candidate (fide_dutch 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tournaments.pairing.search.cheapest import by_prices, cheapest_pairs
from tournaments.pairing.search.matching import Edge
from tournaments.pairing.search.witness import Witness, places
from tournaments.pairing.systems.fide_dutch.completion import Below
from tournaments.pairing.systems.fide_dutch.criteria import Costs
from tournaments.pairing.systems.fide_dutch.field import local

_NOBODY: Final = -1
_SMALL: Final = 8


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

    def is_enough(self, found: Solution, below: Below) -> bool:
        """Whether those left over by the bracket and the following group can be paired with all behind it."""
        return self.field.can_be_paired((*found.left, *below.rest), self.bye if below.bye_is_deep else 0)

    def solve(self, others: Sequence[int], competing: tuple[int, int] | None = None) -> Solution | None:
        """None: no complete matching. `competing`, where all below are looked at: some players, as a set, who in none
        can have anybody but those of the second."""
        laid = Laid(self, others)
        if competing:
            laid.leave_to(*competing)
        found = best_matching(laid)
        if found is None:
            return None
        vertices, inside = laid.vertices, laid.inside
        pairs: list[Edge] = []
        down: list[int] = []
        left: list[int] = []
        for i, j in found:
            meet = laid.meets[i] >> laid.place(j) & 1
            if j < inside and meet:
                pairs.append((vertices[i], vertices[j]))
            else:
                down += [vertices[k] for k in (i, j) if k < inside]
            if not meet and j != laid.bye:
                left += [vertices[k] for k in (i, j) if k < len(vertices)]
        cost = sum(laid.edges(self.costs, found).values())
        return Solution(pairs, sorted(down), sorted(left), cost)


class Laid:
    """A graph with these `others` from below: vertices 0, 1, …, then the bye and who is left over alone, if there are.
    As places in sets they are counted from the last one on."""

    def __init__(self, graph: Graph, others: Sequence[int]) -> None:
        self.graph = graph
        field = graph.field
        self.inside = len(graph.members)
        self.vertices = vertices = [*graph.members, *others]
        self.is_whole = len(others) == len(graph.bracket.below)
        may_have_bye = [i for i, index in enumerate(vertices) if graph.bye & field.bit(index) and index != graph.stays]
        self.bye = len(vertices) if may_have_bye else _NOBODY
        self.size = len(vertices) + bool(may_have_bye)
        self.alone = self.size if self.size % 2 else _NOBODY
        self.size += self.size % 2
        self.moved = sum(index < graph.bracket.residents.start for index in graph.members)
        """So many have come down."""
        self.meets = self._meets()
        """Of each vertex whom it may meet: the bye is not among them."""
        self.joined = self._joined()
        """To whom each of them may be joined."""
        for i in may_have_bye:
            self.joined[i] |= 1 << self.place(self.bye)

    def place(self, vertex: int) -> int:
        return self.size - 1 - vertex

    def members(self, begin: int, end: int) -> int:
        """These vertices as a set."""
        return (1 << self.size - begin) - (1 << self.size - end)

    def _meets(self) -> list[int]:
        """Those who have come down do not meet each other, and those in the limbo nobody of the bracket."""
        graph, more = self.graph, self.size - len(self.vertices)
        rows = [local(graph.field.size, self.vertices, graph.field.near[index]) << more for index in self.vertices]
        from_above = self.members(0, self.moved)
        far_from_them = self.members(0, self.inside if graph.limbo else self.moved)
        for i in range(self.inside):
            rows[i] &= ~(far_from_them if i < self.moved else from_above if graph.limbo else 0)
        return rows

    def _joined(self) -> list[int]:
        everybody, inside, stays = self.members(0, len(self.vertices)), self.members(0, self.inside), self.graph.stays
        joined = [row if self.is_whole else everybody & ~(1 << self.place(i)) for i, row in enumerate(self.meets)]
        if self.alone != _NOBODY:
            joined = [row | 1 << self.place(self.alone) for row in joined]
        if stays is not None:
            at = self.vertices.index(stays)
            joined[at] = self.meets[at] & inside
            bit = 1 << self.place(at)
            for i, row in enumerate(joined):
                if not joined[at] >> self.place(i) & 1:
                    joined[i] = row & ~bit
        return joined

    def leave_to(self, competing: int, others: int) -> None:
        """Those who compete are joined to no more than the others, and to the bye."""
        field, more = self.graph.field, self.size - len(self.vertices)
        kept = local(field.size, self.vertices, others) << more | (1 << more) - 1
        barred = local(field.size, self.vertices, competing) << more
        for i in range(len(self.vertices)):
            if barred >> self.place(i) & 1:
                self.joined[i] &= kept
            if not kept >> self.place(i) & 1:
                self.joined[i] &= ~barred

    def edges(self, costs: Costs, among: Iterable[Edge] | None = None) -> dict[Edge, int]:
        """What they cost: all, or those named."""
        vertices, size, inside, meets = self.vertices, self.size, self.inside, self.meets
        following = range(inside, inside + len(self.graph.bracket.following))
        down = [costs.of_going_down(index) for index in self.graph.members]
        leaving = [cost + costs.of_going_on_down(index) for cost, index in zip(down, vertices, strict=False)]
        leaving += [costs.of_going_on_down(vertices[i]) if i in following else 0 for i in range(inside, len(vertices))]
        of_bye = [leaving[i] + (costs.of_bye(index) if i < inside else 0) for i, index in enumerate(vertices)]
        edges = {}
        for i, j in self._all() if among is None else among:
            if j >= len(vertices):
                edges[i, j] = of_bye[i] if j == self.bye else leaving[i]
            elif not meets[i] >> (size - 1 - j) & 1:
                edges[i, j] = leaving[i] + leaving[j]
            elif j < inside:
                edges[i, j] = costs.of_pair(vertices[i], vertices[j])
            elif j in following:
                edges[i, j] = down[i] if i < inside else 0
            else:
                edges[i, j] = leaving[i]
        return edges

    def _all(self) -> Iterator[Edge]:
        last = self.size - 1
        for i, row in enumerate(self.joined):
            for place in places(row & (1 << self.place(i)) - 1):
                yield i, last - place


def best_matching(laid: Laid) -> Sequence[Edge] | None:
    """First at the least cost by all that is counted, then the first in order among those that cost as little. None:
    there is none."""
    costs = laid.graph.costs
    counted = replace(costs, with_order=False)
    if laid.size <= _SMALL or not laid.vertices or counted.digits.width == costs.digits.width:
        return cheapest_pairs(laid.size, laid.edges(costs))
    cheapest = by_prices(laid.size, laid.edges(counted))
    if cheapest is None:
        return None
    tight = cheapest.tight()
    found = _InOrder(laid, tight, cheapest.pairs()).first()
    if cheapest.leaves_blossoms_once(found):
        return found
    return cheapest_pairs(laid.size, laid.edges(costs, tight))


class _InOrder:
    """Of the complete matchings of these edges the first in the order of article 3."""

    def __init__(self, laid: Laid, edges: Iterable[Edge], pairs: Iterable[Edge]) -> None:
        self.laid = laid
        self.last = last = laid.size - 1
        near = [0] * laid.size
        for i, j in edges:
            near[last - i] |= 1 << last - j
            near[last - j] |= 1 << last - i
        self.witness = Witness.of_places(near, ((last - i, last - j) for i, j in pairs))
        inside = laid.members(0, laid.inside)
        self.in_bracket = [row & inside for row in laid.meets[: laid.inside]]
        """Of each in the bracket: whom of it they may meet."""

    def first(self) -> list[Edge]:
        moved, inside = self.laid.moved, self.laid.inside
        if self.laid.graph.costs.remainder:
            uppers = self._uppers(range(moved, inside))
        else:
            uppers = [i for i in range(moved) if self.witness.insist(self.last - i, self.in_bracket[i])]
        found = []
        for i in uppers:
            place = self.last - i
            other = self.witness.settle(place, None)
            if other is None:
                raise ValueError("there is no complete pairing")
            found.append((i, self.last - other))
        mate, free = self.witness.mate, self.witness.free
        return found + [(self.last - one, self.last - mate[one]) for one in places(free) if mate[one] < one]

    def _uppers(self, remainder: range) -> list[int]:
        """(c) and (d): as few and high ones as can be were counted, so now one by one who they are."""
        half = remainder.start + self.laid.graph.costs.remainder_pairs
        below = {i: self.in_bracket[i] & (1 << self.last - i) - 1 for i in remainder}
        uppers = [
            i
            for i in reversed(remainder[: half - remainder.start])
            if not self.witness.insist(self.last - i, ~below[i])
        ]
        uppers += [i for i in remainder[half - remainder.start :] if self.witness.insist(self.last - i, below[i])]
        return sorted(uppers)
