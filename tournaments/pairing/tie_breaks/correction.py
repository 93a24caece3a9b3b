"""Correction (korrektion) of Danish clubs: the points of the opponents really played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from operator import itemgetter

from tournaments.pairing.options import choice
from tournaments.pairing.paired_round import Player, Rule
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.record import PLAYED, Item, Record
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.table import Cell, Term
from tournaments.pairing.translation import gettext_noop as _

OPPONENT = Rule("correction/opponent", _("Round {round}: {opponent} has {total}"))
OPPONENT_CUT = Rule("correction/opponent_cut", _("Round {round}: {opponent} has {total}; among the two lowest"))


class Cut(StrEnum):
    SUM = "sum"
    CUT_TWO = "cut_two"


_CUT = {Cut.SUM: 0, Cut.CUT_TWO: 2}


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """The sum of the points of the opponents really played, by option without the two lowest (drawboss_monrad 7)."""

    correction: Cut = choice(
        Cut.SUM,
        label=_("Correction"),
        choices={Cut.SUM: _("The points of all opponents"), Cut.CUT_TWO: _("Without the two lowest")},
    )

    @property
    def info(self) -> TieBreakInfo:
        legend = {
            Cut.SUM: _("The points of the opponents really played"),
            Cut.CUT_TWO: _("The points of the opponents really played, without the two lowest"),
        }
        return TieBreakInfo(name=_("Correction"), short="correction", legend=legend[self.correction])

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        cells = {}
        for player in tied:
            counted = sum([units for units, _item in self._values(record, player)[_CUT[self.correction] :]])
            cells[player] = Cell(value=Fraction(counted, record.unit), explain=partial(self._terms, record, player))
        return cells

    def _values(self, record: Record, player: PlayerId) -> list[tuple[int, Item]]:
        """Lowest first, equal ones in round order, so that it is settled which of them are cut."""
        values = [
            (record.units[item.opponent], item)
            for item in record.items[player]
            if item.what in PLAYED and item.opponent is not None
        ]
        return sorted(values, key=itemgetter(0))

    def _terms(self, record: Record, player: PlayerId) -> tuple[Term, ...]:
        terms = []
        for place, (units, item) in enumerate(self._values(record, player)):
            if item.opponent is None:
                continue
            is_cut = place < _CUT[self.correction]
            rule, total = OPPONENT_CUT if is_cut else OPPONENT, record.points[item.opponent]
            reason = rule.reason(round=item.round_number, opponent=Player(item.opponent), total=total)
            terms.append((item.round_number, Term(reason=reason, amount=Fraction(0 if is_cut else units, record.unit))))
        return tuple(term for _round, term in sorted(terms, key=itemgetter(0)))
