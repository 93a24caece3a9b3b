"""Blacks: the games played over the board with black."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from tournaments.pairing.paired_round import Player, Rule
from tournaments.pairing.protocols import TieBreakInfo
from tournaments.pairing.record import PLAYED, Item, Record
from tournaments.pairing.snapshot import Colour, PlayerId
from tournaments.pairing.table import Cell, Term
from tournaments.pairing.translation import gettext_noop as _

BLACK = Rule("blacks/black", _("Black against {opponent} in round {round}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Blacks:
    """The number of games played over the board with black.

    A postponed game counts where it counts as a draw, since then it is one everywhere (rulebook, README).
    """

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Blacks"), short="blacks", legend=_("Games played over the board with black, without forfeits")
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {
            player: Cell(value=len(blacks), explain=partial(_terms, blacks))
            for player in tied
            for blacks in [[item for item in record.items[player] if _is_black(item)]]
        }


def _is_black(item: Item) -> bool:
    return item.colour is Colour.BLACK and item.what in PLAYED


def _terms(blacks: list[Item]) -> tuple[Term, ...]:
    return tuple(
        Term(reason=BLACK.reason(opponent=Player(item.opponent), round=item.round_number), amount=Fraction(1))
        for item in blacks
        if item.opponent is not None
    )
