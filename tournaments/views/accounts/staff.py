"""Who works for the club: invite, make a new link, change the role, name tournaments, take away. For admins."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.accounts.invitations import InviteForm
from tournaments.models import Club, Invitation, Membership, User
from tournaments.pages.accounts.staff import assignable_tournaments, staff_page
from tournaments.permissions import administers_club
from tournaments.recording import AlreadyDone, action_of
from tournaments.services.accounts import accounts, invitations
from tournaments.services.common.refusal import Refused
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, receipt_of
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_club


@never_cache
@require_safe
@for_club(administers_club)
def staff(request: StaffRequest, club: Club) -> HttpResponse:
    return _page(request, club)


@never_cache
@require_POST
@for_club(administers_club)
def invite(request: StaffRequest, club: Club) -> HttpResponse:
    """The answer shows the link, which is kept nowhere; sent twice, the form shows a new one of the same invitation."""
    form = InviteForm(assignable_tournaments(club), request.POST)
    if not form.is_valid():
        return _page(request, club, form=form)
    receipt = receipt_of(request)
    try:
        made, token = invitations.invite(club, **form.invitation(), actor=request.user, receipt=receipt)
    except AlreadyDone:
        action = action_of(club, actor=request.user, receipt=receipt)
        return _renewed(request, club, action.facts.get("invitation", 0) if action else 0)
    return _page(request, club, link=_link_of(made, token, request))


@never_cache
@require_POST
@for_club(administers_club)
def renew_invitation(request: StaffRequest, club: Club, invitation: int) -> HttpResponse:
    return _renewed(request, club, invitation)


@never_cache
@require_POST
@for_club(administers_club)
def withdraw_invitation(request: StaffRequest, club: Club, invitation: int) -> HttpResponse:
    if action_of(club, **done_by(request)):
        return redirect("members", club.slug)  # sent twice, and it is gone
    found = get_object_or_404(Invitation, pk=invitation, club=club)
    outcome = carry_out(lambda: invitations.withdraw_invitation(found, **done_by(request)))
    return _page(request, club, outcome=outcome) if outcome.is_refused else redirect("members", club.slug)


@never_cache
@require_POST
@for_club(administers_club)
def new_link(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    """The same sentence for whatever reason: who works elsewhere too is nobody's business here."""
    membership = _membership(club, member)
    if not accounts.may_get_link(membership):
        refused = _(
            "{person} does not let this club make links for a new password. They can allow it under “Your account”, or "
            "ask whoever runs the installation for a link."
        ).format(person=membership.user)
        return _page(request, club, outcome=Outcome(status=409, message=refused, tone="bad"))
    parts = accounts.new_link(membership.user, actor=request.user)
    address = request.build_absolute_uri(reverse("choose_password", args=parts))
    return _page(request, club, link=Link(person=str(membership.user), address=address, user=membership.user))


@require_POST
@for_club(administers_club)
def change_role(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    membership = _membership(club, member)
    role, seen = request.POST.get("role", ""), request.POST.get("seen", "")
    outcome = carry_out(lambda: accounts.change_role(membership, role, seen=seen, **done_by(request)))
    if outcome.is_refused:
        return _page(request, club, outcome=outcome)
    if membership.user_id == request.user.pk and not request.user.is_superuser:
        return redirect("club_home", club.slug)  # an admin no more
    return redirect("members", club.slug)


@require_POST
@for_club(administers_club)
def assign(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    membership = _membership(club, member)
    offered = {str(tournament.pk): tournament for tournament in assignable_tournaments(club)}
    shown = [offered[key] for key in request.POST.getlist("shown") if key in offered]
    chosen = [offered[key] for key in request.POST.getlist("tournaments") if key in offered]
    outcome = carry_out(
        lambda: accounts.assign_tournaments(
            membership, chosen, among=shown, everywhere="everywhere" in request.POST, **done_by(request)
        )
    )
    return _page(request, club, outcome=outcome) if outcome.is_refused else redirect("members", club.slug)


@require_POST
@for_club(administers_club)
def take_away(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    if action_of(club, **done_by(request)):
        return redirect("members", club.slug)  # sent twice, and the member is gone
    membership = _membership(club, member)
    outcome = carry_out(lambda: accounts.take_away_membership(membership, **done_by(request)))
    if outcome.is_refused:
        return _page(request, club, outcome=outcome)
    if membership.user_id == request.user.pk:
        return redirect("my_clubs")
    return redirect("members", club.slug)


def _membership(club: Club, key: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user", "club"), pk=key, club=club)


def _renewed(request: StaffRequest, club: Club, key: int) -> HttpResponse:
    found = get_object_or_404(Invitation, pk=key, club=club)
    try:
        token = invitations.renew_invitation(found, actor=request.user)
    except Refused as refused:
        return _page(request, club, outcome=Outcome(status=409, message=refused.message, tone="bad"))
    return _page(request, club, link=_link_of(found, token, request))


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """Shown once. `user` is whose password is chosen by it, None for an invitation."""

    person: str
    address: str
    user: User | None = None


def _link_of(invitation: Invitation, token: str, request: StaffRequest) -> Link:
    return Link(person=invitation.name, address=request.build_absolute_uri(reverse("invitation", args=[token])))


def _page(
    request: StaffRequest,
    club: Club,
    *,
    form: InviteForm | None = None,
    outcome: Outcome = NOTHING_DONE,
    link: Link | None = None,
) -> HttpResponse:
    context = {
        "club": club,
        "page": staff_page(club, may_get_link=accounts.may_get_link),
        "form": form or InviteForm(assignable_tournaments(club)),
        "outcome": outcome,
        "link": link,
    }
    status = 422 if form is not None and form.errors else outcome.status
    return render(request, "tournaments/accounts/staff/page.html", context, status=status)
