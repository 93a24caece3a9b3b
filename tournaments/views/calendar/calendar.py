"""The dates of rounds as calendars to subscribe to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.exchange.calendar import CONTENT_TYPE, RoundCalendar, serialise
from tournaments.models import Club, Tournament
from tournaments.pages.calendar.dates import club_calendar, tournament_calendar
from tournaments.views.common.public_access import club_for_all, tournament_for_all
from tournaments.views.common.public_site import SITE


@require_safe
@tournament_for_all
def public_calendar(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _file(tournament_calendar(tournament, SITE), tournament.slug)


@require_safe
@club_for_all
def public_club_calendar(_request: HttpRequest, club: Club) -> HttpResponse:
    return _file(club_calendar(club, SITE), club.slug)


def _file(calendar: RoundCalendar, name: str) -> HttpResponse:
    return HttpResponse(
        serialise(calendar),
        content_type=CONTENT_TYPE,
        headers={"Content-Disposition": f'inline; filename="{name}.ics"'},
    )
