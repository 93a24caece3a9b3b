"""Head-to-head: the points among those still tied, where all of them have met each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from tournaments.pairing.items import item_term
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.record import PLAYED, Item, Record, What
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.table import Cell, Term
from tournaments.pairing.translation import gettext_noop as _

_MET = PLAYED | {What.OPEN}


@dataclass(frozen=True, kw_only=True, slots=True)
class HeadToHead:
    """Empty where not all of the tied have met each other, at the board or to be played yet (rulebook,
    drawboss_monrad 7)."""

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The points of the games among those still tied, where all of them have met each other")
        return TieBreakInfo(name=_("Head-to-head"), short="head-to-head", legend=legend)

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        among = {player: self._among(record, player, tied) for player in tied}
        have_all_met = len(tied) > 1 and all(
            {item.opponent for item in items} == tied - {player} for player, items in among.items()
        )
        if not have_all_met:
            return dict.fromkeys(tied, Cell(value=None))
        return {
            player: Cell(
                value=sum((item.points for item in items), start=items[0].points * 0), explain=partial(_terms, items)
            )
            for player, items in among.items()
        }

    def _among(self, record: Record, player: PlayerId, tied: frozenset[PlayerId]) -> list[Item]:
        if len(record.items[player]) < len(tied) - 1:
            return []  # nobody has met more opponents than there were rounds
        return [item for item in record.items[player] if item.what in _MET and item.opponent in tied]


def _terms(items: list[Item]) -> tuple[Term, ...]:
    return tuple(item_term(item) for item in items)
