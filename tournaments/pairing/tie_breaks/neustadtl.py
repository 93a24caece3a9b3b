"""Neustadtl (Sonneborn-Berger): the points of those beaten, and half of those drawn with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.counted_rounds import Counting
from tournaments.pairing.history.opponents_points import (
    ForfeitQuality,
    counts_as_met,
    quality_of_forfeits,
    results_that_count,
)
from tournaments.pairing.history.record import Record, RoundOutcome
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

BEATEN = Rule("neustadtl/beaten", _("Round {round}: beat {opponent}, who has {total}"))
DRAWN = Rule("neustadtl/drawn", _("Round {round}: drew with {opponent}, who has {total}; half of it"))

# not all: the others give nothing
_HALVES = {RoundOutcome.WIN: 2, RoundOutcome.FORFEIT_WIN: 2, RoundOutcome.DRAW: 1, RoundOutcome.OPEN_AS_DRAW: 1}
"""How many halves of the opponent's points a game gives."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Neustadtl:
    """Over the games that count in the Monrad points (rulebook, norwegian_monrad, Points and standings)."""

    forfeit_quality: ForfeitQuality = quality_of_forfeits()
    counting_rounds: int | None = results_that_count()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Neustadtl (Sonneborn-Berger)"),
            short=_("Neustadtl"),
            summary=_("The player who beat opponents with more points is placed higher; a draw counts half."),
            legend=_(
                "The points of those beaten and half the points of those drawn with; rounds without a game are zeros"
            ),
            family=Family.OPPONENTS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        counting = Counting(record=record, rounds=self.counting_rounds, forfeits=self.forfeit_quality)
        cells = {}
        for player in tied:
            halves = sum([_HALVES.get(item.outcome, 0) * counting.value(item) for item in counting.counted(player)])
            cells[player] = Cell(
                value=Fraction(halves, 2 * record.unit), explain=partial(self._terms, counting, player)
            )
        return cells

    def _terms(self, counting: Counting, player: PlayerId) -> tuple[Term, ...]:
        terms = []
        for item in counting.counted(player):
            halves = _HALVES.get(item.outcome, 0)
            if not halves or item.opponent is None or not counts_as_met(item, self.forfeit_quality):
                continue
            total = counting.points(item.opponent)
            rule = BEATEN if halves == 2 else DRAWN
            reason = rule.reason(round=item.round_number, opponent=Player(item.opponent), total=total)
            terms.append(Term(reason=reason, amount=total * halves / 2))
        return tuple(terms)
