"""Who would play with another rating by what their tournament says its ratings are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import RatingFrom, Tournament
from tournaments.selectors.club_ratings import Proposed
from tournaments.selectors.display_names import DisplayName, display_names_in


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposedRow:
    name: DisplayName
    old: int | None
    new: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposedPage:
    source: str
    has_begun: bool
    rows: tuple[ProposedRow, ...]


def proposed_page(tournament: Tournament, proposed: Iterable[Proposed]) -> ProposedPage:
    names = display_names_in(tournament)
    return ProposedPage(
        source=str(RatingFrom(tournament.rating_from).label),
        has_begun=tournament.rounds.exists(),
        rows=tuple(ProposedRow(name=names[each.entry.pk], old=each.entry.rating, new=each.rating) for each in proposed),
    )
