"""Series for the public: the table, and one person's results."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.pages.events.public_series import series_page, series_person_page
from tournaments.views.common.public_access import VisitorRequest, club_for_all, shown


@require_safe
@club_for_all
def public_series(request: VisitorRequest, club: Club, series: int) -> HttpResponse:
    return shown(request, "tournaments/events/series/public.html", {"page": series_page(club, series)})


@require_safe
@club_for_all
def public_series_person(request: VisitorRequest, club: Club, series: int, public_key: str) -> HttpResponse:
    page = series_person_page(club, series, public_key)
    return shown(request, "tournaments/events/series/person.html", {"page": page})
