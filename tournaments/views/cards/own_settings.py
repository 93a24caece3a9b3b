"""What players choose by their card, one thing in each request; and their own calendar."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from clubchess.site import site_of
from tournaments.exchange.calendar import CONTENT_TYPE, serialise
from tournaments.models import CardKey, Player
from tournaments.pages.cards.own_calendar import is_calendar_token
from tournaments.pages.cards.own_calendar import own_calendar as calendar_of
from tournaments.pages.cards.own_settings import own_settings as settings_of
from tournaments.services.cards import own_settings
from tournaments.services.players import card_keys
from tournaments.services.players.notifications import Mail
from tournaments.services.players.push_subscriptions import Phone, Push, choose_push
from tournaments.services.players.vapid_keys import application_server_key
from tournaments.views.cards.card_access import CardRequest, for_card, private
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, receipt_of, seen_number


@require_safe
@for_card
def show_own_settings(request: CardRequest, card: HeldCard) -> HttpResponse:
    return _page(request, card)


@require_POST
@for_card
def choose_own_name(request: CardRequest, card: HeldCard) -> HttpResponse:
    sent, seen = request.POST.get("shown_as", ""), request.POST.get("seen", "")
    return _done(
        request, card, lambda: own_settings.choose_shown_as(card.player, sent, seen=seen, receipt=receipt_of(request))
    )


@require_POST
@for_card
def choose_own_language(request: CardRequest, card: HeldCard) -> HttpResponse:
    sent, seen = request.POST.get("language", "?"), request.POST.get("seen", "")
    return _done(
        request, card, lambda: own_settings.choose_language(card.player, sent, seen=seen, receipt=receipt_of(request))
    )


@require_POST
@for_card
def choose_own_mail(request: CardRequest, card: HeldCard) -> HttpResponse:
    mail, wanted = request.POST.get("mail", ""), request.POST.get("wanted") == "yes"
    if mail not in Mail.values:
        return _page(request, card, UNREADABLE)
    return _done(
        request,
        card,
        lambda: own_settings.choose_mail(card.player, Mail(mail), wanted=wanted, receipt=receipt_of(request)),
    )


@require_POST
@for_card
def choose_own_push(request: CardRequest, card: HeldCard) -> HttpResponse:
    """Of this phone, which names itself."""
    push, wanted = request.POST.get("push", ""), request.POST.get("wanted") == "yes"
    phone = Phone(**{name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")})
    if push not in [*Push] or not phone.endpoint:
        return _page(request, card, UNREADABLE)
    return _done(request, card, lambda: choose_push(card.key, phone, Push(push), wanted=wanted))


@require_POST
@for_card
def renew_own_calendar(request: CardRequest, card: HeldCard) -> HttpResponse:
    seen = seen_number(request, "seen")
    return _done(
        request, card, lambda: own_settings.renew_calendar(card.player, seen=seen, receipt=receipt_of(request))
    )


@require_POST
@for_card
def withdraw_own_key(request: CardRequest, card: HeldCard, key: int) -> HttpResponse:
    found = get_object_or_404(CardKey.objects.select_related("player__club"), pk=key, player=card.player)
    return _done(request, card, lambda: card_keys.withdraw_key(found, by_card=True, receipt=receipt_of(request)))


@require_POST
@for_card
def ask_to_be_erased(request: CardRequest, card: HeldCard) -> HttpResponse:
    return _done(request, card, lambda: own_settings.ask_to_be_erased(card.player, receipt=receipt_of(request)))


@require_safe
def own_calendar(request: HttpRequest, club: str, public_key: str, token: str) -> HttpResponse:
    """For calendar programs, which bring no cookie: the address is the key."""
    player = Player.with_merged.select_related("club").filter(club__slug=club, public_key=public_key).first()
    if player is None or not is_calendar_token(player, token):
        raise Http404
    player = Player.with_merged.now(pk=player.pk) or player
    response = HttpResponse(serialise(calendar_of(player, site_of(request))), content_type=CONTENT_TYPE)
    response["Content-Disposition"] = 'inline; filename="chess.ics"'
    response["X-Robots-Tag"] = "noindex"
    return private(response)


def _done(request: CardRequest, card: HeldCard, verb: Callable[[], object]) -> HttpResponse:
    outcome = carry_out(verb)
    if outcome.is_refused:
        return _page(request, card, outcome)
    return HttpResponseRedirect(reverse("my_settings", args=[card.player.club.slug, card.player.public_key]))


def _page(request: CardRequest, card: HeldCard, outcome: Outcome = NOTHING_DONE) -> HttpResponse:
    player = Player.objects.select_related("club").get(pk=card.player.pk)  # as it is after what was refused
    living = frozenset(card_keys.active_keys().filter(player=player).values_list("pk", flat=True))
    page = settings_of(player, this_key=card.key.pk, living=living)
    context = {
        "club": player.club,
        "page": page,
        "outcome": outcome,
        "keeps_offline": settings.OFFLINE_PAGES,
        "application_server_key": application_server_key() if settings.OFFLINE_PAGES else "",
        "held": [each.player for each in request.club_cards],
        "webcal": f"webcal://{site_of(request).partition('://')[2]}",
    }
    return render(request, "tournaments/cards/cards/settings.html", context, status=outcome.status)
