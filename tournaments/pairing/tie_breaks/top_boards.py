"""Top board results of teams (TBR): the points on board 1, among those level there on board 2, and so on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.history.board_scores import LEVEL_ON_TOP, cells_in_turn, from_the_top
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class TopBoards:
    """C.07, 13 (rulebook, teams, B4). A bye is a win on every board; a match of which only the sum is known leaves it
    unsaid. It says nothing of players."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Top board results"),
        short="TBR",
        summary=_("The team with more points on board 1 is placed higher, among those level there on board 2 (TBR)."),
        legend=_("The points on board 1; teams level there are parted by those on board 2, then 3, and so on"),
        family=Family.BOARDS,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells_in_turn(record, tied, from_the_top, LEVEL_ON_TOP)
