"""A tie-break in one file outside the tree: whoever has the higher number stands higher, times a factor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.types.options import integer
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell


@dataclass(frozen=True, kw_only=True, slots=True)
class ToyTieBreak:
    factor: int = integer(1, minimum=1, label="Toy factor")

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name="Toy numbers",
            short=f"Toy-{self.factor}",
            summary="Whoever has the higher number stands higher.",
            legend="The number times the toy factor",
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {player: Cell(value=player * self.factor) for player in tied}
