"""A tournament into the trash, and back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Club, Tournament
from tournaments.permissions import directs_in_club, directs_tournament, may_trash
from tournaments.services.clubs.trash import put_back_tournament, trash_tournament
from tournaments.views.clubs.staff_home import show_club_home
from tournaments.views.common.outcome import carry_out, done_by
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_club, for_tournament
from tournaments.views.setup import setup


@require_POST
@for_tournament(may_trash)
def trash(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    outcome = carry_out(lambda: trash_tournament(tournament, **done_by(request)))
    if outcome.is_refused:
        return setup.answer(request, tournament, outcome)
    messages.success(request, _("{tournament} is in the trash.").format(tournament=tournament.name))
    return redirect("club_home", tournament.club.slug)


@require_POST
@for_club(directs_in_club)
def put_back(request: StaffRequest, club: Club, trashed: int) -> HttpResponse:
    found = get_object_or_404(Tournament.objects.select_related("club"), club=club, pk=trashed)
    if not directs_tournament(request.user, found):
        raise PermissionDenied
    outcome = carry_out(lambda: put_back_tournament(found, **done_by(request)))
    return show_club_home(request, club, outcome) if outcome.is_refused else redirect("club_home", club.slug)
