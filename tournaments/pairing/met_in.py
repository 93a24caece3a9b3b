"""Which games count for the opponents' points: those played, and by option those forfeited."""

from __future__ import annotations

from enum import StrEnum

from tournaments.pairing.record import PLAYED, Item, What


class ForfeitQuality(StrEnum):
    """What a forfeited game is worth where opponents' points are counted."""

    ZERO = "zero"
    OPPONENT = "opponent"


_FORFEITS = frozenset({What.FORFEIT_WIN, What.FORFEIT_LOSS, What.BOTH_FORFEIT})


def counts_as_met(item: Item, forfeits: ForfeitQuality) -> bool:
    return item.what in PLAYED or (forfeits is ForfeitQuality.OPPONENT and item.what in _FORFEITS)
