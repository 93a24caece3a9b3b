"""What was done in a tournament, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Tournament, User
from tournaments.pages.ribbon import RibbonLine, tournament_ribbon


@dataclass(frozen=True, kw_only=True, slots=True)
class DonePage:
    lines: tuple[RibbonLine, ...]


def done_page(tournament: Tournament, *, helper: User | None = None) -> DonePage:
    return DonePage(lines=tournament_ribbon(tournament, {}, helper=helper))
