"""A tournament's tables, each for the public and, with names in full, for the staff."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.cup.bracket import BracketPage, bracket_page
from tournaments.pages.cup.playable_matches import PlayableMatches, playable_matches
from tournaments.pages.events.series_links import series_with
from tournaments.pages.rounds.schedule import GridPage, SchedulePage, grid_page, schedule_page
from tournaments.pages.standings.crosstable import CrosstablePage, crosstable_page
from tournaments.pages.standings.scorecard import ScorecardPage, scorecard_page
from tournaments.pages.standings.standings import StandingsPage, own_race, standings_page
from tournaments.pages.standings.table_filters import QUERY
from tournaments.permissions import helps_in_tournament
from tournaments.views.common.minify import without_indentation
from tournaments.views.common.public_access import (
    VisitorRequest,
    or_not_found,
    shown,
    tournament_by_category_for_all,
    tournament_for_all,
)
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import View, for_tournament

Page: TypeAlias = StandingsPage | CrosstablePage | GridPage | SchedulePage | BracketPage | ScorecardPage


def _for_both(page_of: Callable[..., Page], screen: str, *, by_category: bool = False) -> tuple[View, View]:
    """The public's view of a table and the staff's; what stands in the address goes on to `page_of`."""

    @require_safe
    @(tournament_by_category_for_all if by_category else tournament_for_all)
    def public(request: VisitorRequest, tournament: Tournament, **which: Any) -> HttpResponseBase:
        which |= {"category": request.category} if by_category else {}
        page = page_of(tournament, Audience.PUBLIC, **which)
        return _table(request, tournament, Audience.PUBLIC, screen, page)

    @require_safe
    @for_tournament(helps_in_tournament)
    def staff(request: StaffRequest, tournament: Tournament, **which: Any) -> HttpResponseBase:
        if by_category:
            which |= {"category": request.GET.get(QUERY, ""), "sees_groups": request.directs}
        is_tree = screen == "tree"
        to_play = playable_matches(tournament, request.user) if is_tree and request.directs else None
        return or_not_found(
            lambda: _table(
                request, tournament, Audience.STAFF, screen, page_of(tournament, Audience.STAFF, **which), to_play
            )
        )

    return public, staff


public_standings, staff_standings = _for_both(standings_page, "standings", by_category=True)
public_crosstable, staff_crosstable = _for_both(crosstable_page, "crosstable", by_category=True)
public_grid, staff_grid = _for_both(grid_page, "grid")
public_schedule, staff_schedule = _for_both(schedule_page, "plan")
public_bracket, staff_bracket = _for_both(bracket_page, "tree")
public_scorecard, staff_scorecard = _for_both(scorecard_page, "card")


@require_safe
@tournament_for_all
def public_race(request: HttpRequest, tournament: Tournament, after: int, number: int) -> HttpResponseBase:
    """A part of the standings, which `static/js/poll.js` puts there for a reader who is not among the best: no page."""
    race = own_race(tournament, after=after, number=number)
    drawn = render_to_string("components/charts/_race.html", {"race": race}, request)
    return HttpResponse(without_indentation(drawn.encode()), content_type="text/plain; charset=utf-8")


def _table(
    request: HttpRequest,
    tournament: Tournament,
    audience: Audience,
    screen: str,
    page: Page,
    to_play: PlayableMatches | None = None,
) -> HttpResponse:
    template = {
        "standings": "tournaments/standings/standings/page.html",
        "crosstable": "tournaments/standings/crosstable/page.html",
        "card": "tournaments/standings/scorecard/page.html",
        "grid": "tournaments/rounds/schedule_grid/page.html",
        "plan": "tournaments/rounds/schedule/page.html",
        "tree": "tournaments/cup/bracket/page.html",
    }[screen]
    context = {
        "page": page,
        "tournament": tournament,
        "place": screen,
        "is_staff": audience is Audience.STAFF,
        "series": series_with(tournament) if isinstance(page, StandingsPage) else (),
        "to_play": to_play,
    }
    return _SHOWN[audience](request, template, context)


def _shown_to_staff(request: StaffRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    return render(request, template, {**context, "frame": "base.html"})


_SHOWN: Mapping[Audience, Callable[[Any, str, Mapping[str, Any]], HttpResponse]] = {
    Audience.PUBLIC: shown,
    Audience.STAFF: _shown_to_staff,
}
