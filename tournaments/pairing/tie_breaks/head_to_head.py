"""Head-to-head: the points among those still tied, where all of them have met each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.history.record import PLAYED, Record, RoundEntry, RoundOutcome
from tournaments.pairing.history.round_entries import entry_term
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

_MET = PLAYED | {RoundOutcome.OPEN}


@dataclass(frozen=True, kw_only=True, slots=True)
class HeadToHead:
    """Empty where not all of the tied have met each other, at the board or to be played yet (rulebook,
    drawboss_monrad 7)."""

    @property
    def info(self) -> TieBreakInfo:
        return TieBreakInfo(
            name=_("Head-to-head"),
            short="head-to-head",
            summary=_(
                "The player who scored more in the games among those still level is placed higher, if all of "
                "them have met."
            ),
            legend=_("The points of the games among those still level, where all of them have met each other"),
            family=Family.EACH_OTHER,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        among = {player: self._among(record, player, tied) for player in tied}
        have_all_met = len(tied) > 1 and all(
            {entry.opponent for entry in entries} == tied - {player} for player, entries in among.items()
        )
        if not have_all_met:
            return dict.fromkeys(tied, Cell(value=None))
        return {
            player: Cell(
                value=sum((entry.points for entry in entries), start=entries[0].points * 0),
                explain=partial(_terms, entries),
            )
            for player, entries in among.items()
        }

    def _among(self, record: Record, player: PlayerId, tied: frozenset[PlayerId]) -> list[RoundEntry]:
        if len(record.entries[player]) < len(tied) - 1:
            return []  # nobody has met more opponents than there were rounds
        return [entry for entry in record.entries[player] if entry.outcome in _MET and entry.opponent in tied]


def _terms(entries: list[RoundEntry]) -> tuple[Term, ...]:
    return tuple(entry_term(entry) for entry in entries)
