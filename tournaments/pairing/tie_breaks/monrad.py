"""The Monrad points M, M-1, M-2: the opponents' points, one value for each round held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import itemgetter

from tournaments.pairing.history.counted_rounds import Counting
from tournaments.pairing.history.opponents_points import (
    OPPONENT,
    OPPONENT_CUT,
    ForfeitQuality,
    counts_as_met,
    quality_of_forfeits,
    results_that_count,
)
from tournaments.pairing.history.record import Record, RoundEntry, RoundOutcome
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.options import integer
from tournaments.pairing.types.paired_round import Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

NOTHING = Rule("monrad/nothing", _("Round {round}: no game, counts nothing"))
NOTHING_CUT = Rule("monrad/nothing_cut", _("Round {round}: no game, cut as one of the lowest"))

_NAMES = {0: _("Monrad points M"), 1: _("Monrad points M-1"), 2: _("Monrad points M-2")}
_SUMMARIES = {
    0: _("The player whose opponents have more points is placed higher; a round without a game counts nothing."),
    1: _("The player whose opponents have more points is placed higher; the one with the fewest is left out."),
    2: _("The player whose opponents have more points is placed higher; the two with the fewest are left out."),
}
_SUMMARY_OF_MORE = _(
    "The player whose opponents have more points is placed higher; those with the fewest are left out."
)
_LEGENDS = {
    0: _("The points of the opponents of all rounds, 0 where there was no game"),
    1: _("The points of the opponents of all rounds, 0 where there was no game, without the lowest"),
    2: _("The points of the opponents of all rounds, 0 where there was no game, without the two lowest"),
}
_OF_MORE = _("The points of the opponents of all rounds, 0 where there was no game, without the lowest ones")


@dataclass(frozen=True, kw_only=True, slots=True)
class Monrad:
    """M-k of the Norwegian federation: the final points of the opponents of all rounds held, without the k lowest.

    A round without a played game, also one before joining, is a value of 0, so zeros are cut first. An open game
    without a score is no round. Where only the best results count, so do only their rounds.
    """

    cut: int = integer(0, minimum=0, label=_("Lowest values cut"))
    from_rounds: int = integer(
        0,
        minimum=0,
        label=_("From this many rounds on"),
        help=_("In shorter tournaments it is left out. The planned rounds count; without a plan, those held."),
    )
    forfeit_quality: ForfeitQuality = quality_of_forfeits()
    counting_rounds: int | None = results_that_count()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_NAMES.get(self.cut, _("Monrad points")),
            short=f"M-{self.cut}" if self.cut else "M",
            summary=_SUMMARIES.get(self.cut, _SUMMARY_OF_MORE),
            legend=_LEGENDS.get(self.cut, _OF_MORE),
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if (record.snapshot.planned_rounds or len(record.snapshot.rounds)) < self.from_rounds:
            return dict.fromkeys(tied, Cell(value=None))
        counting = Counting(record=record, rounds=self.counting_rounds, forfeits=self.forfeit_quality)
        cells = {}
        for player in tied:
            values = self._values(counting, player)
            sum_of_counted = sum([units for units, _item in values[self.cut :]])
            cells[player] = Cell(
                value=Fraction(sum_of_counted, record.unit), explain=partial(self._terms, counting, player)
            )
        return cells

    def _values(self, counting: Counting, player: PlayerId) -> list[tuple[int, RoundEntry]]:
        """Lowest first, equal ones in round order, so that it is settled which of them are cut."""
        values = [
            (counting.value(entry), entry)
            for entry in counting.counted(player)
            if entry.outcome is not RoundOutcome.OPEN
        ]
        return sorted(values, key=itemgetter(0))

    def _terms(self, counting: Counting, player: PlayerId) -> tuple[Term, ...]:
        unit = counting.record.unit
        terms = [
            (
                entry.round_number,
                self._reason(counting, entry, is_cut=place < self.cut),
                0 if place < self.cut else units,
            )
            for place, (units, entry) in enumerate(self._values(counting, player))
        ]
        return tuple(
            Term(reason=reason, amount=Fraction(units, unit))
            for _round, reason, units in sorted(terms, key=itemgetter(0))
        )

    def _reason(self, counting: Counting, entry: RoundEntry, *, is_cut: bool) -> Reason:
        if entry.opponent is None or not counts_as_met(entry, self.forfeit_quality):
            return (NOTHING_CUT if is_cut else NOTHING).reason(round=entry.round_number)
        rule, total = OPPONENT_CUT if is_cut else OPPONENT, counting.points(entry.opponent)
        return rule.reason(round=entry.round_number, opponent=Player(entry.opponent), total=total)
