"""What a TRF does not say of how its rounds were paired: whoever checks them has to know."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.exchange.trf.types import Trf
from tournaments.pairing.protocols import ColourDrawingSystem, PairingSystem

PLAN = "how many rounds were planned"


def unsaid(trf: Trf, system: PairingSystem) -> Iterator[str]:
    """For the lines of a command."""
    yield "which boards and byes the director set, and when each result became known"
    yield "who entered late, and who had left"
    if trf.teams and not trf.is_old_teams:
        yield "who played where only the sums of a match were typed, and when somebody changed teams"
    if not trf.is_first_table:
        return
    yield "what results and byes score, where it is not 1, ½ and 0"
    yield "who shall not meet"
    if system.capabilities().rounds.of_field is None:
        yield PLAN
    if isinstance(system, ColourDrawingSystem):
        yield "which colour was drawn, and points of accelerated rounds"
