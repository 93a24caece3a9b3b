"""A new tournament: choose a system, then name it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.as_typed import as_typed
from tournaments.forms.options import OptionsForm
from tournaments.forms.tie_breaks import TieBreaksForm
from tournaments.forms.tournament import NewTournamentForm
from tournaments.models import Action, Club, Tournament
from tournaments.pages.system_choice import system_card, system_cards
from tournaments.pairing.discovery import SYSTEMS
from tournaments.permissions import directs_in_club
from tournaments.services.tournaments import create_tournament
from tournaments.views.access import for_club
from tournaments.views.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.request import StaffRequest, sent
from tournaments.views.tie_breaks import list_alone, status_of


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
    forms = _forms(club, system, preset, sent(request))
    if forms.tie_breaks.button:
        status = status_of(forms.tie_breaks)
        shown = list_alone(request, forms.tie_breaks) if request.htmx else None
        return shown or _page(request, club, system, preset, forms, Outcome(status=status))
    if request.method != "POST":
        return _page(request, club, system, preset, forms)
    if not forms.are_valid():
        return _page(request, club, system, preset, forms, Outcome(status=422))
    outcome, made = _create(request, club, system, preset, forms)
    if made is not None:
        return HttpResponseRedirect(reverse("setup", args=[club.slug, made.slug]))
    return _page(request, club, system, preset, forms, outcome)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Forms:
    """The three that are sent together; as typed and not judged yet where a button of the list was pressed."""

    tournament: NewTournamentForm
    options: OptionsForm
    tie_breaks: TieBreaksForm

    def are_valid(self) -> bool:
        return all([self.tournament.is_valid(), self.options.is_valid(), not self.tie_breaks.has_errors])


def _forms(club: Club, system: str, preset: str, data: QueryDict | None) -> _Forms:
    options = OptionsForm(SYSTEMS[system], data, preset=preset)
    configured = options.configured()
    plan = configured.terms().rounds
    tournament = NewTournamentForm(club, data, plan=plan)
    tie_breaks = TieBreaksForm(configured, None, data)
    if data is not None and tie_breaks.button:
        tournament = as_typed(NewTournamentForm(club, plan=plan), data)
        options = as_typed(OptionsForm(SYSTEMS[system], preset=preset), data)
    return _Forms(tournament=tournament, options=options, tie_breaks=tie_breaks)


def _page(
    request: StaffRequest, club: Club, system: str, preset: str, forms: _Forms, outcome: Outcome = NOTHING_DONE
) -> HttpResponse:
    card = system_card(system, SYSTEMS[system])
    context = {
        "club": club,
        "system": card,
        "preset": card.preset(preset),
        "form": forms.tournament,
        "options": forms.options,
        "tie_breaks": forms.tie_breaks,
        "address": request.path,
        "outcome": outcome,
    }
    return render(request, "tournaments/new_tournament/page.html", context, status=outcome.status)


def _refuse_unknown(system: str, preset: str) -> None:
    if system not in SYSTEMS or (preset and preset not in SYSTEMS[system].info.presets):
        raise Http404


def _create(
    request: StaffRequest, club: Club, system: str, preset: str, forms: _Forms
) -> tuple[Outcome, Tournament | None]:
    receipt = receipt_of(request)
    outcome = carry_out(
        lambda: create_tournament(
            club,
            season=forms.tournament.cleaned_data["season"],
            name=forms.tournament.cleaned_data["name"],
            system=system,
            preset=preset,
            options=forms.options.saved_options(),
            tie_breaks=forms.tie_breaks.chosen(),
            planned_rounds=forms.tournament.cleaned_data.get("planned_rounds"),
            actor=request.user,
            receipt=receipt,
        )
    )
    if outcome.is_refused:
        return outcome, None
    # Read back by its receipt, so that a form sent twice leads to the one tournament that it made.
    made = Action.objects.get(receipt=receipt)
    return outcome, Tournament.objects.filter(pk=made.facts.get("tournament"), club=club).first()
