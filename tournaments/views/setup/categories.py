"""The categories of a tournament over HTTP: proposed, named, filled."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.setup.categories import BordersForm, CategoriesForms, SizesForm
from tournaments.models import Tournament
from tournaments.pages.setup.categories import CategoryProposal, CategorySetup
from tournaments.services.setup import categories
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def edit_categories(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """What is proposed stands in the form and is saved by nobody but the director."""
    setup, data = CategorySetup(tournament), sent(request)
    if data is None:
        return _proposed(request, setup)
    forms, seen = CategoriesForms.of(setup, data), data.get("seen", "")
    if not forms.is_valid():
        return _page(request, setup, forms, Outcome(status=422), seen=seen)
    outcome = carry_out(
        lambda: categories.set_categories(tournament, forms.planned, forms.chosen, seen=seen, **done_by(request))
    )
    if not outcome.is_refused:
        return HttpResponseRedirect(reverse("setup", args=[tournament.club.slug, tournament.slug]) + "#categories")
    if outcome.is_stale:
        tournament.refresh_from_db()
        setup = CategorySetup(tournament)
        forms = CategoriesForms.of(setup, None)
        seen = _seen(setup, forms)
    return _page(request, setup, forms, outcome, seen=seen)


def _proposed(request: StaffRequest, setup: CategorySetup) -> HttpResponse:
    by_rating = BordersForm(request.GET if "borders" in request.GET else None, label_suffix="")
    by_list = SizesForm(request.GET if "sizes" in request.GET else None, label_suffix="")
    proposal: CategoryProposal | None = None
    outcome = NOTHING_DONE
    for form in (by_rating, by_list):
        if form.is_bound and form.is_valid():
            proposal = form.proposal(setup)
        elif form.is_bound:
            outcome = Outcome(status=422)
    if "groups" in request.GET:
        proposal = setup.by_groups()
    forms = CategoriesForms.of(setup, None, proposal)
    return _page(
        request,
        setup,
        forms,
        outcome,
        seen=_seen(setup, forms),
        proposal=proposal,
        asked=(by_rating, by_list),
    )


def _seen(setup: CategorySetup, forms: CategoriesForms) -> str:
    """Of those whom the form shows."""
    return categories.version_of(setup.tournament, [member.entry for member, _field in forms.rows])


def _page(
    request: StaffRequest,
    setup: CategorySetup,
    forms: CategoriesForms,
    outcome: Outcome,
    *,
    seen: str,
    proposal: CategoryProposal | None = None,
    asked: tuple[BordersForm, SizesForm] | None = None,
) -> HttpResponse:
    by_rating, by_list = asked or (BordersForm(label_suffix=""), SizesForm(label_suffix=""))
    by_rating.initial["borders"] = ", ".join(map(str, setup.usual_borders))
    by_list.initial["sizes"] = ", ".join(map(str, setup.usual_sizes))
    context = {
        "club": setup.tournament.club,
        "tournament": setup.tournament,
        "page": setup,
        "forms": forms,
        "by_rating": by_rating,
        "by_list": by_list,
        "is_proposed": proposal is not None,
        "seen": seen,
        "outcome": outcome,
    }
    return render(request, "tournaments/setup/categories.html", context, status=outcome.status)
