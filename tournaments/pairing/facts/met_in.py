"""Which games count for the opponents' points: those played, and by option those forfeited."""

from __future__ import annotations

from enum import StrEnum

from tournaments.pairing.facts.record import PLAYED, RoundEntry, RoundOutcome


class ForfeitQuality(StrEnum):
    """What a forfeited game is worth where opponents' points are counted."""

    ZERO = "zero"
    OPPONENT = "opponent"


_FORFEITS = frozenset({RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT})


def counts_as_met(entry: RoundEntry, forfeits: ForfeitQuality) -> bool:
    return entry.outcome in PLAYED or (forfeits is ForfeitQuality.OPPONENT and entry.outcome in _FORFEITS)
