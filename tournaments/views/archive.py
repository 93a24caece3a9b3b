"""What a club has played: its seasons, and its players across them."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.pages.archive import archive_page
from tournaments.pages.public_event import public_event_page
from tournaments.pages.public_player import public_player_page
from tournaments.pages.season_in_numbers import season_in_numbers
from tournaments.views.visitors import VisitorRequest, club_for_all, shown


@require_safe
@club_for_all
def public_seasons(request: VisitorRequest, club: Club) -> HttpResponse:
    return shown(request, "tournaments/archive/page.html", {"page": archive_page(club), "is_one": False})


@require_safe
@club_for_all
def public_season(request: VisitorRequest, club: Club, season: int) -> HttpResponse:
    page = archive_page(club, season=season)
    return shown(request, "tournaments/archive/page.html", {"page": page, "is_one": True})


@require_safe
@club_for_all
def public_season_numbers(request: VisitorRequest, club: Club, season: int) -> HttpResponse:
    return shown(request, "tournaments/season_numbers/page.html", {"page": season_in_numbers(club, season)})


@require_safe
@club_for_all
def public_event(request: VisitorRequest, club: Club, event: int) -> HttpResponse:
    return shown(request, "tournaments/event/public.html", {"page": public_event_page(club, event)})


@require_safe
@club_for_all
def public_player(request: VisitorRequest, club: Club, public_key: str) -> HttpResponse:
    return shown(request, "tournaments/public_player/page.html", {"page": public_player_page(club, public_key)})
