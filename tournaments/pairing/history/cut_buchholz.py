"""The options that Buchholz and Fore Buchholz share, and how they are counted (FIDE C.07, 8.1, 8.3 and 14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.contributions import Counted, cells_where_free
from tournaments.pairing.history.modifiers import (
    both_ends_cut,
    check_cuts,
    forfeits_played,
    lowest_cut,
    points_of,
    with_modifiers,
)
from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.history.unplayed_rounds import UnplayedRules, rules_in_force
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell


@dataclass(frozen=True, kw_only=True, slots=True)
class CutBuchholz:
    cut: int = lowest_cut()
    median: int = both_ends_cut()
    forfeits_played: bool = forfeits_played()
    rules: UnplayedRules = rules_in_force()
    of: PointsOf | None = points_of()

    def __post_init__(self) -> None:
        check_cuts(self.cut, self.median)

    def short(self, code: str) -> str:
        return with_modifiers(code, of=self.of, cut=self.cut, median=self.median, forfeits=self.forfeits_played)

    def one_of(self, *, whole: str, lowest: str, extremes: str, two_lowest: str = "") -> str:
        """The text that fits what is cut; where two are, the one for that, if there is one. More have no word for it in
        a name (the short code says how many), so `two_lowest` makes it the whole one's."""
        if self.median or not self.cut:
            return extremes if self.median else whole
        return {1: lowest, 2: two_lowest}.get(self.cut, whole) if two_lowest else lowest

    def counted(self, record: Record, tied: frozenset[PlayerId], *, is_fore: bool = False) -> Mapping[PlayerId, Cell]:
        how = Counted(
            rules=self.rules,
            forfeits=self.forfeits_played or None,
            low=self.cut + self.median,
            high=self.median,
            is_fore=is_fore,
            of=self.of,
        )
        return cells_where_free(record, tied, how)
