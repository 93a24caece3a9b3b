"""The plan for the wall: who meets whom when, to the last round, and the crosstable by numbers with room for a pen."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.schedule import GridPage, SchedulePage, grid_page, schedule_page

_ROOMY, _CLOSE = 12, 20
"""Rows of the crosstable that have room for a pen in their squares, and for small letters."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SchedulePaper:
    """`plan` on sheets that stand, `grid` on one that lies; the grid is left out where the field is too large."""

    title: str
    back_url: str
    version: str
    schedule: SchedulePage
    grid: GridPage

    @property
    def letters(self) -> int:
        """In points, so that a plan of a usual size fills a sheet and a long one takes several."""
        games = self.schedule.games
        if games <= 28:
            return 11
        return 10 if games <= 66 else 9

    @property
    def grid_letters(self) -> int:
        rows = len(self.grid.rows) * max(1, self.grid.games_a_cell)
        if rows <= _ROOMY:
            return 12
        return 9 if rows <= _CLOSE else 7


def schedule_paper(tournament: Tournament, audience: Audience, *, at: datetime.datetime) -> SchedulePaper:
    """Raises NotPublished where there is no plan."""
    return SchedulePaper(
        title=_("Plan of all games"),
        back_url=reverse("papers", args=[tournament.club.slug, tournament.slug]),
        version=_("{club} · {tournament} · printed {day} {time}").format(
            club=tournament.club, tournament=tournament, day=date_format(at), time=time_format(at, "H:i")
        ),
        schedule=schedule_page(tournament, audience),
        grid=grid_page(tournament, audience),
    )
