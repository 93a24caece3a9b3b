"""Fore Buchholz (FB): FIDE's Buchholz as if all games of the last round were drawn."""

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
    1: _("Fore Buchholz without the lowest"),
    2: _("Fore Buchholz without the two lowest"),
}
_OF_EXTREMES = _("Fore Buchholz without the extremes")


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeBuchholz:
    """C.07, 8.3 (rulebook, tie_breaks): forfeited and open games of the last round are drawn too, byes stay. So it is
    known before that round is played."""

    cut: int = lowest_cut()
    median: int = both_ends_cut()
    forfeits_played: bool = forfeits_played()
    rules: Rules = rules_in_force()

    def __post_init__(self) -> None:
        check_cuts(self.cut, self.median)

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The opponents' scores if the whole last round were drawn")
        if self.cut:
            legend = _("The opponents' scores if the whole last round were drawn, without the lowest")
        if self.median:
            legend = _("The opponents' scores if the whole last round were drawn, without the extremes")
        return TieBreakInfo(
            name=_OF_EXTREMES if self.median else _NAMES.get(self.cut, _("Fore Buchholz")),
            short=with_modifiers("FB", cut=self.cut, median=self.median, forfeits=self.forfeits_played),
            summary=_("FIDE Buchholz that no result of the last round changes: its games count as drawn (FB)."),
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
                is_fore=True,
            ),
        )
