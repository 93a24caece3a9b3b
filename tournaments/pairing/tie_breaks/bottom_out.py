"""Bottom board elimination of teams (BBE): the points without the last board, then without the last two, and so on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.board_scores import LEVEL_AT_BOTTOM, cells_in_turn, without_the_bottom
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class BottomOut:
    """C.07, 13 (rulebook, teams, B4). A bye is a win on every board; a match of which only the sum is known leaves it
    unsaid. It says nothing of players."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Bottom board elimination"),
        short="BBE",
        summary=_(
            "The team with more points without the last board is placed higher, among those level then without the "
            "last two (BBE)."
        ),
        legend=_("The points without the last board; teams level then are parted by those without the last two"),
        family=Family.BOARDS,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells_in_turn(record, tied, without_the_bottom, LEVEL_AT_BOTTOM)
