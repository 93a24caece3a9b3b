"""Correction (korrektion) of Danish clubs: the points of the opponents really played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from operator import itemgetter

from tournaments.pairing.history.opponents_points import OPPONENT
from tournaments.pairing.history.record import PLAYED, Record, RoundEntry
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.options import choice, fine_print
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT_CUT = Rule("correction/opponent_cut", _("Round {round}: {opponent} has {total}; among the two lowest"))


class Cut(StrEnum):
    SUM = "sum"
    CUT_TWO = "cut_two"


_CUT = {Cut.SUM: 0, Cut.CUT_TWO: 2}


def cut_of_correction() -> Cut:
    """A field, here and of systems that say it to this tie-break."""
    return fine_print(
        choice(
            Cut.SUM,
            label=_("DrawBoss tie-break"),
            choices={Cut.SUM: _("The points of all opponents"), Cut.CUT_TWO: _("Without the two lowest")},
        ),
        example=_("Opponents with 5, 4, 3 and 1 points: 13, or 9 without the two lowest."),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """The sum of the points of the opponents really played, by option without the two lowest (drawboss_monrad 7)."""

    correction: Cut = cut_of_correction()

    @property
    def info(self) -> TieBreakInfo:
        legend = {
            Cut.SUM: _("The points of the opponents really played"),
            Cut.CUT_TWO: _("The points of the opponents really played, without the two lowest"),
        }
        return TieBreakInfo(
            name=_("DrawBoss tie-break"),
            short="correction",
            summary=_("The player whose opponents have more points is placed higher; only games really played count."),
            legend=legend[self.correction],
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        cells = {}
        for player in tied:
            counted = sum([units for units, _item in self._values(record, player)[_CUT[self.correction] :]])
            cells[player] = Cell(value=Fraction(counted, record.unit), explain=partial(self._terms, record, player))
        return cells

    def _values(self, record: Record, player: PlayerId) -> list[tuple[int, RoundEntry]]:
        """Lowest first, equal ones in round order, so that it is settled which of them are cut."""
        values = [
            (record.units[entry.opponent], entry)
            for entry in record.entries[player]
            if entry.outcome in PLAYED and entry.opponent is not None
        ]
        return sorted(values, key=itemgetter(0))

    def _terms(self, record: Record, player: PlayerId) -> tuple[Term, ...]:
        terms = []
        for place, (units, entry) in enumerate(self._values(record, player)):
            if entry.opponent is None:
                continue
            is_cut = place < _CUT[self.correction]
            rule, total = OPPONENT_CUT if is_cut else OPPONENT, record.points[entry.opponent]
            reason = rule.reason(round=entry.round_number, opponent=Player(entry.opponent), total=total)
            terms.append(
                (entry.round_number, Term(reason=reason, amount=Fraction(0 if is_cut else units, record.unit)))
            )
        return tuple(term for _round, term in sorted(terms, key=itemgetter(0)))
