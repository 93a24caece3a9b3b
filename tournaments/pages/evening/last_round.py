"""What follows the last result of the last round: the first three, and each way on."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.pages.evening.evening import EveningPage
from tournaments.pages.standings.final_tables import Winner, winners
from tournaments.pages.standings.table_cache import tournament_state_of


@dataclass(frozen=True, kw_only=True, slots=True)
class AfterLastRound:
    first: tuple[Winner, ...]
    """Empty where too many share the first place."""
    has_prizes: bool


def after_last_round(tournament: Tournament, page: EveningPage) -> AfterLastRound | None:
    """None until all results of the last round are in, for helpers, and where the season is closed."""
    if not page.is_over or not page.directs or page.closed_season or page.round is None:
        return None
    table = tournament_state_of(tournament).current.table(page.round.number)
    first = winners([tournament], {tournament.pk: table})[tournament.pk]
    return AfterLastRound(first=first, has_prizes=tournament.prizes is not None)
