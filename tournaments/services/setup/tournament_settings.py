"""How a tournament is played, as whatever makes one hands it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from tournaments.models import Tournament
from tournaments.selectors.categories import TournamentCategory, categories_of
from tournaments.services.calendar.attendance_settings import settings_of


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentSettings:
    """A system with its options, and what else a tournament has in common with the next of its kind."""

    system: str
    preset: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    tie_breaks: Sequence[Mapping[str, object]] | None = None
    """In order; None for the system's own."""
    planned_rounds: int | None = None
    boards: int | None = None
    """Of a match, where teams play."""
    rounds_an_evening: int = 1
    guests_take_places: bool = False
    categories: Sequence[TournamentCategory] = ()
    decimals_shown: int | None = None
    attendance: Mapping[str, object] = field(default_factory=dict)
    """Of who comes, by their names; the others are as usual."""

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls(
            system=tournament.system,
            preset=tournament.preset,
            options=tournament.options,
            tie_breaks=tournament.tie_breaks,
            planned_rounds=tournament.planned_rounds,
            boards=tournament.boards,
            rounds_an_evening=tournament.rounds_an_evening,
            guests_take_places=tournament.guests_take_places,
            categories=categories_of(tournament),
            decimals_shown=tournament.decimals_shown,
            attendance=settings_of(tournament),
        )
