"""Buchholz: how strong the opponents were, one value per round held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from tournaments.pairing.options import choice, integer
from tournaments.pairing.paired_round import Fact, Player, Rule
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.record import PLAYED, Item, Record, What
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.table import Cell, Term
from tournaments.pairing.translation import gettext_noop as _

OPPONENT = Rule("buchholz/opponent", _("Round {round}: {opponent} has {total}"))
OPPONENT_MEAN = Rule("buchholz/opponent_mean", _("Round {round}: {opponent} has {total}, divided by {count} games"))
OPPONENT_CUT = Rule("buchholz/opponent_cut", _("Round {round}: {opponent} has {total}; among the lowest, not counted"))
OWN = Rule("buchholz/own", _("No game in round {round}: own total {total} less the {given} of that round"))
OWN_CUT = Rule(
    "buchholz/own_cut",
    _("No game in round {round}: own total {total} less the {given} of that round; among the lowest, not counted"),
)


class Reckoning(StrEnum):
    SUM = "sum"
    MEAN = "mean"


class _Value(NamedTuple):
    units: int
    item: Item


@dataclass(frozen=True, kw_only=True, slots=True)
class Buchholz:
    """The opponents' totals without the `cut` lowest (rulebook, attendance_monrad, Points and standings).

    sum: a round without a game counts the player's own total less what that round gave, so that staying away is
    neither rewarded nor punished twice. mean: played games only, divided by their number; one is always left.
    An open game without a score is no round at all.
    """

    cut: int = integer(0, minimum=0, label=_("Lowest values cut"))
    buchholz: Reckoning = choice(
        Reckoning.SUM,
        label=_("Buchholz"),
        choices={
            Reckoning.SUM: _("Sum over all rounds"),
            Reckoning.MEAN: _("Mean over the games played"),
        },
    )

    @property
    def info(self) -> TieBreakInfo:
        legend = {
            Reckoning.SUM: _("The opponents' points; a round without a game counts the own points of the other rounds"),
            Reckoning.MEAN: _("The mean of the opponents' points over the games played"),
        }
        short = f"Buchholz-{self.cut}" if self.cut else "Buchholz"
        return TieBreakInfo(name=_("Buchholz"), short=short, legend=legend[self.buchholz])

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {player: self._cell(record, player) for player in tied}

    def _cell(self, record: Record, player: PlayerId) -> Cell:
        values = self._values(record, player)
        counted = values[self._cuts(values) :]
        divisor = record.unit * (len(counted) if self.buchholz is Reckoning.MEAN and counted else 1)
        return Cell(
            value=Fraction(sum(value.units for value in counted), divisor),
            explain=partial(self._terms, record, player),
        )

    def _values(self, record: Record, player: PlayerId) -> list[_Value]:
        """Lowest first, equal ones in round order, so that it is settled which of them are cut."""
        units = record.units
        own = units[player]
        values = []
        for item in record.items[player]:
            if item.what in PLAYED and item.opponent is not None:
                values.append(_Value(units[item.opponent], item))
            elif self.buchholz is Reckoning.SUM and item.what is not What.OPEN:
                values.append(_Value(own - record.worth[item.what], item))
        return sorted(values, key=itemgetter(0))

    def _cuts(self, values: Sequence[_Value]) -> int:
        if self.buchholz is Reckoning.SUM:
            return self.cut
        return max(0, min(self.cut, len(values) - 1))

    def _terms(self, record: Record, player: PlayerId) -> tuple[Term, ...]:
        values = self._values(record, player)
        cuts = self._cuts(values)
        count = len(values) - cuts if self.buchholz is Reckoning.MEAN else None
        terms = [
            (value.item.round_number, self._term(record, player, value, cut=place < cuts, count=count))
            for place, value in enumerate(values)
        ]
        return tuple(term for _round, term in sorted(terms, key=lambda pair: pair[0]))

    def _term(self, record: Record, player: PlayerId, value: _Value, *, cut: bool, count: int | None) -> Term:
        amount = Fraction(0 if cut else value.units, record.unit * (count or 1))
        facts: dict[str, Fact] = {"round": value.item.round_number}
        if value.item.what in PLAYED and value.item.opponent is not None:
            facts |= {"opponent": Player(value.item.opponent), "total": record.points[value.item.opponent]}
            if cut:
                return Term(reason=OPPONENT_CUT.reason(**facts), amount=amount)
            if count is not None:
                return Term(reason=OPPONENT_MEAN.reason(**facts, count=count), amount=amount)
            return Term(reason=OPPONENT.reason(**facts), amount=amount)
        facts |= {"total": record.points[player], "given": value.item.points}
        return Term(reason=(OWN_CUT if cut else OWN).reason(**facts), amount=amount)
