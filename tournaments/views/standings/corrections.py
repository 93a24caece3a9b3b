"""A correction of an earlier round, looked at before it is saved."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import PUBLIC_STATES, Game, Tournament
from tournaments.pages.standings.correction_preview import NothingToCorrect, correction_page
from tournaments.pairing.types.snapshot import Result
from tournaments.permissions import helps_in_tournament
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament


@require_safe
@for_tournament(helps_in_tournament)
def correct(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    """`?result=`: what the board is to have. The form on the page saves it as any result is saved."""
    games = Game.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES).select_related("round")
    found = get_object_or_404(games, pk=game)
    if (wanted := request.GET.get("result", "")) not in set(Result):
        raise Http404
    try:
        page = correction_page(tournament, found, Result(wanted))
    except NothingToCorrect as error:
        raise Http404 from error
    context = {"club": tournament.club, "tournament": tournament, "page": page}
    return render(request, "tournaments/standings/corrections/page.html", context)
