"""A new tournament: choose a system, then name it."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.options import OptionsForm
from tournaments.forms.tournament import NewTournamentForm
from tournaments.models import Action, Club, Tournament
from tournaments.pages.system_choice import system_card, system_cards
from tournaments.pairing.discovery import SYSTEMS
from tournaments.permissions import directs_in_club
from tournaments.services.tournaments import create_tournament
from tournaments.views.access import for_club
from tournaments.views.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.request import StaffRequest


@require_safe
@for_club(directs_in_club)
def choose_system(request: StaffRequest, club: Club) -> HttpResponse:
    context = {"club": club, "systems": system_cards(), "has_season": club.seasons.filter(is_open=True).exists()}
    return render(request, "tournaments/new_tournament/choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def create(request: StaffRequest, club: Club, system: str) -> HttpResponse:
    preset = request.POST.get("preset") or request.GET.get("preset") or ""
    _refuse_unknown(system, preset)
    data = request.POST if request.method == "POST" else None
    options = OptionsForm(SYSTEMS[system], data, preset=preset)
    form = NewTournamentForm(club, data, plan=options.configured().terms().rounds)
    outcome = NOTHING_DONE
    if data is not None:
        if all([form.is_valid(), options.is_valid()]):
            outcome, made = _create(request, club, system, preset, form, options)
            if made is not None:
                return HttpResponseRedirect(reverse("setup", args=[club.slug, made.slug]))
        else:
            outcome = Outcome(status=422)
    card = system_card(system, SYSTEMS[system])
    context = {
        "club": club,
        "system": card,
        "preset": card.preset(preset),
        "form": form,
        "options": options,
        "outcome": outcome,
    }
    return render(request, "tournaments/new_tournament/page.html", context, status=outcome.status)


def _refuse_unknown(system: str, preset: str) -> None:
    if system not in SYSTEMS or (preset and preset not in SYSTEMS[system].info.presets):
        raise Http404


def _create(
    request: StaffRequest, club: Club, system: str, preset: str, form: NewTournamentForm, options: OptionsForm
) -> tuple[Outcome, Tournament | None]:
    receipt = receipt_of(request)
    outcome = carry_out(
        lambda: create_tournament(
            club,
            season=form.cleaned_data["season"],
            name=form.cleaned_data["name"],
            system=system,
            preset=preset,
            options=options.saved_options(),
            tie_breaks=None,
            planned_rounds=form.cleaned_data.get("planned_rounds"),
            actor=request.user,
            receipt=receipt,
        )
    )
    if outcome.is_refused:
        return outcome, None
    # Read back by its receipt, so that a form sent twice leads to the one tournament that it made.
    made = Action.objects.get(receipt=receipt)
    return outcome, Tournament.objects.filter(pk=made.facts.get("tournament"), club=club).first()
