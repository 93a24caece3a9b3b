"""Start number (TPN): whoever has the lower one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.types.options import boolean, fine_print
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

NUMBER = Rule("number/number", _("Start number {number}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """C.07, 7.8 (rulebook, tie_breaks)."""

    reverse: bool = fine_print(boolean(False, label=_("The higher number first"), help=_("FIDE: TPN/R.")))

    @property
    def info(self) -> TieBreakInfo:
        summaries = {
            False: _("The player with the lower start number is placed higher (TPN)."),
            True: _("The player with the higher start number is placed higher (TPN/R)."),
        }
        return TieBreakInfo(
            name=_("Start number"),
            short="TPN/R" if self.reverse else "TPN",
            summary=summaries[self.reverse],
            legend=_("The start number"),
            higher_is_better=self.reverse,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {player: Cell(value=player, explain=partial(_terms, player)) for player in tied}


def _terms(player: PlayerId) -> tuple[Term, ...]:
    return (Term(reason=NUMBER.reason(number=player), amount=Fraction(player)),)
