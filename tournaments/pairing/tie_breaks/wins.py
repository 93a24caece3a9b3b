"""Wins: the games won over the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from tournaments.pairing.paired_round import Player, Rule
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.record import Item, Record, What
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.table import Cell, Term
from tournaments.pairing.translation import gettext_noop as _

WON = Rule("wins/won", _("Won against {opponent} in round {round}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Wins:
    """The number of games won over the board; a win by forfeit is none (rulebook, README)."""

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Wins"), short="wins", legend=_("Games won over the board, without forfeits")
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {
            player: Cell(value=len(won), explain=partial(_terms, won))
            for player in tied
            for won in [[item for item in record.items[player] if item.what is What.WIN]]
        }


def _terms(won: list[Item]) -> tuple[Term, ...]:
    return tuple(
        Term(reason=WON.reason(opponent=Player(item.opponent), round=item.round_number), amount=Fraction(1))
        for item in won
        if item.opponent is not None
    )
