"""Helpers for one evening: codes made and ended by the director, and taken by whoever opens one first."""

from __future__ import annotations

from django.contrib import auth
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubchess.site import site_of
from tournaments.models import HelperPass, Tournament
from tournaments.pages.accounts.helper_passes import NewCode, helpers_of, new_code
from tournaments.recording import AlreadyDone
from tournaments.services.accounts import helper_passes
from tournaments.services.common.refusal import Refused
from tournaments.views.accounts.second_factor import BACKEND
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import HtmxRequest, StaffRequest
from tournaments.views.common.staff_access import for_tournament


@never_cache
@require_safe
@for_tournament()
def helpers(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@never_cache
@require_POST
@for_tournament()
def make_helper_pass(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """The answer shows the code, which is kept nowhere; sent twice, the form shows none: make another."""
    try:
        token = helper_passes.make_pass(tournament, **done_by(request))
    except AlreadyDone:
        return redirect("helpers", tournament.club.slug, tournament.slug)
    except Refused as refused:
        return _page(request, tournament, outcome=Outcome(status=409, message=refused.message, tone="bad"))
    address = site_of(request) + reverse("open_helper_pass", args=[token])
    return _page(request, tournament, code=new_code(address))


@never_cache
@require_POST
@for_tournament()
def end_helper_pass(request: StaffRequest, tournament: Tournament, helper: int) -> HttpResponse:
    found = get_object_or_404(HelperPass, pk=helper, tournament=tournament)
    outcome = carry_out(lambda: helper_passes.end_pass(found, **done_by(request)))
    if outcome.is_refused:
        return _page(request, tournament, outcome=outcome)
    return redirect("helpers", tournament.club.slug, tournament.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_helper_pass(request: HtmxRequest, token: str) -> HttpResponse:
    """Looking takes nothing: what scans links in a chat takes no code away.

    Its form needs to say where it comes from, so no stricter Referrer-Policy than ours stands here: same-origin.
    """
    found = helper_passes.waiting_pass(token)
    if found is None:
        return render(request, "tournaments/accounts/helper_passes/used.html", status=410)
    context = {"tournament": found.tournament, "club": found.tournament.club, "longest": helper_passes.LONGEST_NAME}
    if request.user.is_authenticated:
        status = 409 if request.method == "POST" else 200
        return render(request, "tournaments/accounts/helper_passes/logged_in.html", context, status=status)
    if request.method == "POST":
        try:
            taken = helper_passes.take_pass(token, request.POST.get("name", ""))
        except Refused as refused:
            if helper_passes.waiting_pass(token) is None:  # somebody was first
                return render(request, "tournaments/accounts/helper_passes/used.html", status=410)
            context |= {"error": refused.message}
            return render(request, "tournaments/accounts/helper_passes/open.html", context, status=422)
        auth.login(request, taken.user, backend=BACKEND)
        request.session.set_expiry(taken.expires_at)
        return redirect("evening", found.tournament.club.slug, found.tournament.slug)
    return render(request, "tournaments/accounts/helper_passes/open.html", context)


def _page(
    request: StaffRequest,
    tournament: Tournament,
    *,
    code: NewCode | None = None,
    outcome: Outcome = NOTHING_DONE,
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "helpers": helpers_of(tournament),
        "code": code,
        "outcome": outcome,
    }
    return render(request, "tournaments/accounts/helper_passes/page.html", context, status=outcome.status)
