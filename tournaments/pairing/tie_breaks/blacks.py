"""Blacks: the games played over the board with black."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.record import PLAYED, Record, RoundEntry
from tournaments.pairing.history.round_entries import count_cells
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

BLACK = Rule("blacks/black", _("Black against {opponent} in round {round}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Blacks:
    """The number of games played over the board with black.

    A postponed game counts where it counts as a draw, since then it is one everywhere (rulebook, README).
    """

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Games with Black"),
        short="blacks",
        summary=_("The player who had Black more often over the board is placed higher."),
        legend=_("Games played over the board with Black, without forfeits"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return count_cells(record, tied, _is_black, BLACK)


def _is_black(entry: RoundEntry) -> bool:
    return entry.colour is Colour.BLACK and entry.outcome in PLAYED
