"""What the best candidate of a bracket would have cost with something else in it, by each criterion (fide_dutch 11).

Nothing of this is needed to pair: it is worked out for those who ask why, and of it, what takes a moment, with the
round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tournaments.pairing.search.matching import Edge
from tournaments.pairing.systems.fide_dutch.completion import Below
from tournaments.pairing.systems.fide_dutch.criteria import Costs, PairingBracket
from tournaments.pairing.systems.fide_dutch.graph import Graph, Solution
from tournaments.pairing.systems.fide_dutch.pairing_brackets import PairedBracket

C4: Final = 4
C5: Final = 5
ORDER: Final = 0
"""By no criterion, only by the order of the candidates."""
_MOST_WORK: Final = 40_000_000


@dataclass
class Patience:
    """Matchings are weighed until so much is done, as the cube of their vertices: a story is told in a moment, however
    large the field. The same for everybody, since no clock is asked."""

    left: int = _MOST_WORK

    @property
    def is_over(self) -> bool:
        return self.left < 0

    def takes(self, size: int) -> bool:
        self.left -= size**3
        return not self.is_over


@dataclass(frozen=True)
class Compared:
    """Each answer is the number of the first criterion in which the best candidate with that is worse than the one
    made; ORDER where it is none; None where it was not found out."""

    paired: PairedBracket
    patience: Patience

    @property
    def bracket(self) -> PairingBracket:
        return self.paired.bracket

    @cached_property
    def below(self) -> Below:
        return Below(self.bracket)

    @cached_property
    def costs(self) -> Costs:
        return Costs(bracket=self.bracket, down=len(self.paired.down), with_order=False)

    @cached_property
    def least(self) -> int | None:
        solution = self._solution(Graph(self.costs, frozenset()))
        return None if solution is None else solution.cost

    def with_pair(self, one: int, other: int) -> int | None:
        """The two may meet, and not both have come down."""
        if self.patience.is_over:
            return None
        fixed = frozenset({one, other})
        if (barred := self._barred(fixed, self.bracket.bye)) is not None:
            return barred
        return self._first_worse(Graph(self.costs, fixed), self.costs.of_pair(one, other))

    def with_staying(self, index: int) -> int | None:
        """Somebody who goes down would be paired in the bracket."""
        if self.patience.is_over:
            return None
        partners = [
            other
            for other in self.bracket.members
            if self.bracket.field.may_meet(index, other) and not {index, other} <= {*self.bracket.moved_down}
        ]
        why_barred = set()
        for other in partners:
            why_barred.add(self._barred(frozenset({index, other}), self.bracket.bye))
            if None in why_barred:
                break
        else:
            return C5 if C5 in why_barred else C4
        return self._first_worse(Graph(self.costs, frozenset(), stays=index))

    def with_bye(self, index: int) -> int | None:
        """Somebody else of the bracket, who may have it, would sit out."""
        bit = self.bracket.field.bit(index)
        if (barred := self._barred(frozenset(), bit)) is not None:
            return barred
        return self._first_worse(Graph(self.costs, frozenset(), bye=bit))

    def with_halves(self, halves: Sequence[Edge]) -> int | None:
        """These pairs, as many and all of them legal, instead of what the residents left have among themselves."""
        kept = [pair for pair in self.paired.pairs if pair[0] in self.bracket.moved_down]
        return self._first_of_digits(self._cost_of(self.paired.pairs), self._cost_of([*kept, *halves]))

    def _cost_of(self, pairs: Sequence[Edge]) -> int | None:
        """Of a candidate, with the best that can follow; less than 0, the number of the criterion that bars it."""
        costs = sum(self.costs.of_pair(*pair) for pair in pairs)
        fixed = frozenset(index for pair in pairs for index in pair)
        if len(fixed) == len(self.bracket.members):
            return costs
        if (barred := self._barred(fixed, self.bracket.bye)) is not None:
            return -barred
        found = self._solution(Graph(self.costs, fixed))
        return None if found is None else costs + found.cost

    def _barred(self, fixed: frozenset[int], bye: int) -> int | None:
        """By C4 or C5."""
        field = self.bracket.field
        others = [index for index in (*self.bracket.members, *self.bracket.below) if index not in fixed]
        if field.can_be_paired(others, bye):
            return None
        anybody = field.set_of([index for index in others if field.cards[index].may_have_bye])
        return C5 if len(others) % 2 and field.can_be_paired(others, anybody) else C4

    def _first_worse(self, graph: Graph, more: int = 0) -> int | None:
        if self.least is None or (found := self._solution(graph)) is None:
            return None
        return self._first_of_digits(self.least, found.cost + more)

    def _first_of_digits(self, least: int | None, cost: int | None) -> int | None:
        if least is None or cost is None:
            return None
        if cost < 0:
            return -cost
        digits = self.costs.digits
        for (name, made), (_name, other) in zip(digits.read(least), digits.read(cost), strict=True):
            if made != other:
                code = name[0] if isinstance(name, tuple) else name
                return code if isinstance(code, int) else ORDER
        return ORDER

    def _solution(self, graph: Graph) -> Solution | None:
        bracket, below = self.bracket, self.below
        if not self.patience.takes(len(bracket.members) + len(bracket.following)):
            return None
        found = graph.solve(bracket.following)
        if found is None or not below.rest or graph.is_enough(found, below):
            return found
        return graph.solve(bracket.below) if self.patience.takes(len(bracket.members) + len(bracket.below)) else None
