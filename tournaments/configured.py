"""A tournament's pairing system and tie-breaks, as their rows configure them."""

from __future__ import annotations

import json
from functools import lru_cache

from tournaments.models import Tournament
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.model.options import configured
from tournaments.pairing.protocols import PairingSystem, TieBreak


def configured_system(tournament: Tournament) -> PairingSystem:
    """The tournament's pairing system with its options."""
    options = json.dumps(tournament.options, sort_keys=True)
    return _configured_system(SYSTEMS[tournament.system], tournament.preset, options)


@lru_cache(maxsize=256)
def _configured_system(system: type[PairingSystem], preset: str, options: str) -> PairingSystem:
    """Kept, since a request asks for it many times; it never changes."""
    return configured(system, json.loads(options), preset=preset or None)


def configured_tie_breaks(tournament: Tournament, system: PairingSystem) -> tuple[TieBreak, ...]:
    return tie_breaks_of(system, tournament.tie_breaks)
