"""Board points where match points rank, and match points where board points do (MPvGP)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.history.round_entries import points_terms
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPoints:
    """C.07, 11 (rulebook, teams, B4): the sum that does not rank. It says nothing of players."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Board points, or match points"),
        short="MPvGP",
        summary=_("The team with more of the points that do not rank is placed higher (MPvGP)."),
        legend=_("Board points where match points rank, match points where board points do"),
        family=Family.BOARDS,
        is_other_points=True,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if record.snapshot.boards is None:
            return dict.fromkeys(tied, Cell(value=None))
        other = record.counted_by(PointsOf.MATCHES if record.scoring.by_boards else PointsOf.BOARDS)
        return {
            player: Cell(value=other.points[player], explain=partial(points_terms, other, player)) for player in tied
        }
