"""From the address and the cookie to the cards of a club, for whoever holds one; all others are told to open theirs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from clubchess import write_limit
from clubchess.limits import Limit
from clubchess.log_in.throttle import client_address
from tournaments.models import Club
from tournaments.services.players import card_keys
from tournaments.views.cards.held_cards import HeldCard, HeldCards

View: TypeAlias = Callable[..., HttpResponse]
ResponseT = TypeVar("ResponseT", bound=HttpResponse)

_BY_CARD = Limit(120, 600)
_BY_ADDRESS = Limit(3_000, 600)
"""A whole hall is behind one address."""


class CardRequest(HttpRequest):
    """Behind `for_cards` or `for_card`."""

    held: HeldCards
    club_cards: tuple[HeldCard, ...]
    """Those of the club; never empty."""


def for_cards(view: View) -> View:
    """The view gets the Club in place of `club`, the slug; only for browsers that hold a card of it."""

    @wraps(view)
    def wrapped(request: CardRequest, /, club: str, **kwargs: Any) -> HttpResponse:
        request.held = HeldCards.of(request)
        clubs = (each.player.club for each in request.held.cards)
        found = next((each for each in clubs if each.slug == club), None) or get_object_or_404(Club, slug=club)
        request.club_cards = request.held.of_club(found)
        with timezone.override(found.time_zone):
            if not request.club_cards and "app" in request.GET:
                return private(redirect("public_club", found.slug))
            if not request.club_cards:
                return private(render(request, "tournaments/cards/cards/no_card.html", {"club": found}, status=404))
            if request.method == "POST" and not _may_write(request):
                return private(render(request, "tournaments/cards/cards/too_often.html", {"club": found}, status=429))
            if request.method != "POST":
                _saw(request.club_cards)
            return private(view(request, found, **kwargs))

    return wrapped


def for_card(view: View) -> View:
    """The view gets the HeldCard in place of `club` and `public_key`: one of those that this browser holds."""

    @for_cards
    @wraps(view)
    def wrapped(request: CardRequest, club: Club, /, public_key: str, **kwargs: Any) -> HttpResponse:
        card = next((each for each in request.club_cards if each.player.public_key == public_key), None)
        if card is None:
            return render(request, "tournaments/cards/cards/no_card.html", {"club": club}, status=404)
        return view(request, card, **kwargs)

    return wrapped


def private(response: ResponseT) -> ResponseT:
    """Kept by nobody."""
    patch_cache_control(response, no_store=True, private=True)
    return response


def _may_write(request: CardRequest) -> bool:
    keys = [each.key.pk for each in request.club_cards]
    return all([_BY_ADDRESS.allows(client_address(request)), *(_BY_CARD.allows(key) for key in keys)])


def _saw(held: tuple[HeldCard, ...]) -> None:
    """Once a day; a look does without where the database is busy."""
    keys = [each.key for each in held]
    if all(map(card_keys.was_seen_today, keys)):
        return
    try:
        with write_limit.place().one():
            card_keys.saw(keys)
    except (write_limit.AllTaken, DatabaseError):
        return
