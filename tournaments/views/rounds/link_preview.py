"""The picture beside a link to a tournament, drawn once for each version of it."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.exchange.images.link_preview import drawn
from tournaments.models import Tournament
from tournaments.pages.rounds.link_preview import link_preview
from tournaments.services.clubs.logos import logo_of
from tournaments.views.common.public_access import VisitorRequest, tournament_for_all


@require_safe
@tournament_for_all
def public_picture(_request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    return HttpResponse(drawn(link_preview(tournament, logo_of(tournament.club))), content_type="image/png")
