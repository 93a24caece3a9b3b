"""Average performance of opponents (APRO): the mean of their tournament performance ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.performance import cells_of_opponents, notes, unrated_as
from tournaments.pairing.history.record import Record
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT = Rule(
    "average_performance/opponent", _("Round {round}: {opponent} performed at {rating}, divided by {count}")
)


@dataclass(frozen=True, kw_only=True, slots=True)
class AveragePerformance:
    """C.07, 10.4 (rulebook, tie_breaks): over the games played at the board, a half up."""

    unrated_as: int | None = unrated_as()

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Average performance of opponents"),
            short="APRO",
            summary=_("The player whose opponents performed better here is placed higher (APRO)."),
            legend=_("The mean performance rating of the opponents met at the board"),
            family=Family.RATINGS,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return cells_of_opponents(record, tied, self.unrated_as, lambda games: games.performance, OPPONENT)

    def notes(self, record: Record) -> tuple[Reason, ...]:
        return notes(record, self.unrated_as)
