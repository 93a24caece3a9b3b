"""What a system's options come to, in one line that follows the form."""

from __future__ import annotations

from tournaments.pages.common.option_words import settings_in_words
from tournaments.pages.common.wording import sentence
from tournaments.pairing.protocols import PairingSystem, SystemInNumbers

_FEWEST = 2
_USUAL = 20


def in_numbers(system: PairingSystem, players: int) -> str:
    """Among so many players, or as many as clubs often have. A system without such a line says its first setting."""
    if isinstance(system, SystemInNumbers):
        return sentence(system.in_numbers(players if players >= _FEWEST else _USUAL), {})
    return next(iter(settings_in_words(system)), "")
