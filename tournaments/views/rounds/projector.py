"""The screen in the hall and the tablet by its door, open to everybody by their plain addresses."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.rounds.projector import Part, projector_page
from tournaments.pages.teams.team_matches import home_matches_today
from tournaments.views.common.public_access import VisitorRequest, hall_for_all, shown

_SHELL = "tournaments/rounds/projector/shell.html"
_FIND_SHELL = "tournaments/rounds/projector/find_shell.html"


@require_safe
@hall_for_all
def public_hall(request: VisitorRequest, tournament: Tournament, part: str | None = None) -> HttpResponse:
    """All lists in turn end with the matches that the club's teams play there tonight."""
    matches = home_matches_today(tournament.club) if part is None else ()
    context = {"page": projector_page(tournament, part=part), "matches": matches, "tournament": tournament}
    if part == Part.FIND:
        return shown(request, "tournaments/rounds/projector/find.html", context, frame=_FIND_SHELL)
    return shown(request, "tournaments/rounds/projector/page.html", context, frame=_SHELL)
