"""The planner: which system suits the club's attendance. For admins."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.clubs.simulation import SimulationForm
from tournaments.models import Club, SimulationRun, SimulationState
from tournaments.pages.clubs.simulation import earlier_simulations, simulation_page
from tournaments.pages.common.system_choice import system_tiles
from tournaments.permissions import administers_club
from tournaments.services.clubs.simulations import cancel_simulation, start_simulation
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club


@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def simulations(request: StaffRequest, club: Club) -> HttpResponse:
    form = SimulationForm(club, system_tiles(), sent(request))
    if request.method != "POST":
        form.start_from(request.GET)
        return _page(request, club, form)
    if not form.is_valid() or form.field is None:
        return _page(request, club, form, Outcome(status=422))
    field, made = form.field, []
    outcome = carry_out(
        lambda: made.append(
            start_simulation(
                club,
                field=field,
                ways=form.cleaned_data["ways"],
                seed=form.chosen_seed(),
                based_on=form.based_on,
                actor=request.user,
            )
        )
    )
    if outcome.is_refused:
        return _page(request, club, form, outcome)
    return HttpResponseRedirect(reverse("planning", args=[club.slug, made[0].pk]))


def _page(request: StaffRequest, club: Club, form: SimulationForm, outcome: Outcome = NOTHING_DONE) -> HttpResponse:
    running = SimulationRun.objects.filter(club=club, state=SimulationState.RUNNING).first()
    context = {
        "club": club,
        "form": form,
        "running": running,
        "earlier": earlier_simulations(club),
        "outcome": outcome,
    }
    return render(request, "tournaments/clubs/simulation/page.html", context, status=outcome.status)


@require_safe
@for_club(administers_club)
def simulation(request: StaffRequest, club: Club, planning: int) -> HttpResponse:
    """While it runs htmx asks for the fragment every second; without JavaScript the page is loaded again."""
    found = get_object_or_404(SimulationRun.objects.select_related("club"), pk=planning, club=club)
    template = "_planning.html" if request.htmx else "planning.html"
    context = {"club": club, "page": simulation_page(found)}
    return render(request, f"tournaments/clubs/simulation/{template}", context)


@require_POST
@for_club(administers_club)
def cancel(request: StaffRequest, club: Club, planning: int) -> HttpResponse:
    found = get_object_or_404(SimulationRun, pk=planning, club=club)
    cancel_simulation(found)
    return HttpResponseRedirect(reverse("planning", args=[club.slug, found.pk]))
