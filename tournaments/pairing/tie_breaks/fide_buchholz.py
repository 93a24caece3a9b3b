"""FIDE's Buchholz (BH): the scores of the opponents, virtual ones for unplayed rounds, with what is cut of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.cut_buchholz import CutBuchholz
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class FideBuchholz(CutBuchholz):
    """C.07, 8.1 (rulebook, tie_breaks). Where everybody meets everybody it would be the same for all: it says nothing.

    Not the Buchholz of the Monrad systems: unplayed rounds are games against a virtual opponent here.
    """

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=self.one_of(
                whole=_("FIDE Buchholz"),
                lowest=_("FIDE Buchholz without the lowest"),
                two_lowest=_("FIDE Buchholz without the two lowest"),
                extremes=_("FIDE Buchholz without the extremes"),
            ),
            short=self.short("BH"),
            summary=_(
                "The player whose opponents have more points is placed higher; unplayed rounds count by FIDE's "
                "rules (BH)."
            ),
            legend=self.one_of(
                whole=_("The opponents' scores; a virtual opponent for each unplayed round"),
                lowest=_("The opponents' scores without the lowest; a virtual opponent for each unplayed round"),
                extremes=_("The opponents' scores without the extremes; a virtual opponent for each unplayed round"),
            ),
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return self.counted(record, tied)
