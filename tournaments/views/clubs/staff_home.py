"""The club's staff home, and undo of the club's own actions."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Action, Club, Season
from tournaments.pages.clubs.staff_home import club_home_page, in_the_way
from tournaments.pages.common.action_sentences import is_verb_known
from tournaments.permissions import administers_club, directs_in_club, may_undo_in_club, works_for_club
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.views.activity import activity_log
from tournaments.views.common.names_box import empty_box
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_safe
@for_club(works_for_club)
def club_home(request: StaffRequest, club: Club) -> HttpResponse:
    """After a verb that cleared something out of a season's way, the page says what else is."""
    return show_club_home(request, club, NOTHING_DONE, closing=whole_number(request.GET.get("closing", "")))


@require_POST
@for_club(works_for_club)
def club_undo(request: StaffRequest, club: Club, action: int) -> HttpResponse:
    found = get_object_or_404(Action, pk=action, club=club, tournament=None)
    if not may_undo_in_club(request.user, club, found):
        raise PermissionDenied
    outcome = carry_out(
        lambda: undo_in_club(found, actor=request.user, receipt=receipt_of(request), is_known=is_verb_known(found))
    )
    if request.POST.get("back") == "done":
        return activity_log.answer_in_club(request, club, outcome)
    if outcome.is_refused:
        return show_club_home(request, club, outcome)
    return redirect("club_home", club.slug)


def show_club_home(request: StaffRequest, club: Club, outcome: Outcome, *, closing: int | None = None) -> HttpResponse:
    """`closing` is the key of the season that somebody wants to close."""
    season = Season.objects.filter(pk=closing, club=club, is_open=True).first() if closing is not None else None
    page = club_home_page(
        club,
        request.user,
        administers=administers_club(request.user, club),
        directs=directs_in_club(request.user, club),
        may_undo=activity_log.may_undo(request, club),
    )
    context = {
        "page": page,
        "box": empty_box(),
        "club": club,
        "outcome": outcome,
        "closing": season.pk if season else None,
        "in_the_way": in_the_way(season) if season and page.administers else (),
    }
    return render(request, "tournaments/clubs/staff_home/page.html", context, status=outcome.status)
