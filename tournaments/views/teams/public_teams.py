"""The club's teams for everybody: pages, calendars to subscribe to, and news."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.pages.teams.public_teams import public_team_page, public_teams_page
from tournaments.pages.teams.team_calendar import team_calendar, teams_calendar
from tournaments.pages.teams.team_feed import team_feed, teams_feed
from tournaments.views.calendar.dates import calendar_file
from tournaments.views.common.public_access import VisitorRequest, club_for_all, shown
from tournaments.views.common.public_site import SITE
from tournaments.views.rounds.feed import atom


@require_safe
@club_for_all
def public_teams(request: VisitorRequest, club: Club) -> HttpResponse:
    return shown(request, "tournaments/teams/public_teams/page.html", {"page": public_teams_page(club)})


@require_safe
@club_for_all
def public_team(request: VisitorRequest, club: Club, team: int) -> HttpResponse:
    return shown(request, "tournaments/teams/public_team/page.html", {"page": public_team_page(club, team)})


@require_safe
@club_for_all
def public_teams_calendar(_request: VisitorRequest, club: Club) -> HttpResponse:
    return calendar_file(teams_calendar(club, SITE), f"{club.slug}-teams")


@require_safe
@club_for_all
def public_team_calendar(_request: VisitorRequest, club: Club, team: int) -> HttpResponse:
    return calendar_file(team_calendar(club, team, SITE), f"{club.slug}-team-{team}")


@require_safe
@club_for_all
def public_teams_feed(request: VisitorRequest, club: Club) -> HttpResponse:
    return atom(request, teams_feed(club), club.name)


@require_safe
@club_for_all
def public_team_feed(request: VisitorRequest, club: Club, team: int) -> HttpResponse:
    return atom(request, team_feed(club, team), club.name)
