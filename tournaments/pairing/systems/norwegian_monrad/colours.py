"""The colours had, whom they let meet, and who has white (rulebook, norwegian_monrad, Words and Colours of a pair)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tournaments.pairing.history.colours import run_of
from tournaments.pairing.history.record import Record
from tournaments.pairing.opponents.colour_allocation import HIGHER_NUMBER, ColourCount, Colouring, by_change, by_count
from tournaments.pairing.systems.norwegian_monrad import rules
from tournaments.pairing.types.paired_round import Fact, Place, Player, Reason
from tournaments.pairing.types.snapshot import Colour, PlayerId, TournamentSnapshot

_MOST_BALANCE = 2
_IN_A_ROW = 2
_THIRD = _IN_A_ROW + 1


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
        if self.has_ban and self.would_be_third(player, colour):
            return False
        before = self.balances[player]
        after = abs(before + (1 if colour is Colour.WHITE else -1))
        return not self.has_limit or after <= max(_MOST_BALANCE, abs(before))

    @cached_property
    def two_whites(self) -> frozenset[PlayerId]:
        """For whom White would be the third in a row."""
        return frozenset(player for player in self.had if self.would_be_third(player, Colour.WHITE))

    def would_be_third(self, player: PlayerId, colour: Colour) -> bool:
        """The third of this colour in a row, or a further one."""
        had = self.had[player]
        return len(had) >= _IN_A_ROW and all(each is colour for each in had[-_IN_A_ROW:])

    def is_legal(self, white: PlayerId, black: PlayerId) -> bool:
        return self.kinds[white].can_white and self.kinds[black].can_black


def colours_of_pair(record: Record, colours: Colours, higher: PlayerId, lower: PlayerId) -> Colouring:
    """Rulebook, norwegian_monrad, Colours of a pair."""
    as_white = colours.is_legal(higher, lower), colours.is_legal(lower, higher)
    if as_white == (True, False):
        return Colouring(higher, lower, _only_legal(colours, higher, lower))
    if as_white == (False, True):
        return Colouring(lower, higher, _only_legal(colours, lower, higher))
    return (
        by_count(ColourCount.BALANCE, colours.balances.__getitem__, higher, lower)
        or by_change(colours.last, higher, lower)
        or _by_the_round(record.snapshot, higher, lower)
    )


def _by_the_round(snapshot: TournamentSnapshot, higher: PlayerId, lower: PlayerId) -> Colouring:
    if not snapshot.rounds:
        return Colouring(lower, higher, HIGHER_NUMBER.reason())
    if snapshot.next_number % 2:
        return Colouring(lower, higher, rules.LOWER_PLACED.reason())
    return Colouring(higher, lower, rules.HIGHER_PLACED.reason())


def _only_legal(colours: Colours, white: PlayerId, black: PlayerId) -> Reason:
    """Who could not have the other colour, and why not."""
    if not colours.kinds[white].can_black:
        player, colour = white, Colour.BLACK
    else:
        player, colour = black, Colour.WHITE
    if colours.has_ban and colours.would_be_third(player, colour):
        in_a_row = run_of(colours.had[player]) + 1
        facts: dict[str, Fact] = {"player": Player(player), "colour": colour, "white": Player(white)}
        return (
            rules.THIRD.reason(**facts) if in_a_row == _THIRD else rules.FOURTH.reason(**facts, place=Place(in_a_row))
        )
    count = abs(colours.balances[player])
    return rules.LEANS.reason(player=Player(player), colour=colour, white=Player(white), count=count)
