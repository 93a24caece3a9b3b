"""Those who are here now, paired into a published round over HTTP: one tap for all who are ticked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments.forms.evening.buttons import SecondDateForm
from tournaments.models import Tournament
from tournaments.pages.evening.second_date import new_boards
from tournaments.pairing.explanations.late_changes import RoundChange
from tournaments.services.evening import late_changes
from tournaments.views.common.outcome import UNREADABLE, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.row_lookups import round_there
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening.evening import answer, ticked_here


@require_POST
@for_tournament()
def pair_those_here(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    form = SecondDateForm(request.POST)
    if not form.is_valid():
        return answer(request, tournament, UNREADABLE, number=number)
    paired: list[RoundChange] = []
    outcome = carry_out(
        lambda: paired.append(
            late_changes.pair_those_here(
                round_there(tournament, number),
                ticked_here(request),
                date=form.cleaned_data["date"],
                seen_revision=seen_number(request, "seen_revision"),
                **done_by(request),
            )
        )
    )
    for change in paired:
        messages.success(request, new_boards(tournament, change))
    return answer(request, tournament, outcome, number=number)
