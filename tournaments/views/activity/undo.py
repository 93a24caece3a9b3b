"""The ribbon's button, from whichever of the tournament's pages it was pressed."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from tournaments.models import Action, Tournament
from tournaments.pages.common.action_sentences import is_verb_known
from tournaments.permissions import helps_in_tournament, may_undo_as_helper
from tournaments.services.activity import undo as undoing
from tournaments.views.activity import activity_log, inbox
from tournaments.views.calendar import availability
from tournaments.views.common import person_page
from tournaments.views.common.outcome import carry_out, receipt_of, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening import door, evening
from tournaments.views.rounds import open_games
from tournaments.views.setup import setup


@require_POST
@for_tournament(helps_in_tournament)
def undo(request: StaffRequest, tournament: Tournament, action: int) -> HttpResponse:
    """The form says in `back` which page it stands on, and in `round` of which round."""
    found = get_object_or_404(Action, tournament=tournament, pk=action)
    if not (request.directs or may_undo_as_helper(request.user, found)):
        raise PermissionDenied
    outcome = carry_out(
        lambda: undoing.undo_action(
            found, actor=request.user, receipt=receipt_of(request), is_known=is_verb_known(found)
        )
    )
    if request.POST.get("back") == "setup" and request.directs:
        return setup.answer(request, tournament, outcome)
    if request.POST.get("back") == "who_comes" and request.directs:
        return availability.answer(request, tournament, outcome)
    if request.POST.get("back") == "door":
        return door.answer(request, tournament.club, outcome)
    if request.POST.get("back") == "inbox" and request.directs:
        return inbox.after_undo(request, tournament, outcome)
    if request.POST.get("back") == "open_games" and request.directs:
        return open_games.answer(request, tournament, outcome)
    if request.POST.get("back") == "person":
        return person_page.answer(request, tournament, seen_number(request, "about"), outcome)
    if request.POST.get("back") == "done" and not request.htmx:
        return activity_log.answer(request, tournament, outcome)
    number = seen_number(request, "round")
    return evening.answer(request, tournament, outcome, number=number if number > 0 else None)
