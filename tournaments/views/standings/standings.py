"""A tournament's tables, each for the public and, with names in full, for the staff."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
from tournaments.permissions import helps_in_tournament
from tournaments.views.common.minify import without_indentation
from tournaments.views.common.public_access import VisitorRequest, or_not_found, shown, tournament_for_all
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament


@require_safe
@tournament_for_all
def public_standings(
    request: VisitorRequest, tournament: Tournament, after: int | None = None, is_corrected: bool = False
) -> HttpResponseBase:
    return _standings(request, tournament, Audience.PUBLIC, after, is_corrected)


@require_safe
@for_tournament(helps_in_tournament)
def staff_standings(
    request: StaffRequest, tournament: Tournament, after: int | None = None, is_corrected: bool = False
) -> HttpResponseBase:
    return or_not_found(lambda: _standings(request, tournament, Audience.STAFF, after, is_corrected))


@require_safe
@tournament_for_all
def public_race(request: HttpRequest, tournament: Tournament, after: int, number: int) -> HttpResponseBase:
    """A part of the standings, which `static/js/poll.js` puts there for a reader who is not among the best: no page."""
    race = own_race(tournament, after=after, number=number)
    drawn = render_to_string("components/charts/_race.html", {"race": race}, request)
    return HttpResponse(without_indentation(drawn.encode()), content_type="text/plain; charset=utf-8")


@require_safe
@tournament_for_all
def public_crosstable(
    request: VisitorRequest, tournament: Tournament, after: int | None = None, is_corrected: bool = False
) -> HttpResponseBase:
    return _crosstable(request, tournament, Audience.PUBLIC, after, is_corrected)


@require_safe
@for_tournament(helps_in_tournament)
def staff_crosstable(
    request: StaffRequest, tournament: Tournament, after: int | None = None, is_corrected: bool = False
) -> HttpResponseBase:
    return or_not_found(lambda: _crosstable(request, tournament, Audience.STAFF, after, is_corrected))


@require_safe
@tournament_for_all
def public_grid(request: VisitorRequest, tournament: Tournament) -> HttpResponseBase:
    return _grid(request, tournament, Audience.PUBLIC)


@require_safe
@for_tournament(helps_in_tournament)
def staff_grid(request: StaffRequest, tournament: Tournament) -> HttpResponseBase:
    return or_not_found(lambda: _grid(request, tournament, Audience.STAFF))


@require_safe
@tournament_for_all
def public_schedule(request: VisitorRequest, tournament: Tournament) -> HttpResponseBase:
    return _plan(request, tournament, Audience.PUBLIC)


@require_safe
@for_tournament(helps_in_tournament)
def staff_schedule(request: StaffRequest, tournament: Tournament) -> HttpResponseBase:
    return or_not_found(lambda: _plan(request, tournament, Audience.STAFF))


@require_safe
@tournament_for_all
def public_bracket(request: VisitorRequest, tournament: Tournament) -> HttpResponseBase:
    return _tree(request, tournament, Audience.PUBLIC)


@require_safe
@for_tournament(helps_in_tournament)
def staff_bracket(request: StaffRequest, tournament: Tournament) -> HttpResponseBase:
    to_play = playable_matches(tournament, request.user) if request.directs else None
    return or_not_found(lambda: _tree(request, tournament, Audience.STAFF, to_play))


@require_safe
@tournament_for_all
def public_scorecard(
    request: VisitorRequest, tournament: Tournament, number: int, after: int | None = None, is_corrected: bool = False
) -> HttpResponseBase:
    return _card(request, tournament, Audience.PUBLIC, number, after, is_corrected)


@require_safe
@for_tournament(helps_in_tournament)
def staff_scorecard(
    request: StaffRequest, tournament: Tournament, number: int, after: int | None = None, is_corrected: bool = False
) -> HttpResponseBase:
    return or_not_found(lambda: _card(request, tournament, Audience.STAFF, number, after, is_corrected))


def _standings(
    request: HttpRequest, tournament: Tournament, audience: Audience, after: int | None, is_corrected: bool
) -> HttpResponse:
    page = standings_page(tournament, audience, after=after, is_corrected=is_corrected)
    return _table(request, tournament, audience, "standings", page)


def _crosstable(
    request: HttpRequest, tournament: Tournament, audience: Audience, after: int | None, is_corrected: bool
) -> HttpResponse:
    page = crosstable_page(tournament, audience, after=after, is_corrected=is_corrected)
    return _table(request, tournament, audience, "crosstable", page)


def _grid(request: HttpRequest, tournament: Tournament, audience: Audience) -> HttpResponse:
    return _table(request, tournament, audience, "grid", grid_page(tournament, audience))


def _plan(request: HttpRequest, tournament: Tournament, audience: Audience) -> HttpResponse:
    return _table(request, tournament, audience, "plan", schedule_page(tournament, audience))


def _tree(
    request: HttpRequest, tournament: Tournament, audience: Audience, to_play: PlayableMatches | None = None
) -> HttpResponse:
    return _table(request, tournament, audience, "tree", bracket_page(tournament, audience), to_play)


def _card(
    request: HttpRequest,
    tournament: Tournament,
    audience: Audience,
    number: int,
    after: int | None,
    is_corrected: bool,
) -> HttpResponse:
    page = scorecard_page(tournament, audience, number=number, after=after, is_corrected=is_corrected)
    return _table(request, tournament, audience, "card", page)


def _table(
    request: HttpRequest,
    tournament: Tournament,
    audience: Audience,
    screen: str,
    page: StandingsPage | CrosstablePage | GridPage | SchedulePage | BracketPage | ScorecardPage,
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
