"""Opponents' points: which games count for them, those played and by option those forfeited, and how they are told."""

from __future__ import annotations

from enum import StrEnum

from tournaments.pairing.history.record import PLAYED, RoundEntry, RoundOutcome
from tournaments.pairing.types.options import choice, fine_print, nullable_integer
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT = Rule("opponent/points", _("Round {round}: {opponent} has {total}"))
OPPONENT_CUT = Rule("opponent/points_cut", _("Round {round}: {opponent} has {total}; among the lowest, not counted"))


class ForfeitQuality(StrEnum):
    """What a forfeited game is worth where opponents' points are counted."""

    ZERO = "zero"
    OPPONENT = "opponent"


def quality_of_forfeits() -> ForfeitQuality:
    """A field, of tie-breaks and of systems that say it to them."""
    return fine_print(
        choice(
            ForfeitQuality.ZERO,
            label=_("Value of a forfeited game in the Monrad points"),
            choices={ForfeitQuality.ZERO: _("No points"), ForfeitQuality.OPPONENT: _("The opponent's points")},
        )
    )


def results_that_count() -> int | None:
    """A field, of tie-breaks and of systems that say it to them."""
    return nullable_integer(
        None,
        minimum=1,
        label=_("Results that count"),
        help=_("The best ones of each player, such as 8 of 10 rounds. Empty: all."),
    )


_FORFEITS = frozenset({RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT})


def counts_as_met(entry: RoundEntry, forfeits: ForfeitQuality) -> bool:
    return entry.outcome in PLAYED or (forfeits is ForfeitQuality.OPPONENT and entry.outcome in _FORFEITS)
