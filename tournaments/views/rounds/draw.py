"""The draw of a round, for everybody to check."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.rounds.draw import draw_page
from tournaments.views.common.public_access import VisitorRequest, shown, tournament_for_all


@require_safe
@tournament_for_all
def public_draw(request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = draw_page(tournament, number=number)
    return shown(
        request, "tournaments/rounds/draw/page.html", {"page": page, "tournament": tournament, "place": "draw"}
    )
