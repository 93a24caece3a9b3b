"""What was done, in a tournament or for the club: pages of their own, and the list that the evening unfolds."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Action, Club, Tournament
from tournaments.pages.activity.activity_log import club_activity, tournament_activity
from tournaments.permissions import administers_club, directs_in_club, helps_in_tournament, may_undo_in_club
from tournaments.services.clubs.clubs import is_beyond_undo
from tournaments.views.common.outcome import NOTHING_DONE, Outcome
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.staff_access import for_club, for_tournament


@never_cache  # the fragment has the page's address
@require_safe
@for_tournament(helps_in_tournament)
def what_was_done(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Unfolded on the evening's page, the query says which round that page shows: an undo leads back to it."""
    return _shown(request, tournament, NOTHING_DONE)


@never_cache
@require_safe
@for_club(directs_in_club)
def what_was_done_in_club(request: StaffRequest, club: Club) -> HttpResponse:
    return _shown_of_club(request, club, NOTHING_DONE)


def answer(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    """After an undo on the page itself."""
    if outcome.is_refused:
        return _shown(request, tournament, outcome)
    return _back(request, reverse("what_was_done", args=[tournament.club.slug, tournament.slug]))


def answer_in_club(request: StaffRequest, club: Club, outcome: Outcome) -> HttpResponse:
    if outcome.is_refused:
        return _shown_of_club(request, club, outcome)
    return _back(request, reverse("what_was_done_in_club", args=[club.slug]))


def may_undo(request: StaffRequest, club: Club) -> Callable[[Action], bool]:
    """What whoever looks may take back of what was done for the club itself."""
    return lambda action: may_undo_in_club(request.user, club, action) and not is_beyond_undo(action)


def _shown(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    is_unfolded = bool(request.htmx)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "outcome": outcome,
        "page": tournament_activity(
            tournament, before=_before(request), helper=None if request.directs else request.user
        ),
        "address": reverse("what_was_done", args=[tournament.club.slug, tournament.slug]),
        "before": _before(request),
        "back": "evening" if is_unfolded else "done",
        "round": _round_shown(request) if is_unfolded else None,
    }
    name = "_list" if is_unfolded else "page"
    return render(request, f"tournaments/activity/activity_log/{name}.html", context, status=outcome.status)


def _shown_of_club(request: StaffRequest, club: Club, outcome: Outcome) -> HttpResponse:
    context = {
        "club": club,
        "outcome": outcome,
        "page": club_activity(club, before=_before(request), may_undo=may_undo(request, club)),
        "address": reverse("what_was_done_in_club", args=[club.slug]),
        "before": _before(request),
        "administers": administers_club(request.user, club),
        "back": "done",
    }
    return render(request, "tournaments/activity/activity_log/club.html", context, status=outcome.status)


def _back(request: HttpRequest, address: str) -> HttpResponseRedirect:
    before = _before(request)
    return HttpResponseRedirect(f"{address}?before={before}" if before is not None else address)


def _before(request: HttpRequest) -> int | None:
    """The page of what was done before that action; the form of an undo leads back to it."""
    return whole_number(request.POST.get("before", "") or request.GET.get("before", ""))


def _round_shown(request: StaffRequest) -> dict[str, str] | None:
    number, screen = request.GET.get("round", ""), request.GET.get("screen", "")
    return {"number": number, "screen": screen} if whole_number(number) is not None else None
