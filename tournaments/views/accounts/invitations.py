"""Where an invitation leads: log in and accept, or make an account and be in. Looking at it changes nothing."""

from __future__ import annotations

from django.contrib import auth, messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubchess.log_in.password_hashing import few_at_once
from tournaments.forms.accounts.invitations import NewAccountForm
from tournaments.models import Invitation, Tournament
from tournaments.services.accounts import invitations
from tournaments.services.accounts.accounts import free_username
from tournaments.services.accounts.second_factor import is_owed
from tournaments.services.common.refusal import Refused
from tournaments.views.accounts.second_factor import BACKEND
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import to_second_factor


@never_cache
@sensitive_post_parameters("password", "repeated")
@require_http_methods(["GET", "HEAD", "POST"])
@few_at_once
def invitation(request: StaffRequest, token: str) -> HttpResponse:
    found = invitations.open_invitation(token)
    if found is None:
        return render(request, "tournaments/accounts/invitation/used.html", status=410)
    if request.user.is_authenticated:
        return _decide(request, found, token)
    return _make_account(request, found, token)


def _decide(request: StaffRequest, found: Invitation, token: str) -> HttpResponse:
    if is_owed(request.user):
        return to_second_factor(request)
    outcome = NOTHING_DONE
    if request.method == "POST":
        outcome = carry_out(lambda: invitations.accept_invitation(token, request.user, receipt=receipt_of(request)))
        if not outcome.is_refused:
            messages.success(request, _("You work for {club} now.").format(club=found.club.name))
            return redirect("club_home", found.club.slug)
    return _page(request, found, outcome=outcome, status=outcome.status)


def _make_account(request: StaffRequest, found: Invitation, token: str) -> HttpResponse:
    form = NewAccountForm(sent(request), initial={"username": free_username(found.name), "name": found.name})
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        try:
            user = invitations.accept_with_new_account(token, **form.account())
        except Refused as refused:
            outcome = Outcome(status=409, message=refused.message, tone="bad")
        else:
            auth.login(request, user, backend=BACKEND)
            return redirect("club_home", found.club.slug)
    return _page(request, found, form=form, outcome=outcome, status=422 if form.errors else outcome.status)


def _page(
    request: StaffRequest,
    found: Invitation,
    *,
    form: NewAccountForm | None = None,
    outcome: Outcome = NOTHING_DONE,
    status: int = 200,
) -> HttpResponse:
    ticked = Tournament.objects.filter(club=found.club, pk__in=found.tournaments, trashed_at=None).order_by(
        "name", "pk"
    )
    context = {"invitation": found, "tournaments": list(ticked), "form": form, "outcome": outcome}
    return render(request, "tournaments/accounts/invitation/page.html", context, status=status)
