"""Which rounds count: all, or for each player only the best results (rulebook, norwegian_monrad, Konrad)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.history.opponents_points import ForfeitQuality, counts_as_met
from tournaments.pairing.history.record import Record, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import PlayerId


def best_units(record: Record, entries: Iterable[RoundEntry], count: int) -> int:
    """The sum of the best of these rounds, in units."""
    return sum(sorted(map(record.units_of, entries), reverse=True)[:count])


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
        return {
            player: best_units(self.record, entries, self.rounds) for player, entries in self.record.entries.items()
        }

    def points(self, player: PlayerId) -> Fraction:
        return Fraction(self.units[player], self.record.unit)

    def value(self, entry: RoundEntry) -> int:
        """What the opponent of that round has, in units; 0 where none was met."""
        if entry.opponent is None or not counts_as_met(entry, self.forfeits):
            return 0
        return self.units[entry.opponent]

    def counted(self, player: PlayerId) -> list[RoundEntry]:
        """The player's rounds that count, in their order."""
        entries = self.record.entries[player]
        if self.rounds is None:
            return list(entries)
        best = sorted(entries, key=self._turn)
        return sorted(best[: self.rounds], key=lambda entry: entry.round_number)

    def _turn(self, entry: RoundEntry) -> tuple[int, int, int, int]:
        return -self.record.units_of(entry), entry.outcome is RoundOutcome.OPEN, -self.value(entry), entry.round_number
