"""The screen in the hall, open to everybody by its plain address."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.rounds.projector import projector_page
from tournaments.views.common.public_access import VisitorRequest, shown, tournament_for_all

_SHELL = "tournaments/rounds/projector/shell.html"


@require_safe
@tournament_for_all
def public_hall(request: VisitorRequest, tournament: Tournament, part: str | None = None) -> HttpResponse:
    context = {"page": projector_page(tournament, part=part), "tournament": tournament}
    return shown(request, "tournaments/rounds/projector/page.html", context, frame=_SHELL)
