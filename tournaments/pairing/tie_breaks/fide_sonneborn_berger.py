"""FIDE's Sonneborn-Berger (SB): the scores of those beaten, and half of those drawn with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.contributions import Counted, cells
from tournaments.pairing.history.modifiers import forfeits_played, lowest_cut, with_modifiers
from tournaments.pairing.history.record import Record
from tournaments.pairing.history.unplayed_rounds import UnplayedRules, rules_in_force
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

_NAMES = {
    1: _("FIDE Sonneborn-Berger without the weakest"),
    2: _("FIDE Sonneborn-Berger without the two weakest"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class FideSonnebornBerger:
    """C.07, 9.1 (rulebook, tie_breaks): each opponent's score, virtual ones included, times the share of a win scored
    against it. Cut is the weakest opponent, not the smallest product."""

    cut: int = lowest_cut()
    forfeits_played: bool = forfeits_played()
    rules: UnplayedRules = rules_in_force()

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The scores of those beaten, and half of those drawn with")
        if self.cut:
            legend = _("The scores of those beaten, and half of those drawn with, without the weakest opponent")
        return TieBreakInfo(
            name=_NAMES.get(self.cut, _("FIDE Sonneborn-Berger")),
            short=with_modifiers("SB", cut=self.cut, forfeits=self.forfeits_played),
            summary=_(
                "The player who beat opponents with more points is placed higher; a draw counts half, and "
                "unplayed rounds count by FIDE's rules (SB)."
            ),
            legend=legend,
            family=Family.OPPONENTS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells(
            record,
            tied,
            Counted(rules=self.rules, forfeits=self.forfeits_played or None, low=self.cut, by_result=True),
        )
