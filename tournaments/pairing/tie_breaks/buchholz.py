"""Buchholz: how strong the opponents were, one value per round held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from operator import itemgetter

from tournaments.pairing.history.opponents_points import OPPONENT, OPPONENT_CUT
from tournaments.pairing.history.record import PLAYED, Record, RoundEntry, RoundOutcome
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.options import choice, fine_print, integer
from tournaments.pairing.types.paired_round import Fact, Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT_MEAN = Rule("buchholz/opponent_mean", _("Round {round}: {opponent} has {total}, divided by {count} games"))
OWN = Rule("buchholz/own", _("No game in round {round}: own total {total} less the {given} of that round"))
OWN_CUT = Rule(
    "buchholz/own_cut",
    _("No game in round {round}: own total {total} less the {given} of that round; among the lowest, not counted"),
)


class Reckoning(StrEnum):
    SUM = "sum"
    MEAN = "mean"


def reckoning() -> Reckoning:
    """A field, here and of systems that say it to this tie-break."""
    return fine_print(
        choice(
            Reckoning.SUM,
            label=_("Buchholz"),
            choices={
                Reckoning.SUM: _("The sum over all rounds"),
                Reckoning.MEAN: _("The mean over the games played"),
            },
        ),
        example=_("Opponents with 6, 4 and 2 points and one round away: the mean is 4, however often you came."),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Buchholz:
    """The opponents' totals without the `cut` lowest (rulebook, attendance_monrad, Points and standings).

    sum: a round without a game counts the player's own total less what that round gave, so that staying away is
    neither rewarded nor punished twice. mean: played games only, divided by their number; one is always left.
    An open game without a score is no round at all.
    """

    cut: int = integer(0, minimum=0, label=_("Lowest values cut"))
    buchholz: Reckoning = reckoning()

    @property
    def info(self) -> TieBreakInfo:
        summary = {
            Reckoning.SUM: _(
                "The player whose opponents have more points is placed higher: the opponents' points are added up."
            ),
            Reckoning.MEAN: _(
                "The player whose opponents have more points is placed higher: the average of the opponents' "
                "points counts."
            ),
        }
        legend = {
            Reckoning.SUM: _("The opponents' points; an unplayed round counts your own other points"),
            Reckoning.MEAN: _("The mean of the opponents' points over the games played"),
        }
        short = f"Buchholz-{self.cut}" if self.cut else "Buchholz"
        return TieBreakInfo(
            name=_("Buchholz"),
            short=short,
            summary=summary[self.buchholz],
            legend=legend[self.buchholz],
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        fractions: dict[tuple[int, int], Fraction] = {}  # many players share a value, and fractions are slow to make
        cells = {}
        for player in tied:
            sum_and_divisor = self._sum(record, player)
            if sum_and_divisor not in fractions:
                fractions[sum_and_divisor] = Fraction(*sum_and_divisor)
            cells[player] = Cell(value=fractions[sum_and_divisor], explain=partial(self._terms, record, player))
        return cells

    def _sum(self, record: Record, player: PlayerId) -> tuple[int, int]:
        """What counts, in units, and what it is to be divided by."""
        values = self._values(record, player)
        counted = values[self._cuts(values) :]
        divisor = record.unit * (len(counted) if self.buchholz is Reckoning.MEAN and counted else 1)
        return sum([units for units, _item in counted]), divisor

    def _values(self, record: Record, player: PlayerId) -> list[tuple[int, RoundEntry]]:
        """Lowest first, equal ones in round order, so that it is settled which of them are cut."""
        units = record.units
        own = units[player]
        values: list[tuple[int, RoundEntry]] = []
        for entry in record.entries[player]:
            if entry.outcome in PLAYED and entry.opponent is not None:
                values.append((units[entry.opponent], entry))
            elif self.buchholz is Reckoning.SUM and entry.outcome is not RoundOutcome.OPEN:
                values.append((own - record.units_of(entry), entry))
        return sorted(values, key=itemgetter(0))

    def _cuts(self, values: Sequence[tuple[int, RoundEntry]]) -> int:
        if self.buchholz is Reckoning.SUM:
            return self.cut
        return max(0, min(self.cut, len(values) - 1))

    def _terms(self, record: Record, player: PlayerId) -> tuple[Term, ...]:
        values = self._values(record, player)
        cuts = self._cuts(values)
        count = len(values) - cuts if self.buchholz is Reckoning.MEAN else None
        terms = [
            (entry.round_number, self._term(record, player, units, entry, cut=place < cuts, count=count))
            for place, (units, entry) in enumerate(values)
        ]
        return tuple(term for _round, term in sorted(terms, key=lambda pair: pair[0]))

    def _term(
        self, record: Record, player: PlayerId, units: int, entry: RoundEntry, *, cut: bool, count: int | None
    ) -> Term:
        amount = Fraction(0 if cut else units, record.unit * (count or 1))
        facts: dict[str, Fact] = {"round": entry.round_number}
        if entry.outcome in PLAYED and entry.opponent is not None:
            facts |= {"opponent": Player(entry.opponent), "total": record.points[entry.opponent]}
            if cut:
                return Term(reason=OPPONENT_CUT.reason(**facts), amount=amount)
            if count is not None:
                return Term(reason=OPPONENT_MEAN.reason(**facts, count=count), amount=amount)
            return Term(reason=OPPONENT.reason(**facts), amount=amount)
        facts |= {"total": record.points[player], "given": entry.points}
        return Term(reason=(OWN_CUT if cut else OWN).reason(**facts), amount=amount)
