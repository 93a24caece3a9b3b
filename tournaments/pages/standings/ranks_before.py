"""Where everybody stands before a round: as the system's own table says, never summed up anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.common.wording import EXACT, Spelling
from tournaments.pairing.explanations.standings import BOARD_POINTS, MATCH_POINTS, POINTS
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Row, Table

NEXT_VALUE = "next_value"
"""The column of systems in which a game is worth what the opponent is worth: the values in force in the next round."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RankBefore:
    """`worth`: what beating this player is worth. `place` is given where it is what that comes from.

    `points_text` and `worth_text` are in the reader's language, as the tournament writes them.
    """

    points: Fraction | None
    place: int | None = None
    worth: Fraction | None = None
    points_name: str = ""
    """What the points are, where they are no points: a marked text."""
    spelling: Spelling = EXACT

    @property
    def named_points(self) -> str:
        """Where they are no points, what they are and how many."""
        if not self.points_name or self.points is None:
            return ""
        return _("{name}: {count}").format(name=_(self.points_name), count=self.points_text)

    @property
    def points_text(self) -> str:
        return "" if self.points is None else self.spelling.points(self.points)

    @property
    def told_points(self) -> str:
        """“2 pts”, or what they are where they are no points; empty where there are none to tell."""
        if self.points is None:
            return ""
        return self.named_points or ngettext("{points} pt", "{points} pts", ceil(self.points)).format(
            points=self.points_text
        )

    @property
    def worth_text(self) -> str:
        return "" if self.worth is None else self.spelling.points(self.worth)


def standings_before(table: Table, spelling: Spelling = EXACT) -> Mapping[PlayerId, RankBefore]:
    """Out of the table after the round before; before the first round that is the starting list.

    Where nobody has a point yet it would say so of everybody, and says nothing.
    """
    has_values = any(column.code == NEXT_VALUE for column in table.columns)
    named = next((column.name for column in table.columns if column.code == POINTS.code), POINTS.name)
    says_points = any(number_in(row, POINTS.code) for row in table.rows)
    return {
        row.player: RankBefore(
            points=number_in(row, POINTS.code) if says_points else None,
            place=row.place if has_values else None,
            worth=number_in(row, NEXT_VALUE),
            points_name="" if named in _POINTS_NAMES else named,
            spelling=spelling,
        )
        for row in table.rows
    }


_POINTS_NAMES = frozenset({POINTS.name, MATCH_POINTS.name, BOARD_POINTS.name})
"""Of teams whichever rank are their points."""


def number_in(row: Row, column: str) -> Fraction | None:
    """What a cell says, where it is a number."""
    cell = row.cells.get(column)
    return Fraction(cell.value) if cell is not None and isinstance(cell.value, int | Fraction) else None
