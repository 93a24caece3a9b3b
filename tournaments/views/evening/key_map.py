"""The choice of the keys that results are typed with."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.evening.buttons import KeyMapForm
from tournaments.models import KeyMap, Tournament
from tournaments.pages.evening.key_map import key_map_view
from tournaments.permissions import helps_in_tournament
from tournaments.services.accounts.own_account import choose_key_map as choose
from tournaments.views.common.outcome import Outcome, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening import evening


@require_POST
@for_tournament(helps_in_tournament)
def choose_key_map(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """With htmx the legend of the keys alone; without it back to the round that the form names."""
    number = seen_number(request, "round")
    form = KeyMapForm(request.POST)
    if not form.is_valid():
        outcome = Outcome(status=422, message=_("There are no such keys: choose one of the rows shown."), tone="bad")
        return evening.answer(request, tournament, outcome)
    chosen = KeyMap(form.cleaned_data["key_map"])
    outcome = carry_out(lambda: choose(request.user, chosen, **done_by(request)))
    if not request.htmx or outcome.is_refused:
        return evening.answer(request, tournament, outcome, number=number if number > 0 else None)
    context = {"club": tournament.club, "tournament": tournament, "number": number, "key_map": key_map_view(chosen)}
    return render(request, "tournaments/evening/boards/_key_map.html", context)
