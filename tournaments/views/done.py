"""What was done in a tournament: a page of its own, and the list that the evening unfolds."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.done import done_page
from tournaments.permissions import helps_in_tournament
from tournaments.views.access import for_tournament
from tournaments.views.outcome import NOTHING_DONE, Outcome
from tournaments.views.request import StaffRequest


@never_cache  # the fragment has the page's address
@require_safe
@for_tournament(helps_in_tournament)
def what_was_done(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Unfolded on the evening's page, the query says which round that page shows: an undo leads back to it."""
    return _shown(request, tournament, NOTHING_DONE)


def answer(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    """After an undo on the page itself."""
    if outcome.is_refused:
        return _shown(request, tournament, outcome)
    return HttpResponseRedirect(reverse("what_was_done", args=[tournament.club.slug, tournament.slug]))


def _shown(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    is_unfolded = bool(request.htmx)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "outcome": outcome,
        "page": done_page(tournament, helper=None if request.directs else request.user),
        "back": "evening" if is_unfolded else "done",
        "round": _round_shown(request) if is_unfolded else None,
    }
    name = "_list" if is_unfolded else "page"
    return render(request, f"tournaments/done/{name}.html", context, status=outcome.status)


def _round_shown(request: StaffRequest) -> dict[str, str] | None:
    number, screen = request.GET.get("round", ""), request.GET.get("screen", "")
    return {"number": number, "screen": screen} if number.isascii() and number.isdigit() else None
