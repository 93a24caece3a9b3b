"""Progressive score (PS): the scores after each round added up, so that early points weigh more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.modifiers import with_modifiers
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.options import integer
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

AFTER = Rule("progressive/after", _("After round {round}: {total}"))
AFTER_CUT = Rule("progressive/after_cut", _("After round {round}: {total}, not counted"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Progressive:
    """C.07, 7.5 (rulebook, tie_breaks)."""

    cut: int = integer(0, minimum=0, label=_("First rounds cut"))

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The scores after each round, added up")
        if self.cut:
            legend = _("The scores after each round, added up, without the first rounds")
        return TieBreakInfo(
            name=_("Progressive score"),
            short=with_modifiers("PS", cut=self.cut),
            summary=_(
                "The player who had more points early is placed higher: the scores after each round are added up (PS)."
            ),
            legend=legend,
            family=Family.OWN_GAMES,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        after = record.units_after[1:]
        return {
            player: Cell(
                value=Fraction(sum([totals[player] for totals in after[self.cut :]]), record.unit),
                explain=partial(self._terms, record, player),
            )
            for player in tied
        }

    def _terms(self, record: Record, player: PlayerId) -> tuple[Term, ...]:
        terms = []
        for number, totals in enumerate(record.units_after[1:], start=1):
            total, is_cut = Fraction(totals[player], record.unit), number <= self.cut
            reason = (AFTER_CUT if is_cut else AFTER).reason(round=number, total=total)
            terms.append(Term(reason=reason, amount=Fraction(0) if is_cut else total))
        return tuple(terms)
