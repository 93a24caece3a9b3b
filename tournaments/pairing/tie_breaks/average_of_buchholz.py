"""Average of Buchholz (AOB): the mean of the opponents' own Buchholz."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments.pairing.history.contributions import Counted, contributions
from tournaments.pairing.history.record import PLAYED, Record, RoundEntry
from tournaments.pairing.history.unplayed_rounds import UnplayedRules, rules_in_force
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.options import boolean, fine_print
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT = Rule(
    "average_of_buchholz/opponent", _("Round {round}: {opponent} has a Buchholz of {total}, divided by {count} games")
)


@dataclass(frozen=True, kw_only=True, slots=True)
class AverageOfBuchholz:
    """C.07, 8.2 (rulebook, tie_breaks): over the opponents met at the board. Whoever has met none has no value and
    stands behind those level with them."""

    fore: bool = fine_print(
        boolean(False, label=_("Fore Buchholz"), help=_("As if the whole last round were drawn (FIDE: AOB/F)."))
    )
    rules: UnplayedRules = rules_in_force()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Average of Buchholz"),
            short="AOB/F" if self.fore else "AOB",
            summary=_("The player whose opponents have a higher Buchholz is placed higher (AOB)."),
            legend=_("The mean of the FIDE Buchholz of the opponents met at the board"),
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        if record.forfeits_are_meetings:
            return dict.fromkeys(tied, Cell(value=None))
        buchholz = self._buchholz(record)
        cells = {}
        for player in tied:
            games = [entry for entry in record.entries[player] if entry.outcome in PLAYED]
            values = [(entry, buchholz[entry.opponent]) for entry in games if entry.opponent is not None]
            cells[player] = Cell(value=_mean(values), explain=partial(_terms, values))
        return cells

    def _buchholz(self, record: Record) -> Mapping[PlayerId, Fraction]:
        counted = Counted(rules=self.rules, is_fore=self.fore)
        return record.once(
            ("average of Buchholz", counted),
            lambda: {player: contributions(record, player, counted).value for player in record.entries},
        )


def _mean(values: list[tuple[RoundEntry, Fraction]]) -> Fraction | None:
    return sum((value for _entry, value in values), Fraction(0)) / len(values) if values else None


def _terms(values: list[tuple[RoundEntry, Fraction]]) -> tuple[Term, ...]:
    return tuple(
        Term(
            reason=OPPONENT.reason(
                round=entry.round_number, opponent=Player(entry.opponent), total=value, count=len(values)
            ),
            amount=value / len(values),
        )
        for entry, value in values
        if entry.opponent is not None
    )
