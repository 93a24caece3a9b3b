"""Berlin weights of teams: points on board 1 count most, those on the last board once."""

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
    times_weights,
    told_by_round,
    unknown_cell,
)
from tournaments.pairing.history.record import Record, RoundEntry
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

MATCH = Rule(
    "board_weights/match",
    _("Match against {opponent} in round {round}: {amounts}, the points on each board times its weight"),
)
BYE = Rule(
    "board_weights/bye",
    _("Bye in round {round}: {points} board points times one more than there are boards, less its board count"),
)
NO_MATCH = Rule(
    "board_weights/no_match",
    _("No match in round {round}: {amounts}, its points on every board alike, times its weight"),
)
RULES = RulesOfRounds(match=MATCH, bye=BYE, no_match=NO_MATCH)


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardWeights:
    """Rulebook, teams, B4: (boards + 1) · board points less the board count, so that a point on board 1 of four counts
    four times and one on board 4 once. A match of which only the sum is known leaves it unsaid."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Berlin weights"),
        short="Berlin",
        summary=_("The team that scored more is placed higher, where points on higher boards count more (Berlin)."),
        legend=_("Each board's points times its weight: on board 1 as many as there are boards, on the last one 1"),
        family=Family.BOARDS,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        found = on_boards(record, tied)
        if found is None:
            return says_nothing(tied)
        cells = {}
        for team, sums in found.sums.items():
            if sums is None:
                cells[team] = unknown_cell()
                continue
            boards = len(sums)
            board_points = sum((entry.points for entry, _points in found.lines[team]), Fraction(0))
            explain = partial(told_by_round, found.lines[team], _weighed, RULES)
            value = (boards + 1) * board_points - board_count(sums)
            cells[team] = Cell(value=value, ranked_by=None if found.part else 0, explain=explain)
        return cells


def _weighed(entry: RoundEntry, points: Points) -> tuple[Points, Fraction]:
    """Of a bye the board points are what the system gives, and need not be a win on every board."""
    return times_weights(points), (len(points) + 1) * entry.points - board_count(points)
