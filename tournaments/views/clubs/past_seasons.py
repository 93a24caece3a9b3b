"""What a club has played: its seasons, and its players across them."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.pages.clubs.past_seasons import archive_page
from tournaments.pages.clubs.public_player import public_player_page
from tournaments.pages.clubs.season_statistics import season_in_numbers
from tournaments.pages.events.public_event import public_event_page
from tournaments.views.common.public_access import VisitorRequest, club_for_all, shown


@require_safe
@club_for_all
def public_seasons(request: VisitorRequest, club: Club) -> HttpResponse:
    return shown(request, "tournaments/clubs/past_seasons/page.html", {"page": archive_page(club), "is_one": False})


@require_safe
@club_for_all
def public_season(request: VisitorRequest, club: Club, season: int) -> HttpResponse:
    page = archive_page(club, season=season)
    return shown(request, "tournaments/clubs/past_seasons/page.html", {"page": page, "is_one": True})


@require_safe
@club_for_all
def public_season_numbers(request: VisitorRequest, club: Club, season: int) -> HttpResponse:
    return shown(request, "tournaments/clubs/season_statistics/page.html", {"page": season_in_numbers(club, season)})


@require_safe
@club_for_all
def public_event(request: VisitorRequest, club: Club, event: int) -> HttpResponse:
    return shown(request, "tournaments/events/events/public.html", {"page": public_event_page(club, event)})


@require_safe
@club_for_all
def public_player(request: VisitorRequest, club: Club, public_key: str) -> HttpResponse:
    return shown(request, "tournaments/clubs/public_player/page.html", {"page": public_player_page(club, public_key)})
