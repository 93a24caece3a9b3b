"""Near neighbours of a ladder meet, and may meet again when a gap has passed (rulebook, keizer, Pairing)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.byes import ByeChoice
from tournaments.pairing.paired_round import PairedRound, Pin
from tournaments.pairing.record import Record
from tournaments.pairing.snapshot import PlayerId


class PairingOrder(StrEnum):
    """Which of all complete pairings is taken."""

    TOP_DOWN = "top_down"
    NEAREST = "nearest"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """What is asked of a pair, who sits out, and which pairing is taken: a system's options of the same names."""

    gap: int
    max_meetings: int | None = None
    colour_limit: int | None = None
    bye_choice: ByeChoice = ByeChoice.SHARED
    pairing: PairingOrder = PairingOrder.TOP_DOWN
    period_rounds: tuple[int, ...] | None = None


def pair_neighbours(
    record: Record, ladder: Sequence[PlayerId], rules: Rules, *, pinned: Sequence[Pin] = ()
) -> PairedRound:
    """The next round of `record.snapshot`. `ladder` holds all entrants, best first; those present of it are paired.
    Raises PairingImpossible."""
    raise NotImplementedError
