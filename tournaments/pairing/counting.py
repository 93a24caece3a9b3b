"""Which rounds count: all, or for each player only the best results (rulebook, norwegian_monrad, Konrad)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.met_in import ForfeitQuality, counts_as_met
from tournaments.pairing.record import Item, Record, What
from tournaments.pairing.snapshot import PlayerId


def best_units(record: Record, items: Iterable[Item], count: int) -> int:
    """The sum of the best of these rounds, in units."""
    return sum(sorted(map(record.units_of, items), reverse=True)[:count])


@dataclass(frozen=True, kw_only=True)
class Counting:
    """`rounds` None: all count. Among equal results the one of more value counts; an open game is the last to do so."""

    record: Record
    rounds: int | None
    forfeits: ForfeitQuality = ForfeitQuality.ZERO

    @cached_property
    def units(self) -> Mapping[PlayerId, int]:
        """The sum of the results that count, in the record's units."""
        if self.rounds is None:
            return self.record.units
        return {player: best_units(self.record, items, self.rounds) for player, items in self.record.items.items()}

    def points(self, player: PlayerId) -> Fraction:
        return Fraction(self.units[player], self.record.unit)

    def value(self, item: Item) -> int:
        """What the opponent of that round has, in units; 0 where none was met."""
        if item.opponent is None or not counts_as_met(item, self.forfeits):
            return 0
        return self.units[item.opponent]

    def counted(self, player: PlayerId) -> list[Item]:
        """The player's rounds that count, in their order."""
        items = self.record.items[player]
        if self.rounds is None:
            return list(items)
        best = sorted(items, key=self._turn)
        return sorted(best[: self.rounds], key=lambda item: item.round_number)

    def _turn(self, item: Item) -> tuple[int, int, int, int]:
        return -self.record.units_of(item), item.what is What.OPEN, -self.value(item), item.round_number
