"""Extended Sonneborn-Berger of teams (EMMSB, EMGSB, EGMSB, EGGSB): the opponents' points times those scored there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.contributions import Counted, cells
from tournaments.pairing.history.modifiers import lowest_cut, with_modifiers
from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.history.unplayed_rounds import UnplayedRules, rules_in_force
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.options import choice
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

_KINDS = {PointsOf.MATCHES: _("Match points"), PointsOf.BOARDS: _("Board points")}
_LETTERS = {PointsOf.MATCHES: "M", PointsOf.BOARDS: "G"}
_LEGENDS = {
    (PointsOf.MATCHES, PointsOf.MATCHES): _("The opponents' match points, each times the match points of the match"),
    (PointsOf.MATCHES, PointsOf.BOARDS): _("The opponents' match points, each times the board points of the match"),
    (PointsOf.BOARDS, PointsOf.MATCHES): _("The opponents' board points, each times the match points of the match"),
    (PointsOf.BOARDS, PointsOf.BOARDS): _("The opponents' board points, each times the board points of the match"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtendedSonnebornBerger:
    """C.07, 11 (rulebook, teams, B4): virtual opponents included, as for players. It says nothing of players."""

    opponent: PointsOf = choice(PointsOf.MATCHES, label=_("Points of the opponents"), choices=_KINDS)
    own: PointsOf = choice(PointsOf.MATCHES, label=_("Times the team’s own"), choices=_KINDS)
    cut: int = lowest_cut()
    rules: UnplayedRules = rules_in_force()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Sonneborn-Berger of teams"),
            short=with_modifiers(f"E{_LETTERS[self.opponent]}{_LETTERS[self.own]}SB", cut=self.cut),
            summary=_(
                "The team that scored more against opponents with more points is placed higher; unplayed rounds "
                "count by FIDE's rules (ESB)."
            ),
            legend=_LEGENDS[self.opponent, self.own],
            family=Family.BOARDS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if record.snapshot.boards is None:
            return dict.fromkeys(tied, Cell(value=None))
        return cells(record, tied, Counted(rules=self.rules, low=self.cut, of=self.opponent, times=self.own))
