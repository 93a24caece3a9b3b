"""The message on top of the public pages, from the evening page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.forms.evening.buttons import MessageForm
from tournaments.models import Round, Tournament
from tournaments.pages.evening import EveningPage, evening_page
from tournaments.services.evening import announcement
from tournaments.views.common.outcome import UNREADABLE, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening import evening


@require_POST
@for_tournament()
def set_message(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """With htmx the message and its form alone; without it back to the round that the form names.

    What was not saved stays in the form.
    """
    form = MessageForm(request.POST)
    outcome = UNREADABLE
    if form.is_valid():
        outcome = carry_out(
            lambda: announcement.set_message(
                tournament, text=form.cleaned_data["text"], seen=form.cleaned_data["seen"], **done_by(request)
            )
        )
    number = seen_number(request, "round")
    if not request.htmx and not outcome.is_refused:
        return evening.answer(request, tournament, outcome, number=number if number > 0 else None)
    tournament.refresh_from_db(fields=["revision", "message"])
    page = _page(tournament, number)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": page,
        "round": page.round,
        "outcome": outcome,
        "typed": request.POST.get("text", "") if outcome.is_refused else "",
    }
    name = "_after_message" if request.htmx else "page"
    return render(request, f"tournaments/evening/evening/{name}.html", context, status=outcome.status)


def _page(tournament: Tournament, number: int) -> EveningPage:
    """Of the round that the form stands on, or the newest."""
    try:
        return evening_page(tournament, number if number > 0 else None)
    except Round.DoesNotExist:
        return evening_page(tournament)
