"""Who works for the club: invite, make a new link, change the role, name tournaments, take away. For admins."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.accounts import InviteForm
from tournaments.models import Action, Club, Membership, User
from tournaments.pages.members import assignable_tournaments, members_page
from tournaments.permissions import administers_club
from tournaments.services import accounts
from tournaments.views.access import for_club
from tournaments.views.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.request import StaffRequest


@never_cache
@require_safe
@for_club(administers_club)
def members(request: StaffRequest, club: Club) -> HttpResponse:
    return _page(request, club)


@never_cache
@require_POST
@for_club(administers_club)
def invite(request: StaffRequest, club: Club) -> HttpResponse:
    """The answer shows the link, which is kept nowhere; sent twice, the form shows one for the same person."""
    form = InviteForm(assignable_tournaments(club), request.POST)
    if not form.is_valid():
        return _page(request, club, form=form)
    receipt = receipt_of(request)
    outcome = carry_out(lambda: accounts.invite(club, **form.invitation(), actor=request.user, receipt=receipt))
    if outcome.is_refused:
        return _page(request, club, form=form, outcome=outcome)
    made = get_object_or_404(Action, receipt=receipt, club=club, verb="member.invite")
    invited = get_object_or_404(User, pk=made.facts["user"], memberships__club=club)
    if not accounts.may_get_link(invited, club) or invited.has_usable_password():
        said = _("{person} works for the club now and logs in as before.").format(person=invited)
        return _page(request, club, outcome=Outcome(message=said))
    return _page(request, club, invited=invited)


@never_cache
@require_POST
@for_club(administers_club)
def new_link(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    user = _membership(club, member).user
    if not accounts.may_get_link(user, club):
        refused = _("{person} works elsewhere too: only whoever runs the installation can make a link.")
        return _page(request, club, outcome=Outcome(status=409, message=refused.format(person=user), tone="bad"))
    return _page(request, club, invited=user)


@require_POST
@for_club(administers_club)
def change_role(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    membership = _membership(club, member)
    role, seen = request.POST.get("role", ""), request.POST.get("seen", "")
    outcome = carry_out(
        lambda: accounts.change_role(membership, role, seen=seen, actor=request.user, receipt=receipt_of(request))
    )
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
            membership,
            chosen,
            among=shown,
            everywhere="everywhere" in request.POST,
            actor=request.user,
            receipt=receipt_of(request),
        )
    )
    return _page(request, club, outcome=outcome) if outcome.is_refused else redirect("members", club.slug)


@require_POST
@for_club(administers_club)
def take_away(request: StaffRequest, club: Club, member: int) -> HttpResponse:
    if Action.objects.filter(club=club, receipt=receipt_of(request)).exists():
        return redirect("members", club.slug)  # sent twice, and the member is gone
    membership = _membership(club, member)
    outcome = carry_out(
        lambda: accounts.take_away_membership(membership, actor=request.user, receipt=receipt_of(request))
    )
    if outcome.is_refused:
        return _page(request, club, outcome=outcome)
    if membership.user_id == request.user.pk:
        return redirect("my_clubs")
    return redirect("members", club.slug)


def _membership(club: Club, key: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user", "club"), pk=key, club=club)


def _page(
    request: StaffRequest,
    club: Club,
    *,
    form: InviteForm | None = None,
    outcome: Outcome = NOTHING_DONE,
    invited: User | None = None,
) -> HttpResponse:
    link = ""
    if invited is not None:
        link = request.build_absolute_uri(
            reverse("accept_invitation", args=accounts.new_link(invited, actor=request.user))
        )
    context = {
        "club": club,
        "page": members_page(club, may_get_link=lambda user: accounts.may_get_link(user, club)),
        "form": form or InviteForm(assignable_tournaments(club)),
        "outcome": outcome,
        "invited": invited,
        "link": link,
    }
    status = 422 if form is not None and form.errors else outcome.status
    return render(request, "tournaments/members/page.html", context, status=status)
