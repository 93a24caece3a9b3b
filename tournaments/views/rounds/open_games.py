"""Games still to play over HTTP: all of them, one with its dates, and what becomes of those not played in time."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.rounds.game_dates import GameDatesForm
from tournaments.forms.rounds.unplayed_games import DecidedForm
from tournaments.models import Game, Tournament
from tournaments.pages.cup.playable_matches import playable_matches
from tournaments.pages.rounds.open_games import GamePage, game_page, open_games_page
from tournaments.services.rounds import game_dates, unplayed_games
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament


@never_cache
@require_safe
@for_tournament()
def open_games(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _list(request, tournament, NOTHING_DONE)


@require_POST
@for_tournament()
def decide_games(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Of one game or of several, each as the button or the box says."""
    form = DecidedForm(request.POST.getlist("decided"))
    if not form.is_valid():
        return _list(request, tournament, UNREADABLE)
    try:
        outcome = carry_out(
            lambda: unplayed_games.decide_unplayed(tournament, form.cleaned_data["decided"], **done_by(request))
        )
    except Game.DoesNotExist as error:
        raise Http404 from error
    return answer(request, tournament, outcome)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def set_game_dates(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    page = _game(tournament, game)
    if request.method != "POST":
        return _of_game(request, tournament, page, _form(page), NOTHING_DONE)
    form = _form(page, sent(request))
    if not form.is_valid():
        return _of_game(request, tournament, page, form, Outcome(status=422))
    found = Game.objects.select_related("round__tournament").get(pk=game)
    found.round.tournament = tournament
    outcome = carry_out(
        lambda: game_dates.set_dates(
            found,
            date=form.cleaned_data["date"],
            play_by=form.cleaned_data.get("play_by", page.play_by),
            seen=request.POST.get("seen", ""),
            **done_by(request),
        )
    )
    if not outcome.is_refused:
        return _to_the_list(tournament)
    page = _game(tournament, game)
    return _of_game(request, tournament, page, _form(page) if outcome.is_stale else form, outcome)


def _game(tournament: Tournament, game: int) -> GamePage:
    try:
        return game_page(tournament, game)
    except Game.DoesNotExist as error:
        raise Http404 from error


def _form(page: GamePage, data: object = None) -> GameDatesForm:
    return GameDatesForm(
        data,  # type: ignore[arg-type]  # what was sent, or nothing
        is_played=page.open is None,
        initial={"date": page.date, "play_by": page.play_by},
    )


def answer(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    """After undo."""
    return _list(request, tournament, outcome) if outcome.is_refused else _to_the_list(tournament)


def _to_the_list(tournament: Tournament) -> HttpResponse:
    return HttpResponseRedirect(reverse("open_games", args=[tournament.club.slug, tournament.slug]))


def _list(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": open_games_page(tournament),
        "outcome": outcome,
    }
    return render(request, "tournaments/rounds/open_games/page.html", context, status=outcome.status)


def _of_game(
    request: StaffRequest, tournament: Tournament, page: GamePage, form: GameDatesForm, outcome: Outcome
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": page,
        "form": form,
        "outcome": outcome,
        "to_play": playable_matches(tournament, request.user, game=page.game),
    }
    return render(request, "tournaments/rounds/open_games/game.html", context, status=outcome.status)
