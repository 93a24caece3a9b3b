"""My card over HTTP: one, or several on one phone; and forgetting them there."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Club
from tournaments.pages.cards.cards import cards_page
from tournaments.pages.cards.cards import own_card as my_card_page
from tournaments.views.cards.card_access import CardRequest, for_card, for_cards
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import NOTHING_DONE, Outcome


@require_safe
@for_cards
def cards(request: CardRequest, club: Club) -> HttpResponse:
    """The only card, or all that this browser holds of the club."""
    return page_of(request, club)


@require_safe
@for_card
def own_card(request: CardRequest, card: HeldCard) -> HttpResponse:
    return page_of(request, card.player.club, card)


@require_POST
@for_cards
def forget(request: CardRequest, club: Club) -> HttpResponse:
    """On this phone alone: the links go on. All of the club's, or the one that is named."""
    named = request.POST.get("player", "")
    players = [each.player for each in request.club_cards if named in {"", each.player.public_key}]
    left = request.held.without(*players)
    response = HttpResponseRedirect(reverse("me" if left.of_club(club) else "public_club", args=[club.slug]))
    left.keep(response)
    return response


def page_of(
    request: CardRequest, club: Club, card: HeldCard | None = None, outcome: Outcome = NOTHING_DONE
) -> HttpResponse:
    """Of one card, or of all: then the one of whoever holds no other."""
    if card is None and len(request.club_cards) == 1:
        (card,) = request.club_cards
    players = [each.player for each in request.club_cards]
    context: dict[str, object] = {"club": club, "outcome": outcome, "held": players}
    if card is None:
        template = "tournaments/cards/cards/cards.html"
        context["page"] = cards_page(players)
    else:
        template = "tournaments/cards/cards/card.html"
        context["card"] = my_card_page(card.player, split="split" in request.GET)
    response = render(request, template, context, status=outcome.status)
    request.held.keep(response)
    return response
