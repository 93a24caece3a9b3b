"""Rounds elected to play (REP): those for which the player was there to be paired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import ClassVar

from tournaments.pairing.history.record import Record, RoundEntry
from tournaments.pairing.history.round_entries import entry_term
from tournaments.pairing.history.unplayed_rounds import VOLUNTARY
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundsPlayed:
    """C.07, 7.6, called GE before 2026 (rulebook, tie_breaks): without requested byes, absences and forfeit losses."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Rounds elected to play"),
        short="REP",
        summary=_(
            "Whoever was there more often stands higher; requested byes, absences and lost forfeits are none (REP)."
        ),
        legend=_("Rounds without those asked off, missed or lost by forfeit"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {
            player: Cell(value=len(there), explain=partial(_terms, there))
            for player in tied
            for there in [[entry for entry in record.entries[player] if entry.outcome not in VOLUNTARY]]
        }


def _terms(there: list[RoundEntry]) -> tuple[Term, ...]:
    return tuple(replace(entry_term(entry), amount=Fraction(1)) for entry in there)
