"""The brackets from the top, each paired in the best way that leaves all below a pairing (fide_dutch 3 to 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.pairing.search.matching import Edge
from tournaments.pairing.systems.fide_dutch.by_counting import paired_by_counting
from tournaments.pairing.systems.fide_dutch.completion import Below
from tournaments.pairing.systems.fide_dutch.criteria import Costs, PairingBracket
from tournaments.pairing.systems.fide_dutch.field import Field
from tournaments.pairing.systems.fide_dutch.graph import Graph, Solution

_FEW: Final = 16
"""Below so few nothing is gained by looking at what C4 bars before pairs are weighed."""


@dataclass(frozen=True, kw_only=True)
class PairedBracket:
    """`pairs` as (higher ranked, lower ranked); `down` are those who go on to the following bracket, or have the
    bye."""

    bracket: PairingBracket
    pairs: tuple[Edge, ...]
    down: tuple[int, ...]


def paired_brackets(field: Field) -> Iterator[PairedBracket]:
    """There must be a complete pairing."""
    moved_down: tuple[int, ...] = ()
    for place, group in enumerate(field.groups):
        following = field.groups[place + 1] if place + 1 < len(field.groups) else range(field.size, field.size)
        bracket = PairingBracket(field=field, moved_down=moved_down, residents=group, following=following)
        paired = paired_best(bracket)
        yield paired
        moved_down = paired.down


def paired_best(bracket: PairingBracket) -> PairedBracket:
    found = paired_by_counting(bracket)
    if found is None:
        return _General(bracket).paired()
    pairs, down = found
    return PairedBracket(bracket=bracket, pairs=tuple(sorted(pairs)), down=down)


class _General:
    """By matchings of least cost: of the bracket with the following one, and of all below where that must be seen."""

    def __init__(self, bracket: PairingBracket) -> None:
        self.bracket = bracket
        self.below = Below(bracket)
        self.competing = self.below.competing(_FEW) if len(bracket.below) > _FEW else None
        self.needs_all = self.competing is not None
        """The following bracket was not enough to look at: nor will it be when more is asked of the same players."""

    def paired(self) -> PairedBracket:
        bracket = self.bracket
        size, moved = len(bracket.members), bracket.moved_down
        down = size % 2
        if len(bracket.below) >= size and self.below.none_can_stay():
            return PairedBracket(bracket=bracket, pairs=(), down=bracket.members)
        while True:
            costs = Costs(bracket=bracket, down=down)
            if not moved:
                costs = replace(costs, remainder=bracket.members, remainder_pairs=(size - down) // 2)
            pairs, below = self._best(costs)
            if len(below) == down:
                break
            down = len(below)
            if moved and replace(costs, down=down).has_c9 == costs.has_c9:
                break  # nothing else rests on how many go down
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
        if not remainder or len(kept) == len(pairs):
            return kept
        costs = Costs(bracket=bracket, down=down, remainder=remainder, remainder_pairs=len(pairs) - len(kept))
        others, _down = self._best(costs, fixed=frozenset(taken))
        return [*kept, *others]

    def _best(self, costs: Costs, fixed: frozenset[int] = frozenset()) -> tuple[list[Edge], list[int]]:
        """The pairs inside the bracket without `fixed`, whose moved-down players go down, and all who go down. First
        with as few others as may be enough; what is found so is the best if the others can really be paired."""
        if self.below.takes_any(costs.down):
            found = _found(Graph(replace(costs, with_following=False), fixed).solve(()))
            if len(found.down) == costs.down or self.below.takes_any(len(found.down)):
                return found.pairs, found.down
        graph = Graph(costs, fixed)
        if self.below.rest and not self.needs_all:
            found = _found(graph.solve(self.bracket.following))
            if graph.is_enough(found, self.below):
                return found.pairs, found.down
            self.needs_all = True
        found = _found(graph.solve(self.bracket.below, self.competing))
        return found.pairs, found.down


def _found(solution: Solution | None) -> Solution:
    if solution is None:
        raise ValueError("there is no complete pairing")
    return solution
