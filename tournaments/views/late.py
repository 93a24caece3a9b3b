"""Somebody comes late or leaves when the round is published: the list of what can be done, and the choice."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.models import Entry, Round, Tournament
from tournaments.pages.evening.late import LEFT_AS, late_page
from tournaments.pairing.model.snapshot import AbsenceKind
from tournaments.services import late
from tournaments.views.access import for_tournament
from tournaments.views.outcome import Outcome, carry_out, receipt_of, seen_number
from tournaments.views.request import StaffRequest, sent


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def late_player(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    """One address for both: who has a place in the round can leave, everybody else can come."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    found = get_object_or_404(tournament.entries.select_related("player"), pk=entry)
    if sent(request) is None:
        looked = carry_out(lambda: late.refuse_stranger(round_, found))
        return _page(request, tournament, round_, found, Outcome(message=looked.message, tone="warn"))
    outcome = carry_out(lambda: _choose(request, round_, found))
    if outcome.is_refused:
        round_.refresh_from_db()
        return _page(request, tournament, round_, found, outcome)
    return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))


def _choose(request: StaffRequest, round_: Round, entry: Entry) -> object:
    code = request.POST.get("choice", "")
    revision, receipt = seen_number(request, "seen_revision"), receipt_of(request)
    if request.POST.get("leaves") == "yes":
        kind = _kind(request.POST.get("kind", ""))
        return late.leave(round_, entry, code, kind, seen_revision=revision, actor=request.user, receipt=receipt)
    return late.come(round_, entry, code, seen_revision=revision, actor=request.user, receipt=receipt)


def _kind(sent_kind: str) -> AbsenceKind:
    return AbsenceKind(sent_kind) if sent_kind in set(AbsenceKind) else LEFT_AS


def _page(request: StaffRequest, tournament: Tournament, round_: Round, entry: Entry, outcome: Outcome) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": late_page(round_, entry),
        "outcome": outcome,
    }
    return render(request, "tournaments/evening/late.html", context, status=outcome.status)
