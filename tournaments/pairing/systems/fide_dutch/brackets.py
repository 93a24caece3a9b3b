"""The brackets from the top, each paired in the best way that leaves all below a pairing (fide_dutch 3 to 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.search.matching import Edge, least_cost
from tournaments.pairing.systems.fide_dutch.below import Below
from tournaments.pairing.systems.fide_dutch.by_counting import paired_by_counting
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
    found = paired_by_counting(bracket)
    if found is None:
        return _General(bracket).paired()
    pairs, down = found
    return PairedBracket(bracket=bracket, pairs=tuple(sorted(pairs)), down=down)


class _General:
    """By matchings of least cost: of the bracket with the following one, and of all below where that must be seen."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.below = Below(bracket)

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
        """The pairs inside the bracket without `fixed`, whose moved-down players go down, and all who go down. First
        with as few others as may be enough; what is found so is the best if the others can really be paired."""
        if self.below.takes_any(costs.down):
            pairs, down, _left = _Graph(replace(costs, with_following=False), fixed).solve(())
            if len(down) == costs.down or self.below.takes_any(len(down)):
                return pairs, down
        bracket = self.bracket
        if self.below.rest:
            pairs, down, left = _Graph(costs, fixed).solve(bracket.following)
            bye = bracket.bye if self.below.bye_is_deep else 0
            if bracket.field.can_be_paired((*left, *self.below.rest), bye):
                return pairs, down
        pairs, down, _left = _Graph(costs, fixed).solve(bracket.below)
        return pairs, down


class _Graph:
    """Vertices: those of the bracket not yet settled, some of those below, and the bye. Where not all below are there,
    two who cannot meet are joined too, and are then both left over; an odd one is left over alone."""

    def __init__(self, costs: Costs, fixed: frozenset[int]) -> None:
        self.costs = costs
        self.bracket = bracket = costs.bracket
        self.field = bracket.field
        self.members = [index for index in bracket.members if index not in fixed]
        self.limbo = frozenset(bracket.moved_down) - fixed if costs.remainder else frozenset()

    def solve(self, others: Sequence[int]) -> tuple[list[Edge], list[int], list[int]]:
        """The pairs inside the bracket, who goes down, and who is left over among all."""
        vertices = [*self.members, *others]
        inside = len(self.members)
        is_whole = len(others) == len(self.bracket.below)
        leaving = [self._of_leaving(index) for index in vertices]
        edges = self._edges(vertices, leaving, is_whole=is_whole)
        size = len(vertices)
        byes = self._byes(vertices)
        if byes:
            edges.update(((i, size), cost) for i, cost in byes.items())
            size += 1
        if size % 2:
            edges.update(((i, size), cost) for i, cost in enumerate(leaving))
            size += 1
        found = least_cost(size, edges)
        if found is None:
            raise ValueError("there is no complete pairing")
        pairs: list[Edge] = []
        down: list[int] = []
        left: list[int] = []
        for i, j in found.pairs():
            meet = j < len(vertices) and (i, j) in self.meeting
            if j < inside and meet:
                pairs.append((vertices[i], vertices[j]))
            else:
                down += [vertices[k] for k in (i, j) if k < inside]
            if not meet and not (byes and j == len(vertices)):
                left += [vertices[k] for k in (i, j) if k < len(vertices)]
        return pairs, sorted(down), sorted(left)

    def _of_leaving(self, index: int) -> int:
        """Not to be paired in the bracket or in the following one."""
        costs, bracket = self.costs, self.bracket
        if index in bracket.following:
            return costs.of_going_on_down(index)
        if index in self.bracket.below:
            return 0
        return costs.of_going_down(index) + costs.of_going_on_down(index)

    def _edges(self, vertices: Sequence[int], leaving: Sequence[int], *, is_whole: bool) -> dict[Edge, int]:
        costs, field, following = self.costs, self.field, self.bracket.following
        moved_down = frozenset(self.bracket.moved_down)
        inside = len(self.members)
        down = [costs.of_going_down(index) for index in self.members]
        edges = {}
        self.meeting: set[Edge] = set()
        for i, one in enumerate(vertices):
            near = field.near[one]
            for j in range(i + 1, len(vertices)):
                other = vertices[j]
                meet = near & field.bit(other)
                if meet and j < inside:
                    meet = other not in moved_down and one not in self.limbo
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

    def _byes(self, vertices: Sequence[int]) -> dict[int, int]:
        """What it costs to give it to each, without those who go down alone or cannot have it."""
        costs, field, bracket = self.costs, self.field, self.bracket
        found = {}
        for i, index in enumerate(vertices):
            if bracket.bye & field.bit(index):
                found[i] = self._of_leaving(index) + (costs.of_bye(index) if i < len(self.members) else 0)
        return found
