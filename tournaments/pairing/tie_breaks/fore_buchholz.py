"""Fore Buchholz (FB): FIDE's Buchholz as if all games of the last planned round were drawn."""

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
class ForeBuchholz(CutBuchholz):
    """C.07, 8.3 (rulebook, tie_breaks): forfeited and open games of the last round are drawn too, byes stay. So it is
    known before that round is played. Before it is paired, and where no number of rounds is planned, it is Buchholz."""

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=self.one_of(
                whole=_("Fore Buchholz"),
                lowest=_("Fore Buchholz without the lowest"),
                two_lowest=_("Fore Buchholz without the two lowest"),
                extremes=_("Fore Buchholz without the extremes"),
            ),
            short=self.short("FB"),
            summary=_("FIDE Buchholz that no result of the last round changes: its games count as drawn (FB)."),
            legend=self.one_of(
                whole=_("The opponents' scores if the whole last round were drawn"),
                lowest=_("The opponents' scores if the whole last round were drawn, without the lowest"),
                extremes=_("The opponents' scores if the whole last round were drawn, without the extremes"),
            ),
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return self.counted(record, tied, is_fore=True)
