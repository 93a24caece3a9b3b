"""A plan over HTTP: published whole and taken back by the director. It is looked at in views/standings/standings.py."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.services import rounds
from tournaments.views.common.outcome import carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening.evening import answer


@require_POST
@for_tournament()
def publish_schedule(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    outcome = carry_out(
        lambda: rounds.publish_schedule(tournament, seen_number=seen_number(request, "seen_number"), **done_by(request))
    )
    return answer(request, tournament, outcome)


@require_POST
@for_tournament()
def take_back_schedule(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    outcome = carry_out(
        lambda: rounds.take_back_schedule(
            tournament, seen_number=seen_number(request, "seen_number"), **done_by(request)
        )
    )
    return answer(request, tournament, outcome)
