"""FIDE's Buchholz (BH): the scores of the opponents, virtual ones for unplayed rounds, with what is cut of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.facts.contributions import Counted, cells_where_free
from tournaments.pairing.facts.modifiers import both_ends_cut, check_cuts, forfeits_played, lowest_cut, with_modifiers
from tournaments.pairing.facts.record import Record
from tournaments.pairing.facts.unplayed import Rules, rules_in_force
from tournaments.pairing.model.snapshot import PlayerId
from tournaments.pairing.model.table import Cell
from tournaments.pairing.model.translation import gettext_noop as _
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo

_NAMES = {
    1: _("FIDE Buchholz without the lowest"),
    2: _("FIDE Buchholz without the two lowest"),
}
_OF_EXTREMES = _("FIDE Buchholz without the extremes")


@dataclass(frozen=True, kw_only=True, slots=True)
class FideBuchholz:
    """C.07, 8.1 (rulebook, tie_breaks). Where everybody meets everybody it would be the same for all: it says nothing.

    Not the Buchholz of the Monrad systems: unplayed rounds are games against a virtual opponent here.
    """

    cut: int = lowest_cut()
    median: int = both_ends_cut()
    forfeits_played: bool = forfeits_played()
    rules: Rules = rules_in_force()

    def __post_init__(self) -> None:
        check_cuts(self.cut, self.median)

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The opponents' scores; a virtual opponent for each unplayed round")
        if self.cut:
            legend = _("The opponents' scores without the lowest; a virtual opponent for each unplayed round")
        if self.median:
            legend = _("The opponents' scores without the extremes; a virtual opponent for each unplayed round")
        return TieBreakInfo(
            name=_OF_EXTREMES if self.median else _NAMES.get(self.cut, _("FIDE Buchholz")),
            short=with_modifiers("BH", cut=self.cut, median=self.median, forfeits=self.forfeits_played),
            summary=_(
                "Whoever met opponents with more points stands higher; unplayed rounds count as FIDE has it (BH)."
            ),
            legend=legend,
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells_where_free(
            record,
            tied,
            Counted(
                rules=self.rules,
                forfeits=self.forfeits_played or None,
                low=self.cut + self.median,
                high=self.median,
            ),
        )
