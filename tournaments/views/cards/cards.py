"""My card over HTTP: one, or several on one phone; and forgetting them there."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.http import require_POST, require_safe

from clubchess.limits import Limit
from clubchess.log_in.throttle import client_address
from clubchess.offline import OWN_PAGE
from tournaments.models import Club
from tournaments.pages.cards.cards import cards_page
from tournaments.pages.cards.cards import own_card as my_card_page
from tournaments.services.players import card_keys
from tournaments.services.players.push_subscriptions import forget_phone
from tournaments.views.cards.card_access import CardRequest, for_card, for_cards, private
from tournaments.views.cards.held_cards import HeldCard, HeldCards
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
    forget_phone(players, request.POST.get("phone", ""))
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
    context["keeps_offline"] = settings.OFFLINE_PAGES
    if card is None:
        template = "tournaments/cards/cards/cards.html"
        context["page"] = cards_page(players)
    else:
        template = "tournaments/cards/cards/card.html"
        context["card"] = my_card_page(card.player, split="split" in request.GET)
    response = render(request, template, context, status=outcome.status)
    response[OWN_PAGE] = "card"
    request.held.keep(response)
    return response


def answer_to(request: CardRequest, card: HeldCard, outcome: Outcome) -> HttpResponse:
    """Back to where the tap was: the card's own page, or that of all on this phone."""
    club, from_all = card.player.club, request.POST.get("from") == "all"
    if outcome.is_refused:
        return page_of(request, club, None if from_all else card, outcome)
    if from_all or len(request.club_cards) == 1:
        return HttpResponseRedirect(f"{reverse('me', args=[club.slug])}#card-{card.player.public_key}")
    return HttpResponseRedirect(reverse("my_card", args=[club.slug, card.player.public_key]))


_WRONG = Limit(300, 600)
"""Of one address, behind which a whole hall opens its slips: no guesser comes far with 160 bits, but asks all day."""


@require_safe
def open_card(request: HttpRequest, token: str) -> HttpResponse:
    """The same answer for what never was, is withdrawn or was not used for too long."""
    keys = card_keys.keys_of([token])
    if keys:
        player = keys[0].player
        held = HeldCards.of(request).with_token(token)
        with override(player.language if player.language in dict(settings.LANGUAGES) else get_language()):
            address = reverse("me", args=[player.club.slug])
            if len(held.of_club(player.club)) > 1:  # of a family's the one that was opened
                address = reverse("my_card", args=[player.club.slug, player.public_key])
            response: HttpResponse = HttpResponseRedirect(address)
        held.keep(response)
    elif _WRONG.allows(client_address(request)):
        response = render(request, "tournaments/cards/cards/wrong_link.html", status=404)
    else:
        response = render(request, "tournaments/cards/cards/too_often.html", status=429)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return private(response)
