"""Opponents' points: which games count for them, those played and by option those forfeited, and how they are told."""

from __future__ import annotations

from enum import StrEnum

from tournaments.pairing.facts.record import PLAYED, RoundEntry, RoundOutcome
from tournaments.pairing.model.paired_round import Rule
from tournaments.pairing.model.translation import gettext_noop as _

OPPONENT = Rule("opponent/points", _("Round {round}: {opponent} has {total}"))
OPPONENT_CUT = Rule("opponent/points_cut", _("Round {round}: {opponent} has {total}; among the lowest, not counted"))


class ForfeitQuality(StrEnum):
    """What a forfeited game is worth where opponents' points are counted."""

    ZERO = "zero"
    OPPONENT = "opponent"


_FORFEITS = frozenset({RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT})


def counts_as_met(entry: RoundEntry, forfeits: ForfeitQuality) -> bool:
    return entry.outcome in PLAYED or (forfeits is ForfeitQuality.OPPONENT and entry.outcome in _FORFEITS)
