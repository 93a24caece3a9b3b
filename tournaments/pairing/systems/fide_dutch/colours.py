"""Who has White in a pair (rulebook, fide_dutch 6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.systems.fide_dutch.pairing_cards import PairingCard, Strength
from tournaments.pairing.types.snapshot import Colour


class ColourStep(IntEnum):
    """Of article 5.2."""

    BOTH_PREFERENCES = 1
    STRONGER = 2
    LAST_DIFFERENCE = 3
    HIGHER_RANKED = 4
    NUMBER = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Colours:
    """`differed` are the rounds in which the two last had different colours, White's first, where these decided."""

    white: PairingCard
    black: PairingCard
    step: ColourStep
    differed: tuple[int, int] | None = None


def colours_of(higher: PairingCard, lower: PairingCard, first: Colour) -> Colours:
    """`first` is the initial colour."""
    if not higher.clashes_with(lower):
        if higher.wants is not None:
            return _given(higher, lower, higher.wants, ColourStep.BOTH_PREFERENCES)
        if lower.wants is not None:
            return _given(lower, higher, lower.wants, ColourStep.BOTH_PREFERENCES)
        return _given(higher, lower, first if higher.tpn % 2 else first.other, ColourStep.NUMBER)
    wanted = higher.wants or Colour.WHITE
    if (stronger := _stronger(higher, lower)) is not None:
        weaker = lower if stronger is higher else higher
        return _given(stronger, weaker, wanted, ColourStep.STRONGER)
    for (round_, colour), (other_round, other) in zip(reversed(higher.had), reversed(lower.had), strict=False):
        if colour is not other:
            white, black = (higher, lower) if other is Colour.WHITE else (lower, higher)
            differed = (round_, other_round) if white is higher else (other_round, round_)
            return Colours(white=white, black=black, step=ColourStep.LAST_DIFFERENCE, differed=differed)
    return _given(higher, lower, wanted, ColourStep.HIGHER_RANKED)


def _stronger(one: PairingCard, other: PairingCard) -> PairingCard | None:
    """Of two that clash; both absolute: whose colours lean further."""
    of_one, of_other = (one.strength, abs(one.lean)), (other.strength, abs(other.lean))
    if one.strength is not other.strength or one.strength is Strength.ABSOLUTE:
        return one if of_one > of_other else other if of_other > of_one else None
    return None


def _given(card: PairingCard, other: PairingCard, colour: Colour, step: ColourStep) -> Colours:
    white, black = (card, other) if colour is Colour.WHITE else (other, card)
    return Colours(white=white, black=black, step=step)
