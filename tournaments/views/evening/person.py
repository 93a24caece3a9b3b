"""A person in a tournament over HTTP: the page, and who comes late, leaves or did not come."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.evening.buttons import PairingTermsForm
from tournaments.models import Entry, Round, Tournament
from tournaments.pages.evening.late_changes import MISTAKE
from tournaments.permissions import helps_in_tournament
from tournaments.selectors.snapshots import configured_system
from tournaments.services.evening import late_changes
from tournaments.services.setup import entries, pairing_terms
from tournaments.services.setup.pairing_terms import PairingTerms
from tournaments.views.common import person_page
from tournaments.views.common.outcome import Outcome, carry_out, done_by, receipt_of, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.row_lookups import round_there
from tournaments.views.common.staff_access import for_tournament


@never_cache
@require_safe
@for_tournament(helps_in_tournament)
def person(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    """`?kind=` is what leaving counts as, where the way here has said it."""
    return person_page.page_of(request, tournament, _entry(tournament, entry), sent_kind=request.GET.get("kind", ""))


@require_POST
@for_tournament()
def late_player(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    """One address for both: who has a place in the published round can leave, everybody else can come."""
    found = _entry(tournament, entry)
    outcome = carry_out(lambda: _choose(request, round_there(tournament, number), found))
    if outcome.is_refused:
        return person_page.page_of(request, tournament, found, outcome, sent_kind=request.POST.get("kind", ""))
    return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))


@require_POST
@for_tournament()
def take_rating(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _entry(tournament, entry)
    outcome = carry_out(lambda: entries.take_rating(found, seen=request.POST.get("seen", ""), **done_by(request)))
    return person_page.answer(request, tournament, found.pk, outcome)


@require_POST
@for_tournament()
def set_pairing_terms(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _entry(tournament, entry)
    form = PairingTermsForm(PairingTerms.of(found), configured_system(tournament).capabilities(), request.POST)
    if not form.is_valid():
        return person_page.page_of(request, tournament, found, Outcome(status=422), terms_form=form)
    outcome = carry_out(lambda: pairing_terms.set_pairing_terms(found, form.terms(), **done_by(request)))
    if outcome.is_refused:
        return person_page.page_of(request, tournament, found, outcome, terms_form=form)
    return person_page.answer(request, tournament, found.pk, outcome)


def _choose(request: StaffRequest, round_: Round, entry: Entry) -> object:
    code = request.POST.get("choice", "")
    revision, receipt = seen_number(request, "seen_revision"), receipt_of(request)
    if request.POST.get("leaves") == "yes":
        sent_kind = request.POST.get("kind", "")
        return late_changes.leave_early(
            round_,
            entry,
            code,
            person_page.kind_sent(sent_kind),
            is_our_mistake=sent_kind == MISTAKE,
            seen_revision=revision,
            actor=request.user,
            receipt=receipt,
        )
    return late_changes.arrive_late(round_, entry, code, seen_revision=revision, actor=request.user, receipt=receipt)


def _entry(tournament: Tournament, entry: int) -> Entry:
    return get_object_or_404(tournament.entries.select_related("player"), pk=entry)
