"""The colours had, whom they let meet, and who has white (rulebook, norwegian_monrad, Words and Colours of a pair)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tournaments.pairing.facts.record import Record
from tournaments.pairing.model.paired_round import (
    Player,
    Reason,
)
from tournaments.pairing.model.snapshot import Colour, PlayerId
from tournaments.pairing.systems.norwegian_monrad.rules import (
    BOTH_CHANGE,
    HIGHER_PLACED,
    LOWER_PLACED,
    ONE_CHANGES,
    ONE_LEGAL,
    SMALLER,
)

_MOST_BALANCE = 2
_IN_A_ROW = 2


class ColourKind(NamedTuple):
    """What of a player's colours decides whom he can meet."""

    can_white: bool
    can_black: bool
    due: Colour | None

    def is_legal_with(self, other: ColourKind) -> bool:
        return (self.can_white and other.can_black) or (self.can_black and other.can_white)

    def suits(self, other: ColourKind) -> bool:
        return self.due is None or self.due is not other.due


@dataclass(frozen=True, kw_only=True)
class Colours:
    """The colours had, and the hard rules about them that are in force (rulebook, norwegian_monrad, Words)."""

    had: Mapping[PlayerId, Sequence[Colour]]
    has_limit: bool = True
    has_ban: bool = True

    @cached_property
    def balances(self) -> Mapping[PlayerId, int]:
        """Whites less blacks."""
        return {player: 2 * had.count(Colour.WHITE) - len(had) for player, had in self.had.items()}

    @cached_property
    def kinds(self) -> Mapping[PlayerId, ColourKind]:
        return {
            player: ColourKind(self.can(player, Colour.WHITE), self.can(player, Colour.BLACK), self.due(player))
            for player in self.had
        }

    def last(self, player: PlayerId) -> Colour | None:
        had = self.had[player]
        return had[-1] if had else None

    def due(self, player: PlayerId) -> Colour | None:
        if balance := self.balances[player]:
            return Colour.BLACK if balance > 0 else Colour.WHITE
        last = self.last(player)
        return last.other if last else None

    def can(self, player: PlayerId, colour: Colour) -> bool:
        had = self.had[player]
        if self.has_ban and len(had) >= _IN_A_ROW and all(each is colour for each in had[-_IN_A_ROW:]):
            return False
        before = self.balances[player]
        after = abs(before + (1 if colour is Colour.WHITE else -1))
        return not self.has_limit or after <= max(_MOST_BALANCE, abs(before))

    def is_legal(self, white: PlayerId, black: PlayerId) -> bool:
        return self.kinds[white].can_white and self.kinds[black].can_black


def colours_of_pair(
    record: Record, colours: Colours, higher: PlayerId, lower: PlayerId
) -> tuple[PlayerId, PlayerId, Reason]:
    """Rulebook, norwegian_monrad, Colours of a pair."""
    as_white = colours.is_legal(higher, lower), colours.is_legal(lower, higher)
    if as_white == (True, False):
        return higher, lower, _only_legal(colours, higher, lower)
    if as_white == (False, True):
        return lower, higher, _only_legal(colours, lower, higher)
    balance = colours.balances
    if balance[higher] != balance[lower]:
        white, black = (higher, lower) if balance[higher] < balance[lower] else (lower, higher)
        counts = {"white_count": balance[white], "black_count": balance[black]}
        return white, black, SMALLER.reason(white=Player(white), **counts)
    last = {player: colours.last(player) for player in (higher, lower)}
    if last[higher] is not last[lower]:
        if last[higher] and last[lower]:
            white, black = (higher, lower) if last[higher] is Colour.BLACK else (lower, higher)
            return white, black, BOTH_CHANGE.reason(white=Player(white), black=Player(black))
        changes, other = (higher, lower) if last[higher] else (lower, higher)
        had = last[changes] or Colour.WHITE
        reason = ONE_CHANGES.reason(player=Player(changes), colour=had, other=Player(other))
        return (other, changes, reason) if had is Colour.WHITE else (changes, other, reason)
    if record.snapshot.next_number % 2:
        return lower, higher, LOWER_PLACED.reason()
    return higher, lower, HIGHER_PLACED.reason()


def _only_legal(colours: Colours, white: PlayerId, black: PlayerId) -> Reason:
    """Who could not have the other colour."""
    if not colours.kinds[white].can_black:
        return ONE_LEGAL.reason(player=Player(white), colour=Colour.BLACK, white=Player(white))
    return ONE_LEGAL.reason(player=Player(black), colour=Colour.WHITE, white=Player(white))
