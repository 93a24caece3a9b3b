"""Wins: the games won over the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.record import Record, RoundOutcome
from tournaments.pairing.history.round_entries import count_cells
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

WON = Rule("wins/won", _("Won against {opponent} in round {round}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Wins:
    """The number of games won over the board; a win by forfeit is none (rulebook, README)."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Wins"),
        short="wins",
        summary=_("The player with more wins over the board is placed higher; a win by forfeit does not count."),
        legend=_("Games won over the board, without forfeits"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return count_cells(record, tied, lambda entry: entry.outcome is RoundOutcome.WIN, WON)
