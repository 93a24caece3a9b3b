"""What everybody sees: the front door, clubs, tournaments and their rounds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.demo import shown_card
from tournaments.models import Club, Tournament
from tournaments.pages.calendar.attendance_settings import sentences_of
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.clubs.front_page import home_page
from tournaments.pages.clubs.public_club import public_club_page
from tournaments.pages.clubs.welcome import welcome_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.round import entrants_page, newest_round, round_page
from tournaments.pages.standings.round_context import rounds_of
from tournaments.services.clubs.clubs import nobody_is_here
from tournaments.views.common.public_access import VisitorRequest, club_for_all, shown, tournament_for_all
from tournaments.views.common.request import page_number


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The one public page that reads what is asked for, so it is not kept."""
    front = home_page(request.GET.get("q", ""), page_number(request))
    if not front.clubs and not front.found.search and nobody_is_here():
        return redirect("first_club")
    card = shown_card() if front.demo else None
    return render(request, "tournaments/clubs/front_page/page.html", {"page": front, "card": card})


@require_safe
@club_for_all
def public_club(request: VisitorRequest, club: Club) -> HttpResponse:
    return shown(request, "tournaments/clubs/public_club/page.html", {"page": public_club_page(club), "club": club})


@require_safe
@club_for_all
def public_welcome(request: VisitorRequest, club: Club) -> HttpResponse:
    """The one page of a club that search engines may keep, where it wants that."""
    answer = shown(request, "tournaments/clubs/welcome/page.html", {"page": welcome_page(club), "club": club})
    if club.is_listed and not request.is_live:
        answer["X-Robots-Tag"] = "index, nofollow"
    return answer


@require_safe
@tournament_for_all
def public_tournament(request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    """The newest published round; before the first, who has entered."""
    number = newest_round(tournament)
    return _round(request, tournament, number) if number is not None else _entrants(request, tournament)


@require_safe
@tournament_for_all
def public_own_board(request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    """Where the QR codes lead: it asks who the reader is, and from then on shows their board alone."""
    number = newest_round(tournament)
    if number is None:
        return _entrants(request, tournament)
    page = round_page(tournament, Audience.PUBLIC, number=number)
    return shown(
        request, "tournaments/rounds/round/board.html", {"page": page, "tournament": tournament, "place": "names"}
    )


def _entrants(request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    page = entrants_page(tournament, Audience.PUBLIC)
    dates = {"dates": dates_page(tournament), "taking_part": sentences_of(tournament)}
    context = {"page": page, "tournament": tournament, "place": "round", **dates}
    return shown(request, "tournaments/rounds/round/entrants.html", context)


@require_safe
@tournament_for_all
def public_round(request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round(request, tournament, number)


@require_safe
@tournament_for_all
def public_round_names(request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The round by name alone: what a large tournament opens first."""
    page = round_page(tournament, Audience.PUBLIC, number=number)
    return shown(
        request, "tournaments/rounds/round/names.html", {"page": page, "tournament": tournament, "place": "names"}
    )


def _round(request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    page = round_page(tournament, Audience.PUBLIC, number=number)
    context = {"page": page, "tournament": tournament, "place": "round"}
    if page.rounds[-1].is_shown:
        context["dates"] = dates_page(tournament, rounds_of(tournament))
        context["taking_part"] = sentences_of(tournament)
    return shown(request, "tournaments/rounds/round/page.html", context)
