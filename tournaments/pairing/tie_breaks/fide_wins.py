"""Rounds won (WIN): those that gave as much as a win, byes and forfeits included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.record import PointsOf, Record, RoundOutcome
from tournaments.pairing.history.round_entries import count_cells
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class FideWins:
    """C.07, 7.1 (rulebook, tie_breaks); `wins` counts only games won at the board."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Rounds won"),
        short="WIN",
        summary=_(
            "The player with more rounds worth a win is placed higher; byes and wins by forfeit count too (WIN)."
        ),
        legend=_("Rounds that gave as much as a win, byes and wins by forfeit included"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        record = record.counted_by(PointsOf.MATCHES)
        win = record.worth[RoundOutcome.WIN]
        return count_cells(record, tied, lambda entry: record.units_of(entry) >= win)
