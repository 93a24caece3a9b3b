"""A person in a tournament over HTTP: the page, and who comes late, leaves or did not come."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.calendar.availability import AwayForm, StandingPlanForm
from tournaments.models import Entry, Round, Tournament
from tournaments.pages.evening.late_changes import LEFT_AS, MISTAKE
from tournaments.pages.evening.person import person_page
from tournaments.pairing.types.snapshot import AbsenceKind
from tournaments.permissions import administers_club, directs_in_club, helps_in_tournament
from tournaments.services.evening import late_changes
from tournaments.services.setup import entries
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.row_lookups import round_there
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.players.players import forms_about, seen_by


@never_cache
@require_safe
@for_tournament(helps_in_tournament)
def person(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    """`?kind=` is what leaving counts as, where the way here has said it."""
    return page_of(request, tournament, _entry(tournament, entry), sent_kind=request.GET.get("kind", ""))


@require_POST
@for_tournament()
def late_player(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    """One address for both: who has a place in the published round can leave, everybody else can come."""
    found = _entry(tournament, entry)
    outcome = carry_out(lambda: _choose(request, round_there(tournament, number), found))
    if outcome.is_refused:
        return page_of(request, tournament, found, outcome, sent_kind=request.POST.get("kind", ""))
    return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))


@require_POST
@for_tournament()
def take_rating(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _entry(tournament, entry)
    outcome = carry_out(
        lambda: entries.take_rating(
            found, seen=request.POST.get("seen", ""), actor=request.user, receipt=receipt_of(request)
        )
    )
    return answer(request, tournament, found.pk, outcome)


def answer(request: StaffRequest, tournament: Tournament, entry: int, outcome: Outcome) -> HttpResponse:
    """After a verb that was tapped here and belongs to another page: back to the person, or to the evening where they
    are on the list no more."""
    found = tournament.entries.select_related("player").filter(pk=entry).first()
    place = [tournament.club.slug, tournament.slug]
    if found is None:
        return HttpResponseRedirect(reverse("evening", args=place))
    if outcome.is_refused:
        return page_of(request, tournament, found, outcome)
    return HttpResponseRedirect(reverse("person", args=[*place, found.pk]))


def _choose(request: StaffRequest, round_: Round, entry: Entry) -> object:
    code = request.POST.get("choice", "")
    revision, receipt = seen_number(request, "seen_revision"), receipt_of(request)
    if request.POST.get("leaves") == "yes":
        sent_kind = request.POST.get("kind", "")
        return late_changes.leave(
            round_,
            entry,
            code,
            _kind(sent_kind),
            is_our_mistake=sent_kind == MISTAKE,
            seen_revision=revision,
            actor=request.user,
            receipt=receipt,
        )
    return late_changes.come(round_, entry, code, seen_revision=revision, actor=request.user, receipt=receipt)


def _kind(sent_kind: str) -> AbsenceKind:
    return AbsenceKind(sent_kind) if sent_kind in set(AbsenceKind) else LEFT_AS


def _entry(tournament: Tournament, entry: int) -> Entry:
    return get_object_or_404(tournament.entries.select_related("player"), pk=entry)


def page_of(
    request: StaffRequest,
    tournament: Tournament,
    entry: Entry,
    outcome: Outcome = NOTHING_DONE,
    *,
    sent_kind: str = "",
    away_form: AwayForm | None = None,
) -> HttpResponse:
    page = person_page(
        tournament,
        entry,
        helper=None if request.directs else request.user,
        shows_contact=administers_club(request.user, tournament.club),
        kind=_kind(sent_kind),
        is_our_mistake=sent_kind == MISTAKE,
    )
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": page,
        "outcome": outcome,
    }
    if page.words is not None:
        always = {"standing_plan": page.words.standing_plan, "usual_arrival": page.words.usual_arrival}
        context["away_form"] = away_form or AwayForm(label_suffix="")
        context["standing_form"] = StandingPlanForm(label_suffix="", initial=always)
    if directs_in_club(request.user, tournament.club):
        form, contact = forms_about(request, entry.player)
        context |= {"player_form": form, "contact": contact, **seen_by(request, entry.player, form, contact)}
    return render(request, "tournaments/evening/person/page.html", context, status=outcome.status)
