"""How a round was paired: for everybody once it is published, for the staff already as a draft."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.names import Audience
from tournaments.pages.story import story_page
from tournaments.permissions import helps_in_tournament
from tournaments.views.access import for_tournament
from tournaments.views.request import StaffRequest
from tournaments.views.visitors import VisitorRequest, or_not_found, shown, tournament_for_all

_TEMPLATE = "tournaments/story/page.html"


@require_safe
@tournament_for_all
def public_story(request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = story_page(tournament, Audience.PUBLIC, number=number)
    return shown(request, _TEMPLATE, {"page": page, "tournament": tournament, "place": "story"})


@require_safe
@for_tournament(helps_in_tournament)
def evening_story(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    return or_not_found(lambda: _for_staff(request, tournament, number))


def _for_staff(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = story_page(tournament, Audience.STAFF, number=number)
    context = {"page": page, "tournament": tournament, "place": "story", "is_staff": True, "frame": "base.html"}
    return render(request, _TEMPLATE, context)
