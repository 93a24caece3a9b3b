"""Standard points (STD): the result of each round on the scale 1, ½, 0, whatever the tournament gives for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import ClassVar

from tournaments.pairing.history.record import PLAYED, PointsOf, Record, RoundEntry, RoundOutcome
from tournaments.pairing.history.round_entries import entry_term
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class StandardPoints:
    """C.07, 7.7 (rulebook, tie_breaks): a round with more points than the opponent's, or unplayed than a draw gives,
    counts 1, one with as many ½. An open game without a score counts nothing."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Standard points"),
        short="STD",
        summary=_(
            "The player with more points on the scale 1, ½, 0 is placed higher, where the tournament has "
            "another scale (STD)."
        ),
        legend=_("The results as 1, ½ and 0; an unplayed round by the points it gave"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        record = record.counted_by(PointsOf.MATCHES)
        return {
            player: Cell(
                value=Fraction(sum([_halves(record, entry) for entry in record.entries[player]]), 2),
                explain=partial(_terms, record, player),
            )
            for player in tied
        }


def _halves(record: Record, entry: RoundEntry) -> int:
    if entry.outcome is RoundOutcome.OPEN:
        return 0
    given, measure = record.units_of(entry), record.worth[RoundOutcome.DRAW]
    if entry.outcome in PLAYED:
        measure = record.worth[_OTHER_SIDE.get(entry.outcome, entry.outcome)]
    return (given > measure) + (given >= measure)


# not all: a draw is one for both
_OTHER_SIDE = {RoundOutcome.WIN: RoundOutcome.LOSS, RoundOutcome.LOSS: RoundOutcome.WIN}


def _terms(record: Record, player: PlayerId) -> tuple[Term, ...]:
    return tuple(
        replace(entry_term(entry), amount=Fraction(_halves(record, entry), 2)) for entry in record.entries[player]
    )
