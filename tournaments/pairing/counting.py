"""Which rounds count: all, or for each player only the best results (rulebook, norwegian_monrad, Konrad)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.record import Item, Record
from tournaments.pairing.snapshot import PlayerId


def best_units(record: Record, items: Iterable[Item], count: int) -> int:
    """The sum of the best of these rounds, in units."""
    return sum(sorted(map(record.units_of, items), reverse=True)[:count])


@dataclass(frozen=True, kw_only=True)
class Counting:
    """`rounds` None: all count. Among equal results the one against the opponent with more points counts."""

    record: Record
    rounds: int | None

    @cached_property
    def units(self) -> Mapping[PlayerId, int]:
        """The sum of the results that count, in the record's units."""
        if self.rounds is None:
            return self.record.units
        return {player: best_units(self.record, items, self.rounds) for player, items in self.record.items.items()}

    def points(self, player: PlayerId) -> Fraction:
        return Fraction(self.units[player], self.record.unit)

    def value(self, item: Item) -> int:
        """What the opponent of that round has, in units; 0 without one."""
        return 0 if item.opponent is None else self.units[item.opponent]

    def counted(self, player: PlayerId) -> list[Item]:
        """The player's rounds that count, in their order."""
        items = self.record.items[player]
        if self.rounds is None:
            return list(items)
        best = sorted(items, key=lambda item: (-self.record.units_of(item), -self.value(item), item.round_number))
        return sorted(best[: self.rounds], key=lambda item: item.round_number)
