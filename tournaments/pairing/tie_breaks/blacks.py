"""Blacks: the games played over the board with black."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from tournaments.pairing.history.record import PLAYED, Record, RoundEntry
from tournaments.pairing.protocols import Family, TieBreakInfo
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

BLACK = Rule("blacks/black", _("Black against {opponent} in round {round}"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Blacks:
    """The number of games played over the board with black.

    A postponed game counts where it counts as a draw, since then it is one everywhere (rulebook, README).
    """

    info: ClassVar[TieBreakInfo] = TieBreakInfo(
        name=_("Blacks"),
        short="blacks",
        summary=_("Whoever had Black more often over the board stands higher."),
        legend=_("Games played over the board with black, without forfeits"),
        family=Family.OWN_GAMES,
    )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        return {
            player: Cell(value=len(blacks), explain=partial(_terms, blacks))
            for player in tied
            for blacks in [[entry for entry in record.entries[player] if _is_black(entry)]]
        }


def _is_black(entry: RoundEntry) -> bool:
    return entry.colour is Colour.BLACK and entry.outcome in PLAYED


def _terms(blacks: list[RoundEntry]) -> tuple[Term, ...]:
    return tuple(
        Term(reason=BLACK.reason(opponent=Player(entry.opponent), round=entry.round_number), amount=Fraction(1))
        for entry in blacks
        if entry.opponent is not None
    )
