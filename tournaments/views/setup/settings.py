"""A tournament's name, season and planned rounds over HTTP: edited, and ended after a round."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.setup.settings import EditTournamentForm
from tournaments.models import Tournament
from tournaments.pages.setup.round_count_effects import RoundCountEffects, round_count_effects
from tournaments.pages.setup.settings import TournamentBasics, basics_of, decided_in_words
from tournaments.services.setup import settings
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament

_OPEN_END = "open"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def edit_tournament(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Another number of rounds that changes what people have seen is looked at first, then sent once more."""
    there = basics_of(tournament, is_to_be_changed=True)
    form = EditTournamentForm(tournament, there, sent(request))
    if request.method != "POST":
        return _edit_page(request, tournament, there, form, seen=settings.version_of(tournament))
    seen = request.POST.get("seen", "")
    if not form.is_valid():
        return _edit_page(request, tournament, there, form, Outcome(status=422), seen=seen)
    effects = _to_be_seen_first(request, tournament, form) if settings.version_of(tournament) == seen else None
    if effects is not None:
        return _edit_page(request, tournament, there, form, seen=seen, effects=effects)
    outcome = carry_out(
        lambda: settings.edit_tournament(
            tournament,
            name=form.cleaned_data["name"],
            season=form.cleaned_data["season"],
            planned_rounds=form.planned_rounds,
            guests_take_places=form.cleaned_data["guests_take_places"],
            decimals_shown=form.decimals_shown,
            counts_in=form.taker,
            seen=seen,
            **done_by(request),
        )
    )
    if not outcome.is_refused:
        return HttpResponseRedirect(_set_up(tournament))
    tournament.refresh_from_db()
    there = basics_of(tournament, is_to_be_changed=True)
    if settings.version_of(tournament) != seen:
        form, seen = EditTournamentForm(tournament, there), settings.version_of(tournament)
    return _edit_page(request, tournament, there, form, outcome, seen=seen)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def end_tournament(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Looked at, it says what ending after this round changes; sent, it ends."""
    outcome = NOTHING_DONE
    if request.method == "POST":
        outcome = carry_out(
            lambda: settings.end_tournament(
                tournament, after=number, seen=request.POST.get("seen", ""), **done_by(request)
            )
        )
        if not outcome.is_refused:
            return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))
        tournament.refresh_from_db()
    there = basics_of(tournament)
    can_end = there.can_end_after == number
    if not can_end and not outcome.is_refused:
        raise Http404
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "number": number,
        "can_end": can_end,
        "seen": settings.version_of(tournament),
        "effects": round_count_effects(tournament, number) if can_end else None,
        "outcome": outcome,
    }
    return render(request, "tournaments/setup/settings/end.html", context, status=outcome.status)


def _to_be_seen_first(
    request: StaffRequest, tournament: Tournament, form: EditTournamentForm
) -> RoundCountEffects | None:
    """None where the number stays, changes nothing, or is the one whose effects were on the screen."""
    planned = form.planned_rounds
    if planned == tournament.planned_rounds or request.POST.get("looked_at") == _as_text(planned):
        return None
    effects = round_count_effects(tournament, planned)
    return effects if effects.are_any else None


def _as_text(planned: int | None) -> str:
    return _OPEN_END if planned is None else str(planned)


def _edit_page(
    request: StaffRequest,
    tournament: Tournament,
    there: TournamentBasics,
    form: EditTournamentForm,
    outcome: Outcome = NOTHING_DONE,
    *,
    seen: str,
    effects: RoundCountEffects | None = None,
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "basics": there,
        "decided": () if there.is_settled else decided_in_words(there.round_count),
        "form": form,
        "seen": seen,
        "effects": effects,
        "looked_at": _as_text(effects.planned_rounds) if effects else "",
        "outcome": outcome,
    }
    return render(request, "tournaments/setup/settings/page.html", context, status=outcome.status)


def _set_up(tournament: Tournament) -> str:
    return reverse("setup", args=[tournament.club.slug, tournament.slug])
