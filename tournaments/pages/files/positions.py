"""The place of a player's card among all cards, before each round: where the tables of a system show such an order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext

from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class Positions:
    """`name` is what they are called, empty where the system has none; `by_round` begins with round 1."""

    name: str = ""
    by_round: Mapping[int, Mapping[PlayerId, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, settled: PublishedTournament) -> Positions:
        """Up to the round after that table, by the results as they stand, like all other numbers on a card."""
        column = next((column for column in settled.table.columns if column.orders_next), None)
        if column is None:
            return cls()
        system, snapshot = settled.tables.system, settled.tables.snapshot
        tables = [system.standings(snapshot.after(number), ()) for number in range(settled.after_round + 1)]
        return cls(
            name=gettext(column.name),
            by_round={table.after_round + 1: _numbers(table, column.code) for table in tables},
        )

    def text(self, number: int, player: PlayerId) -> str | None:
        """None where there are no positions at all, empty where this one is not known."""
        return str(self.by_round.get(number, {}).get(player, "")) if self.name else None

    def newest(self, player: PlayerId) -> int:
        """Whoever stood in no table yet comes behind all others."""
        places = self.by_round[max(self.by_round)]
        return places.get(player, len(places) + 1)


def _numbers(table: Table, code: str) -> dict[PlayerId, int]:
    values = ((row.player, row.cells[code].value) for row in table.rows)
    return {player: value for player, value in values if isinstance(value, int)}
