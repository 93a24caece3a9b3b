"""/c/<token>/: what a slip's QR code opens. It puts the card into the browser and leads to the club's page about it.

Looking changes nothing, so scanners of mail and chat do no harm. Nobody is told where a reader comes from.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from clubchess.limits import Limit
from clubchess.log_in.throttle import client_address
from tournaments.services.players import card_keys
from tournaments.views.cards.card_access import private
from tournaments.views.cards.held_cards import HeldCards

_WRONG = Limit(300, 600)
"""Of one address, behind which a whole hall opens its slips: no guesser comes far with 160 bits, but asks all day."""


@require_safe
def open_card(request: HttpRequest, token: str) -> HttpResponse:
    """The same answer for what never was, is withdrawn or was not used for too long."""
    keys = card_keys.keys_of([token])
    if keys:
        player = keys[0].player
        with override(player.language if player.language in dict(settings.LANGUAGES) else get_language()):
            response: HttpResponse = HttpResponseRedirect(reverse("me", args=[player.club.slug]))
        HeldCards.of(request).with_token(token).keep(response)
    elif _WRONG.allows(client_address(request)):
        response = render(request, "tournaments/cards/cards/wrong_link.html", status=404)
    else:
        response = render(request, "tournaments/cards/cards/too_often.html", status=429)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return private(response)
