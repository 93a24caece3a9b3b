"""Games among a few players, as the direct encounter ranks by them (C.07, 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.types.snapshot import PlayerId

Group = frozenset[PlayerId]


@dataclass(frozen=True, kw_only=True, slots=True)
class Meetings:
    """`scores` by player and opponent, of several games of the same two the mean; `win` is what one could bring.

    In any unit: they are only compared.
    `all_met`: a fixed schedule, in which all count as having met.
    """

    scores: Mapping[PlayerId, Mapping[PlayerId, Fraction | int]]
    win: Fraction | int
    all_met: bool = False

    def sums(self, group: Group) -> Mapping[PlayerId, Fraction | int]:
        found: dict[PlayerId, Fraction | int] = {}
        for player in group:
            scores = self.scores[player]
            found[player] = sum([scores[other] for other in group if other in scores])
        return found

    def missing(self, player: PlayerId, group: Group) -> int:
        """With how many of the others there was no game."""
        scores = self.scores[player]
        return len(group) - 1 - sum([other in scores for other in group])

    def have_all_met(self, group: Group) -> bool:
        return self.all_met or not any(self.missing(player, group) for player in group)

    def split(self, group: Group) -> Sequence[Group]:
        """Best first, those level together; one part where nothing is decided."""
        sums = self.sums(group)
        if self.have_all_met(group):
            return [frozenset(one for one in group if sums[one] == value) for value in sorted({*sums.values()})[::-1]]
        reach = {player: sums[player] + self.missing(player, group) * self.win for player in group}
        parts: list[Group] = []
        left = group
        while left:
            best = max(left, key=sums.__getitem__)
            others = left - {best}
            if any(reach[other] >= sums[best] for other in others):
                return [*parts, left]
            parts.append(frozenset({best}))
            left = others
        return parts

    def order(self, group: Group) -> Sequence[Group]:
        """Best first, those level to the end together."""
        done: list[Group] = []
        to_do = [group]
        while to_do:
            parts = self.split(part := to_do.pop())
            if len(parts) == 1:
                done.append(part)
            else:
                to_do.extend(reversed(parts))
        return done
