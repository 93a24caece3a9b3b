"""How a round was paired: for everybody once it is published, for the staff already as a draft."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.story import story_page
from tournaments.permissions import helps_in_tournament
from tournaments.views.common.public_access import VisitorRequest, or_not_found, shown, tournament_for_all
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament

_TEMPLATE = "tournaments/rounds/story/page.html"
_WHYS = "tournaments/evening/draft/_whys.html"
"""What a draft asks for once it is shown."""


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
    return render(request, _WHYS if request.htmx else _TEMPLATE, context)
