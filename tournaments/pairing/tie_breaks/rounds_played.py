"""Rounds elected to play (REP): those for which the player was there to be paired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.record import Record
from tournaments.pairing.history.round_entries import count_cells
from tournaments.pairing.history.unplayed_rounds import VOLUNTARY
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundsPlayed:
    """C.07, 7.6, called GE before 2026 (rulebook, tie_breaks): without requested byes, absences and forfeit losses."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Rounds elected to play"),
        short="REP",
        summary=_(
            "The player who was there more often is placed higher; requested byes, absences and lost "
            "forfeits do not count (REP)."
        ),
        legend=_("Rounds without those asked off, missed or lost by forfeit"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return count_cells(record, tied, lambda entry: entry.outcome not in VOLUNTARY)
