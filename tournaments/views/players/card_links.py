"""The staff's side of players' cards: links made and withdrawn, and slips to print."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubchess.site import site_of
from tournaments.models import CardKey, Club, Player
from tournaments.pages.files.card_slips import card_slips
from tournaments.pages.players.card_links import chosen_players, for_whom, player_card_page
from tournaments.permissions import directs_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.players import card_keys
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_club


@never_cache
@require_safe
@for_club(directs_in_club)
def player_card(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    return _page(request, club, _player(club, player))


@require_POST
@for_club(directs_in_club)
def make_card_key(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    """Answers with the link and its slip, which are shown this once: sent again, it makes another one."""
    found = _player(club, player)
    name, is_parents = request.POST.get("name", "").strip()[:60], request.POST.get("is_parents") == "on"
    try:
        token = card_keys.make_key(found, name=name, is_parents=is_parents, actor=request.user)
    except Refused as refused:
        return _page(request, club, found, Outcome(status=409, message=refused.message, tone="bad"))
    return _slips(request, club, [found], {found.pk: token})


@require_POST
@for_club(directs_in_club)
def withdraw_card_key(request: StaffRequest, club: Club, player: int, key: int) -> HttpResponse:
    found = _player(club, player)
    there = get_object_or_404(CardKey.objects.select_related("player__club"), pk=key, player=found)
    outcome = carry_out(lambda: card_keys.withdraw_key(there, **done_by(request)))
    return _answer(request, club, found, outcome)


@require_POST
@for_club(directs_in_club)
def withdraw_card(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    """All links to it."""
    found = _player(club, player)
    outcome = carry_out(lambda: card_keys.withdraw_all(found, **done_by(request)))
    return _answer(request, club, found, outcome)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def print_card_slips(request: StaffRequest, club: Club) -> HttpResponse:
    """For everybody, for who has none, for a tournament: each gets a new link, and those they have go on."""
    living = _living(club)
    chosen = chosen_players(club, request.POST.get("whom", ""), living) if request.method == "POST" else []
    outcome = NOTHING_DONE
    if chosen:
        try:
            tokens = card_keys.make_keys(
                club, chosen, name=request.POST.get("name", "").strip()[:60], actor=request.user
            )
            return _slips(request, club, chosen, tokens)
        except Refused as refused:
            outcome = Outcome(status=409, message=refused.message, tone="bad")
    status = 422 if request.method == "POST" and not outcome.is_refused else outcome.status
    context = {"club": club, "choices": for_whom(club, living), "outcome": outcome}
    return render(request, "tournaments/players/card_links/slips.html", context, status=status)


def _slips(request: StaffRequest, club: Club, players: list[Player], tokens: dict[int, str]) -> HttpResponse:
    with translation.override(club.language or translation.get_language()):
        page = card_slips(club, players, tokens, site_of(request))
        context = {"club": club, "page": page, "player": players[0] if len(players) == 1 else None}
        return render(request, "tournaments/players/card_links/sheets.html", context)


def _player(club: Club, player: int) -> Player:
    found: Player = get_object_or_404(club.players.select_related("club"), pk=player)
    return found


def _living(club: Club) -> frozenset[int]:
    return frozenset(card_keys.active_keys().filter(player__club=club).values_list("pk", flat=True))


def _answer(request: StaffRequest, club: Club, player: Player, outcome: Outcome) -> HttpResponse:
    if outcome.is_refused:
        return _page(request, club, player, outcome)
    return HttpResponseRedirect(reverse("player_card", args=[club.slug, player.pk]))


def _page(request: StaffRequest, club: Club, player: Player, outcome: Outcome = NOTHING_DONE) -> HttpResponse:
    living = frozenset(card_keys.active_keys().filter(player=player).values_list("pk", flat=True))
    context = {"club": club, "page": player_card_page(player, living), "outcome": outcome}
    return render(request, "tournaments/players/card_links/page.html", context, status=outcome.status)
