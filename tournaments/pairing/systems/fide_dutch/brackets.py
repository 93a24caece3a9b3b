"""The brackets from the top, each paired in the best way that leaves all below a pairing (fide_dutch 3 to 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.search.matching import Edge, least_cost
from tournaments.pairing.systems.fide_dutch.criteria import Bracket, Costs
from tournaments.pairing.systems.fide_dutch.field import Field


@dataclass(frozen=True, kw_only=True)
class PairedBracket:
    """`pairs` as (higher ranked, lower ranked); `down` are those who go on to the following bracket, or have the
    bye."""

    bracket: Bracket
    pairs: tuple[Edge, ...]
    down: tuple[int, ...]


def paired_brackets(field: Field) -> Iterator[PairedBracket]:
    """There must be a complete pairing."""
    moved_down: tuple[int, ...] = ()
    for place, group in enumerate(field.groups):
        following = field.groups[place + 1] if place + 1 < len(field.groups) else range(field.size, field.size)
        bracket = Bracket(field=field, moved_down=moved_down, residents=group, following=following)
        paired = paired_best(bracket)
        yield paired
        moved_down = paired.down


def paired_best(bracket: Bracket) -> PairedBracket:
    return _General(bracket).paired()


class _General:
    """By matchings of least cost: of the bracket with the following one, and of all below where that must be seen."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket

    def paired(self) -> PairedBracket:
        bracket = self.bracket
        size, moved = len(bracket.members), bracket.moved_down
        down = size % 2
        while True:
            if moved:
                pairs, below = self._best(Costs(bracket=bracket, down=down))
            else:
                costs = Costs(bracket=bracket, down=down, remainder=bracket.members, remainder_pairs=(size - down) // 2)
                pairs, below = self._best(costs)
            if len(below) == down:
                break
            down = len(below)
        if moved:
            pairs = self._with_remainder(pairs, down)
        paired = {index for pair in pairs for index in pair}
        return PairedBracket(
            bracket=bracket,
            pairs=tuple(sorted(pairs)),
            down=tuple(index for index in bracket.members if index not in paired),
        )

    def _with_remainder(self, pairs: Sequence[Edge], down: int) -> list[Edge]:
        """What the moved-down players have stands; the residents left are paired in their own order."""
        bracket = self.bracket
        kept = [pair for pair in pairs if pair[0] in bracket.moved_down]
        taken = {index for pair in kept for index in pair}
        remainder = tuple(index for index in bracket.residents if index not in taken)
        if not remainder:
            return kept
        costs = Costs(bracket=bracket, down=down, remainder=remainder, remainder_pairs=len(pairs) - len(kept))
        others, _down = self._best(costs, fixed=frozenset(taken))
        return [*kept, *others]

    def _best(self, costs: Costs, fixed: frozenset[int] = frozenset()) -> tuple[list[Edge], list[int]]:
        """The pairs inside the bracket without `fixed`, whose moved-down players go down, and all who go down."""
        return _Graph(costs, fixed).solve(with_below=True)


class _Graph:
    """Vertices: those of the bracket not yet settled, the following group, perhaps all below, and the bye."""

    def __init__(self, costs: Costs, fixed: frozenset[int]) -> None:
        self.costs = costs
        self.bracket = bracket = costs.bracket
        self.field = bracket.field
        self.members = [index for index in bracket.members if index not in fixed]
        self.limbo = frozenset(bracket.moved_down) - fixed if costs.remainder and bracket.moved_down else frozenset()

    def solve(self, *, with_below: bool) -> tuple[list[Edge], list[int]]:
        vertices = [*self.members, *(self.bracket.below if with_below else self.bracket.following)]
        inside = len(self.members)
        edges = self._edges(vertices)
        size = len(vertices)
        if self.bracket.bye:
            edges.update(self._byes(vertices))
            size += 1
        found = least_cost(size, edges)
        if found is None:
            raise ValueError("there is no complete pairing")
        pairs = [(vertices[i], vertices[j]) for i, j in found.pairs() if i < inside and j < inside]
        paired = {index for pair in pairs for index in pair}
        return pairs, [index for index in self.members if index not in paired]

    def _edges(self, vertices: Sequence[int]) -> dict[Edge, int]:
        costs, field, bracket = self.costs, self.field, self.bracket
        moved_down = frozenset(bracket.moved_down)
        inside = len(self.members)
        following = bracket.following
        edges = {}
        down = {index: costs.of_going_down(index) for index in self.members}
        on_down = {index: costs.of_going_on_down(index) for index in (*self.members, *following)}
        for i, one in enumerate(vertices):
            near = field.near[one]
            for j in range(i + 1, len(vertices)):
                other = vertices[j]
                if not near & field.bit(other):
                    continue
                if j < inside:
                    if other in moved_down or one in self.limbo:
                        continue
                    edges[i, j] = costs.of_pair(one, other)
                elif i < inside:
                    edges[i, j] = down[one] + (0 if other in following else on_down[one])
                elif other in following:
                    edges[i, j] = 0
                else:
                    edges[i, j] = on_down[one] if one in following else 0
        return edges

    def _byes(self, vertices: Sequence[int]) -> dict[Edge, int]:
        costs, field, bracket = self.costs, self.field, self.bracket
        inside = len(self.members)
        edges = {}
        for i, index in enumerate(vertices):
            if not bracket.bye & field.bit(index):
                continue
            cost = 0
            if i < inside:
                cost = costs.of_going_down(index) + costs.of_bye(index)
            if bracket.following and (i < inside or index in bracket.following):
                cost += costs.of_going_on_down(index)
            edges[i, len(vertices)] = cost
        return edges
