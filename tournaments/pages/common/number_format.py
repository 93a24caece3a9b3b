"""How a tournament writes its points: the same number the same way on all its pages."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.pages.common.wording import Spelling
from tournaments.selectors.snapshots import configured_system


def spelling_of(tournament: Tournament) -> Spelling:
    """As chosen for the tournament, else as its system does. Systems that count in halves have nothing to choose."""
    terms = configured_system(tournament).terms()
    if terms.decimals is None:
        return Spelling()
    shown = terms.decimals if tournament.decimals_shown is None else tournament.decimals_shown
    return Spelling(shown, terms.columns_of_points)
