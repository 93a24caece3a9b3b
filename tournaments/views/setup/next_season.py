"""The next season, opened from an earlier one. For admins."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.setup.next_season import NextSeasonForm
from tournaments.models import Club, Season
from tournaments.permissions import administers_club
from tournaments.recording import action_of
from tournaments.services.setup.next_season import open_next_season, prospects
from tournaments.views.common.outcome import NOTHING_DONE, carry_out, receipt_of
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def next_season(request: StaffRequest, club: Club, season: int) -> HttpResponse:
    found = get_object_or_404(Season.objects.select_related("club"), pk=season, club=club)
    form = NextSeasonForm(found, prospects(found), sent(request))
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        receipt = receipt_of(request)
        outcome = carry_out(
            lambda: open_next_season(found, form.successors(), into=form.season(), actor=request.user, receipt=receipt)
        )
        if not outcome.is_refused:
            # Read back by its receipt, so that a form sent twice leads to the season that it opened.
            made = action_of(club, actor=request.user, receipt=receipt)
            opened = made.facts.get("season") if made else None
            return HttpResponseRedirect(reverse("club_home", args=[club.slug]) + f"#season-{opened}")
    status = 422 if form.errors else outcome.status
    context = {"club": club, "season": found, "form": form, "outcome": outcome}
    return render(request, "tournaments/setup/next_season/page.html", context, status=status)
