"""Who goes on from a level tie, over HTTP: one small form at the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.cup.matches import DecisionForm, PlayersForm, SeenDecisionForm, SharedGamesForm
from tournaments.models import PUBLIC_STATES, Game, Tournament
from tournaments.pages.rounds.matches import match_page
from tournaments.permissions import directs_tournament, helps_in_tournament
from tournaments.services.cup import consolation as service
from tournaments.services.cup import matches, shared_games
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.row_lookups import round_there
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening.evening import answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament(helps_in_tournament)
def decide(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    found = _game(tournament, game)
    if request.method != "POST":
        return _page(request, tournament, found, NOTHING_DONE)
    form = DecisionForm(request.POST)
    further = form.further()
    if not form.is_valid() or further is None:
        return _page(request, tournament, found, UNREADABLE)
    step, winner = form.cleaned_data["way"]
    decision = matches.EnteredDecision(step=step, winner=winner, games=further, as_one=form.cleaned_data["as_one"])
    outcome = carry_out(
        lambda: matches.decide_match(found, decision, seen=form.cleaned_data["seen"], **done_by(request))
    )
    return _answer(request, tournament, found, outcome)


@require_POST
@for_tournament(helps_in_tournament)
def clear(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    found = _game(tournament, game)
    form = SeenDecisionForm(request.POST)
    if not form.is_valid() or "seen" not in request.POST:
        return _page(request, tournament, found, UNREADABLE)
    outcome = carry_out(lambda: matches.clear_decision(found, seen=form.cleaned_data["seen"], **done_by(request)))
    return _answer(request, tournament, found, outcome)


@require_POST
@for_tournament()
def set_up(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """The ties of a tree that became known since their round was drawn."""
    outcome = carry_out(lambda: matches.set_up_known(tournament, seen=seen_number(request, "seen"), **done_by(request)))
    return answer(request, tournament, outcome)


@require_POST
@for_tournament()
def share_game(request: StaffRequest, tournament: Tournament, number: int, tie: int) -> HttpResponse:
    return _in_this_round(request, tournament, number, [tie], shared_games.share_games)


@require_POST
@for_tournament()
def share_games(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All that the page proposed, with one tap."""
    games = SharedGamesForm(request.POST).games()
    if games is None:
        return answer(request, tournament, UNREADABLE, number=number)
    return _in_this_round(request, tournament, number, games, shared_games.share_games)


@require_POST
@for_tournament()
def unshare_game(request: StaffRequest, tournament: Tournament, number: int, tie: int) -> HttpResponse:
    return _in_this_round(
        request, tournament, number, [tie], lambda round, games, **by: shared_games.unshare_game(round, *games, **by)
    )


@require_POST
@for_tournament()
def enter_consolation(request: StaffRequest, tournament: Tournament, cup: int) -> HttpResponse:
    """Those who are out of a cup of the club join this tournament."""
    cups = Tournament.objects.filter(club=tournament.club_id, trashed_at=None)
    found = get_object_or_404(cups.select_related("club", "season", "counts_in__season"), pk=cup)
    if not directs_tournament(request.user, found):
        raise PermissionDenied
    players = PlayersForm(request.POST).players()
    if players is None:
        return answer(request, tournament, UNREADABLE)
    outcome = carry_out(lambda: service.enter_consolation(tournament, found, players, **done_by(request)))
    return answer(request, tournament, outcome)


def _in_this_round(
    request: StaffRequest, tournament: Tournament, number: int, keys: Sequence[int], verb: Callable[..., object]
) -> HttpResponse:
    """The games are of tournaments of the club whose games count here, or did when the page was made."""
    of_club = Game.objects.filter(round__tournament__club=tournament.club_id, round__tournament__trashed_at=None)
    found = list(of_club.filter(pk__in=keys).select_related("round__tournament__club").order_by("pk"))
    if len(found) < len(set(keys)):
        raise Http404
    outcome = carry_out(lambda: verb(round_there(tournament, number), found, **done_by(request)))
    return answer(request, tournament, outcome, number=number)


def _game(tournament: Tournament, key: int) -> Game:
    games = Game.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES)
    found = get_object_or_404(games.select_related("round__tournament__club"), pk=key)
    found.round.tournament = tournament
    return found


def _answer(request: StaffRequest, tournament: Tournament, game: Game, outcome: Outcome) -> HttpResponse:
    if outcome.is_refused:
        try:
            game.refresh_from_db()
        except Game.DoesNotExist as error:
            raise Http404 from error
        game.round.tournament = tournament
        return _page(request, tournament, game, outcome)
    address = reverse("evening_round", args=[tournament.club.slug, tournament.slug, game.round.number])
    return HttpResponseRedirect(f"{address}#board-row-{game.pk}")


def _page(request: StaffRequest, tournament: Tournament, game: Game, outcome: Outcome) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": match_page(tournament, game),
        "outcome": outcome,
        "typed": request.POST.get("way", ""),
    }
    return render(request, "tournaments/cup/matches.html", context, status=outcome.status)
