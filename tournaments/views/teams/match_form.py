"""The form of a match, as a page that the browser prints."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Club, Fixture
from tournaments.pages.teams.match_form import match_form_page
from tournaments.permissions import directs_in_club
from tournaments.views.common.paper_language import in_the_papers_language
from tournaments.views.common.staff_access import for_club


@require_safe
@for_club(directs_in_club)
@in_the_papers_language
def print_match_form(request: HttpRequest, club: Club, fixture: int) -> HttpResponse:
    fixtures = Fixture.objects.filter(team__league__club=club)
    found = get_object_or_404(fixtures.select_related("team__league__season", "team__league__club"), pk=fixture)
    page = match_form_page(found, at=timezone.localtime())
    return render(request, "tournaments/teams/match_form/page.html", {"page": page, "club": club})
