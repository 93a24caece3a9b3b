"""The complete pairing of least total cost: Edmonds' primal-dual algorithm with exact integers, O(n³)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from heapq import nsmallest
from typing import Final, TypeAlias

from tournaments.pairing.search.witness import Witness

Edge: TypeAlias = tuple[int, int]

_NONE: Final = -1
_FAR: Final = (1, _NONE, _NONE)
_FEW: Final = 10  # so many edges of each vertex usually hold a matching of least cost, or nearly one


def least_cost(size: int, costs: Mapping[Edge, int]) -> LeastCost | None:
    """Join the vertices 0..size-1 in pairs, all of them, by the edges named and at the least sum of their costs.

    It is solved with a few cheap edges of each vertex. The prices that prove the answer cheapest among these are then
    held against all edges; those they do not hold for join the few, until there are none.
    """
    free_of_charge = _matching(size, (edge for edge, cost in costs.items() if not cost), [])
    anyhow = _matching(size, costs, free_of_charge)
    if 2 * len(anyhow) < size:
        return None
    rows: list[dict[int, int]] = [{} for _ in range(size)]
    for (u, v), cost in costs.items():
        rows[u][v] = rows[v][u] = 4 * cost
    edges = {*_cheap(rows), *free_of_charge, *anyhow}
    search = LeastCost(rows, edges)
    search.start([min(row.values()) // 2 for row in search.cost], free_of_charge)
    while overlooked := search.solve():
        edges.update(overlooked)
        prices, pairs = search.price, search.pairs()
        search = LeastCost(rows, edges)
        search.start([price & ~1 for price in prices[:size]], pairs)
    return search


def _matching(size: int, edges: Iterable[Edge], pairs: Sequence[Edge]) -> list[Edge]:
    """As many disjoint edges as there can be; whoever `pairs` joins stays joined, perhaps to somebody else."""
    vertices = range(size)
    far = [set(vertices) for _ in vertices]
    for u, v in edges:
        far[u].discard(v)
        far[v].discard(u)
    witness = Witness(vertices, dict(enumerate(far)), pairs)
    witness.complete(or_most=True)
    return witness.pairs()


def _cheap(cost: Sequence[Mapping[int, int]]) -> list[Edge]:
    """A few cheap edges of each vertex. Of those that cost the same, the ones of the first rounds in which everybody
    would meet everybody, u and v in round (u + v) mod n: so they are spread, and not all look at the same few."""
    size = len(cost)
    return [(u, v) for u, row in enumerate(cost) for v in nsmallest(_FEW, row, key=lambda v: (row[v], (u + v) % size))]


class _Label(IntEnum):
    FREE = 0
    OUTER = 1
    INNER = 2


class LeastCost:
    """A matching, and prices that prove it cheapest.

    Each vertex has a price such that no edge costs less than its two ends together. Only edges without slack, that cost
    just this, are used. Trees of them grow from all single vertices at once; an odd circle is shrunk to one node, a
    blossom, with a price of its own, never below 0. Where no tree can grow, prices move until one can.

    A node is a vertex 0..n-1 or a blossom from n. `every_cost` counts fourfold, so that all prices stay whole numbers.
    """

    def __init__(self, every_cost: Sequence[Mapping[int, int]], edges: Iterable[Edge]) -> None:
        size = len(every_cost)
        self.size = size
        self.every_cost = every_cost
        self.cost: list[dict[int, int]] = [{} for _ in range(size)]  # of the edges looked at
        for u, v in edges:
            self.cost[u][v] = self.cost[v][u] = every_cost[u][v]
        self.price = [0] * size
        self.mate = [_NONE] * size  # of a node: the vertex outside that it is joined to
        self.top = list(range(size))  # of a vertex: the outermost blossom around it
        self.around = [_NONE] * size  # of a node: the blossom next around it
        self.ring: list[list[int]] = [[] for _ in range(size)]  # of a blossom: its nodes, the one joined outside first
        self.joints: list[dict[Edge, Edge]] = [{} for _ in range(size)]  # of a blossom: the edge between two neighbours
        self.nearest: list[dict[int, int]] = [dict.fromkeys(row, u) for u, row in enumerate(self.cost)]  # of a node,
        # to each vertex that an edge leads to: the vertex inside from which it has least slack
        self.label = [_Label.FREE] * size
        self.came_by: dict[int, Edge] = {}  # of an inner node: the edge (outer vertex, own vertex) that reached it
        self.closest: dict[int, tuple[int, int, int]] = {}  # of a node: least slack from an outer vertex, and that edge
        self.queue: list[int] = []
        self.tops = set(range(size))  # the nodes with none around them

    def start(self, prices: Sequence[int], pairs: Sequence[Edge]) -> None:
        """Begin with even prices, raised or lowered until no edge costs less than them, and what they keep of `pairs`;
        then whoever else they bring together."""
        self.price = [*prices]
        for u, row in enumerate(self.cost):
            self.price[u] += min(self._slack(u, v) for v in row)
        for u, v in [*pairs, *((u, v) for u, row in enumerate(self.cost) for v in row)]:
            if self.mate[u] == self.mate[v] == _NONE and not self._slack(u, v):
                self.mate[u], self.mate[v] = v, u

    def solve(self) -> list[Edge]:
        """Join everybody, which the edges looked at must allow. Returns edges that would be cheaper, if there are."""
        while any(self.mate[node] == _NONE for node in self.tops):
            self._stage()
        return self._overlooked()

    def pairs(self) -> list[Edge]:
        return [(u, v) for u, v in enumerate(self.mate[: self.size]) if u < v]

    def _overlooked(self) -> list[Edge]:
        """Of each vertex the few edges that cost least compared with their prices, as far as they cost less."""
        too_cheap: list[list[tuple[int, Edge]]] = [[] for _ in range(self.size)]
        for u, v, slack in self._without_slack():
            if slack < 0:
                too_cheap[u].append((slack, (u, v)))
        return [edge for found in too_cheap for _slack, edge in nsmallest(_FEW, found)]

    def leaves_blossoms_once(self, pairs: Iterable[Edge]) -> bool:
        """Whether no more than one of these tight edges leads out of each priced blossom: then they cost the least."""
        left: set[int] = set()
        for pair in pairs:
            inside, outside = (set(self._outwards(vertex)) for vertex in pair)
            for blossom in inside ^ outside:
                if blossom in left:
                    return False
                if self.price[blossom]:
                    left.add(blossom)
        return True

    def has_priced_blossoms(self) -> bool:
        """Whether some complete matching of tight edges may cost more all the same."""
        return any(self.price[self.size :])

    def tight(self) -> list[Edge]:
        """The edges that may be in some matching of least cost: all others have slack."""
        return [(u, v) for u, v, _slack in self._without_slack()]

    def _without_slack(self) -> Iterator[tuple[int, int, int]]:
        """Of all edges those that cost no more than their ends, less the blossoms around both, and how much less."""
        price, top = self.price, self.top
        outwards = [frozenset(self._outwards(vertex)) for vertex in range(self.size)]
        for u, row in enumerate(self.every_cost):
            own = price[u]
            for v, cost in row.items():
                if u < v and (slack := cost - own - price[v]) <= 0:
                    if top[u] == top[v]:
                        slack += sum(price[blossom] for blossom in outwards[u] & outwards[v])
                    if slack <= 0:
                        yield u, v, slack

    def _outwards(self, node: int) -> list[int]:
        blossoms = []
        while (node := self.around[node]) != _NONE:
            blossoms.append(node)
        return blossoms

    def _slack(self, u: int, v: int) -> int:
        return self.cost[u][v] - self.price[u] - self.price[v]

    # One stage: the trees grow from all single nodes until two of them meet and the way between is turned over.

    def _stage(self) -> None:
        self.label = [_Label.FREE] * len(self.price)
        self.came_by.clear()
        self.closest.clear()
        self.queue.clear()
        for node in self.tops:
            if self.mate[node] == _NONE:
                self._make_outer(node)
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    return
            self._move_prices()
            for node in [*self.closest]:
                slack, u, v = self.closest.get(node, _FAR)
                if not slack and self._follow(u, v):
                    return
            for blossom in self._blossoms(_Label.INNER):
                if not self.price[blossom]:
                    self._expand(blossom)

    def _blossoms(self, label: _Label) -> list[int]:
        return [node for node in self.tops if node >= self.size and self.label[node] == label]

    def _move_prices(self) -> None:
        """Raise the outer and lower the inner prices until an edge loses its slack or an inner blossom its price."""
        label = self.label
        steps = [self.price[blossom] // 2 for blossom in self._blossoms(_Label.INNER)]
        steps += [slack // 2 if label[node] is _Label.OUTER else slack for node, (slack, _, _) in self.closest.items()]
        if step := min(steps):
            by_label = (0, step, -step)
            for vertex, top in enumerate(self.top):
                self.price[vertex] += by_label[label[top]]
            for node in self.tops:
                if node >= self.size:
                    self.price[node] += 2 * by_label[label[node]]
            for node, (slack, u, v) in self.closest.items():
                self.closest[node] = (slack - step - by_label[label[node]], u, v)

    def _make_outer(self, node: int) -> None:
        self.label[node] = _Label.OUTER
        self.queue.extend(self._vertices(node))

    def _vertices(self, node: int) -> list[int]:
        if node < self.size:
            return [node]
        return [vertex for inside in self.ring[node] for vertex in self._vertices(inside)]

    def _scan(self, u: int) -> bool:
        """Look along all edges of an outer vertex. True if the matching has grown."""
        price, top, label, closest = self.price, self.top, self.label, self.closest
        own = price[u]
        for v, cost in self.cost[u].items():
            node = top[v]
            if node == top[u] or label[node] is _Label.INNER:
                continue
            slack = cost - own - price[v]
            if not slack:
                if self._follow(u, v):
                    return True
            elif node not in closest or slack < closest[node][0]:
                closest[node] = (slack, u, v)
        return False

    def _follow(self, u: int, v: int) -> bool:
        """Use an edge without slack from an outer vertex. True if the matching has grown."""
        here, there = self.top[u], self.top[v]
        if here == there:
            return False
        if self.label[there] is _Label.FREE:
            self.label[there] = _Label.INNER
            self.came_by[there] = (u, v)
            self.closest.pop(there, None)
            beyond = self.top[self.mate[there]]
            self.closest.pop(beyond, None)
            self._make_outer(beyond)
        elif self.label[there] is _Label.OUTER:
            meeting = self._meeting_point(here, there)
            if meeting == _NONE:
                self._turn_over(u, v)
                self._turn_over(v, u)
                return True
            self._shrink(u, v, meeting)
        return False

    def _above(self, outer: int) -> int:
        """The next outer node on the way to the root."""
        mate = self.mate[outer]
        return _NONE if mate == _NONE else self.top[self.came_by[self.top[mate]][0]]

    def _meeting_point(self, one: int, other: int) -> int:
        seen = set()
        while one != _NONE or other != _NONE:
            if one != _NONE:
                if one in seen:
                    return one
                seen.add(one)
                one = self._above(one)
            one, other = other, one
        return _NONE

    def _turn_over(self, u: int, v: int) -> None:
        """Join u's node with v outside, and turn over the way from there to the root."""
        while True:
            node = self.top[u]
            before = self.mate[node]
            self._join(node, u, v)
            if before == _NONE:
                return
            inner = self.top[before]
            u, v = self.came_by[inner]
            self._join(inner, v, u)

    def _join(self, node: int, inside: int, outside: int) -> None:
        """Join a node with `outside` by its vertex `inside`; in a blossom the rest of the ring is joined anew."""
        self.mate[node] = outside
        if node < self.size:
            return
        child = self._child_around(node, inside)
        steps = self._even_way(node, child)
        ring = self.ring[node]
        for i in range(0, steps, 2):
            u, v = self.joints[node][ring[i], ring[i + 1]]
            self._join(ring[i], u, v)
            self._join(ring[i + 1], v, u)
        self._join(child, inside, outside)
        self.ring[node] = ring[steps:] + ring[:steps]

    def _child_around(self, blossom: int, vertex: int) -> int:
        node = vertex
        while self.around[node] != blossom:
            node = self.around[node]
        return node

    def _even_way(self, blossom: int, child: int) -> int:
        """How many steps along the ring to a child, the ring turned so that they are even."""
        ring = self.ring[blossom]
        steps = ring.index(child)
        if steps % 2 == 0:
            return steps
        self.ring[blossom] = [ring[0], *ring[:0:-1]]
        return len(ring) - steps

    # Blossoms

    def _shrink(self, u: int, v: int, meeting: int) -> None:
        """Make a blossom of the circle that the edge closes with the ways of its ends to where they meet."""
        left, left_edges = self._way_up(self.top[u], meeting)
        right, right_edges = self._way_up(self.top[v], meeting)
        ring = [meeting, *reversed(left), *right]
        edges = [*((there, here) for here, there in reversed(left_edges)), (u, v), *right_edges]
        blossom = self._new_blossom(ring)
        self.ring[blossom] = ring
        for one, other, (a, b) in zip(ring, [*ring[1:], ring[0]], edges, strict=True):
            self.joints[blossom][one, other] = (a, b)
            self.joints[blossom][other, one] = (b, a)
        self.mate[blossom] = self.mate[meeting]
        self.tops.difference_update(ring)
        self.tops.add(blossom)
        for node in ring:
            if self.label[node] is _Label.INNER:
                self.queue.extend(self._vertices(node))
            self.around[node] = blossom
            self.closest.pop(node, None)
        for vertex in self._vertices(blossom):
            self.top[vertex] = blossom
        self.label[blossom] = _Label.OUTER
        self._find_closest(blossom)

    def _way_up(self, node: int, meeting: int) -> tuple[list[int], list[Edge]]:
        """The nodes from an outer node up to below `meeting`, and the edges that lead upwards from each."""
        nodes, edges = [], []
        while node != meeting:
            mate = self.mate[node]
            inner = self.top[mate]
            outer_end, inner_end = self.came_by[inner]
            nodes += [node, inner]
            edges += [(self.mate[mate], mate), (inner_end, outer_end)]
            node = self.top[outer_end]
        return nodes, edges

    def _new_blossom(self, ring: list[int]) -> int:
        blossom = len(self.price)
        self.price.append(0)
        self.mate.append(_NONE)
        self.around.append(_NONE)
        self.ring.append([])
        self.joints.append({})
        self.label.append(_Label.FREE)
        self.nearest.append(self._nearest(ring))
        return blossom

    def _nearest(self, ring: list[int]) -> dict[int, int]:
        """For each vertex that an edge leads to, the one inside the ring from which it has least slack."""
        nearest: dict[int, int] = {}
        least: dict[int, int] = {}
        for node in ring:
            for vertex, end in self.nearest[node].items():
                slack = self.cost[vertex][end] - self.price[end]
                if vertex not in least or slack < least[vertex]:
                    nearest[vertex], least[vertex] = end, slack
        return nearest

    def _find_closest(self, node: int) -> None:
        for u, v in self.nearest[node].items():
            outer = self.top[u]
            if outer != node and self.label[outer] is _Label.OUTER:
                found = (self._slack(u, v), u, v)
                self.closest[node] = min(found, self.closest.get(node, found))

    def _expand(self, blossom: int) -> None:
        """Open an inner blossom whose price is used up; the way through its ring stays in the tree."""
        self.tops.remove(blossom)
        self.tops.update(self.ring[blossom])
        for node in self.ring[blossom]:
            self.around[node] = _NONE
            for vertex in self._vertices(node):
                self.top[vertex] = node
        entered_by = self.came_by[blossom]
        child = self.top[entered_by[1]]
        steps = self._even_way(blossom, child)
        ring, joints = self.ring[blossom], self.joints[blossom]
        self.label[child] = _Label.INNER
        self.came_by[child] = entered_by
        for i in range(0, steps, 2):
            self.label[ring[i]] = _Label.INNER
            self.came_by[ring[i]] = joints[ring[i + 1], ring[i]]
            self._make_outer(ring[i + 1])
        for node in ring[steps + 1 :]:
            self.label[node] = _Label.FREE
            self._find_closest(node)
