"""What follows the last result of the last round: the first three, and each way on."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Event, Game, Tournament
from tournaments.pages.evening.evening import EveningPage
from tournaments.pages.standings.final_tables import Winner, winners
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.types.snapshot import Result


@dataclass(frozen=True, kw_only=True, slots=True)
class AfterLastRound:
    first: tuple[Winner, ...]
    """Empty where too many share the first place, and while a game is open."""
    has_prizes: bool
    open_games: int
    """Of earlier rounds: postponed, and not played yet."""
    event: Event | None
    """Whose other groups may still play, and which goes on as a whole."""


def after_last_round(tournament: Tournament, page: EveningPage) -> AfterLastRound | None:
    """None until all results of the last round are in, for helpers, and where the season is closed."""
    if not page.is_over or not page.directs or page.closed_season or page.round is None:
        return None
    open_games = Game.objects.filter(round__tournament=tournament, result=Result.OPEN.value, is_postponed=True).count()
    return AfterLastRound(
        first=() if open_games else _first(tournament, page.round.number),
        has_prizes=tournament.prizes is not None,
        open_games=open_games,
        event=tournament.event,
    )


def _first(tournament: Tournament, last: int) -> tuple[Winner, ...]:
    table = tournament_state_of(tournament).current.table(last)
    return winners([tournament], {tournament.pk: table})[tournament.pk]
