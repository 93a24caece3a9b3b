"""Board count of teams (BC): each board's points times its number, lower is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from tournaments.pairing.history.board_scores import (
    Points,
    RulesOfRounds,
    board_count,
    on_boards,
    says_nothing,
    times_numbers,
    told_by_round,
    unknown_cell,
)
from tournaments.pairing.history.record import PointsOf, Record, RoundEntry
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

MATCH = Rule(
    "board_count/match",
    _("Match against {opponent} in round {round}: {amounts}, the points on each board times its number"),
)
BYE = Rule("board_count/bye", _("Bye in round {round}: {amounts}, a win on each board times its number"))
NO_MATCH = Rule(
    "board_count/no_match", _("No match in round {round}: {amounts}, its points on every board alike, times its number")
)
RULES = RulesOfRounds(match=MATCH, bye=BYE, no_match=NO_MATCH)


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardCount:
    """C.07, 13 (rulebook, teams, B4): it says something only among teams with equal board points. A match of which only
    the sum is known leaves it unsaid. It says nothing of players."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Board count"),
        short="BC",
        summary=_("Of teams with equal board points the one that won them on higher boards is placed higher (BC)."),
        legend=_("Each board's points times its number; lower is better"),
        higher_is_better=False,
        family=Family.BOARDS,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        found = on_boards(record, tied)
        if found is None:
            return says_nothing(tied)
        points = record.counted_by(PointsOf.BOARDS).points
        parts = found.part and len({points[team] for team in tied}) == 1
        cells = {}
        for team, sums in found.sums.items():
            if sums is None:
                cells[team] = unknown_cell()
                continue
            explain = partial(told_by_round, found.lines[team], _weighed, RULES)
            cells[team] = Cell(value=board_count(sums), ranked_by=None if parts else 0, explain=explain)
        return cells


def _weighed(_entry: RoundEntry, points: Points) -> tuple[Points, Fraction]:
    return times_numbers(points), board_count(points)
