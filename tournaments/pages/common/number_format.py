"""How a tournament writes its points: the same number the same way on all its pages."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.pages.common.wording import Spelling
from tournaments.selectors.snapshots import configured_system


def spelling_of(tournament: Tournament) -> Spelling:
    """As chosen for the tournament, else as its system does. Systems that count in halves have nothing to choose."""
    capabilities = configured_system(tournament).capabilities()
    if capabilities.decimals is None:
        return Spelling()
    shown = capabilities.decimals if tournament.decimals_shown is None else tournament.decimals_shown
    return Spelling(shown, capabilities.columns_of_points)
