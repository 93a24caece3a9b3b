"""Wins with Black (BWG): the games won over the board with black."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.record import Record, RoundEntry, RoundOutcome
from tournaments.pairing.history.round_entries import count_cells
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

WON = Rule("black_wins/won", _("Won with Black against {opponent} in round {round}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class BlackWins:
    """C.07, 7.4 (rulebook, tie_breaks)."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Wins with Black"),
        short="BWG",
        summary=_("The player with more wins with Black over the board is placed higher (BWG)."),
        legend=_("Games won over the board with Black, without forfeits"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return count_cells(record, tied, _is_won_with_black, WON)


def _is_won_with_black(entry: RoundEntry) -> bool:
    return entry.colour is Colour.BLACK and entry.outcome is RoundOutcome.WIN
