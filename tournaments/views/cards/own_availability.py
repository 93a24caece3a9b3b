"""What players say by their card: of an evening, of a longer time, of all evenings. One tap in each request."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.cards.own_availability import SentAnswer, day_in, default_availability_in, sent_answer, time_in
from tournaments.models import AwayPeriod, Club, Entry, Player, RespondedBy
from tournaments.services.calendar import availability
from tournaments.services.cards import own_availability
from tournaments.views.cards.card_access import CardRequest, for_card, for_cards
from tournaments.views.cards.cards import answer_to, page_of
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import UNREADABLE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import whole_number


@require_POST
@for_card
def own_response(request: CardRequest, card: HeldCard) -> HttpResponse:
    """For the tournaments of an evening that the form names."""
    return _answered(request, card, [card.player])


@require_POST
@for_cards
def answer_for_all(request: CardRequest, club: Club) -> HttpResponse:
    """All who hold a card on this phone."""
    players = [each.player for each in request.club_cards]
    outcome = _answer(request, players)
    if outcome.is_refused:
        return page_of(request, club, outcome=outcome)
    return HttpResponseRedirect(reverse("me", args=[club.slug]))


@require_POST
@for_card
def own_time_away(request: CardRequest, card: HeldCard) -> HttpResponse:
    """From all tournaments of the club."""
    first_day, last_day = day_in(request.POST, "first_day"), day_in(request.POST, "last_day")
    if first_day is None or last_day is None:
        outcome = Outcome(status=422, message=_("Say from which day to which day you are away."), tone="bad")
    else:
        outcome = _carry_out(
            lambda: availability.set_away(
                card.player,
                first_day,
                last_day,
                said_by=RespondedBy.CARD,
                actor=None,
                by_card=card.player.pk,
                receipt=receipt_of(request),
            )
        )
    return answer_to(request, card, outcome)


@require_POST
@for_card
def end_own_time_away(request: CardRequest, card: HeldCard, period: int) -> HttpResponse:
    found = (
        AwayPeriod.objects.filter(player=card.player, pk=period).select_related("tournament__club", "player").first()
    )
    if found is None:  # ended meanwhile, on another phone
        return answer_to(request, card, Outcome())
    outcome = _carry_out(
        lambda: availability.end_away(found, actor=None, by_card=card.player.pk, receipt=receipt_of(request))
    )
    return answer_to(request, card, outcome)


@require_POST
@for_card
def own_default_availability(request: CardRequest, card: HeldCard) -> HttpResponse:
    """In one tournament."""
    keys = request.POST.getlist("entry")
    (entry,) = _entries([card.player], [key for each in keys if (key := whole_number(each)) is not None][:1])
    plan = default_availability_in(request.POST)
    if plan is None:
        return answer_to(request, card, UNREADABLE)
    outcome = _carry_out(
        lambda: availability.set_default_availability(
            entry,
            plan,
            usual_arrival=time_in(request.POST, "usual_arrival"),
            actor=None,
            by_card=card.player.pk,
            receipt=receipt_of(request),
        )
    )
    return answer_to(request, card, outcome)


def _answered(request: CardRequest, card: HeldCard, players: Collection[Player]) -> HttpResponse:
    return answer_to(request, card, _answer(request, players))


def _answer(request: CardRequest, players: Collection[Player]) -> Outcome:
    sent = sent_answer(request.POST)
    if sent is None:
        return UNREADABLE
    entries = _entries(players, sent.entries)
    return _carry_out(lambda: _say(request, sent, entries))


def _say(request: CardRequest, sent: SentAnswer, entries: Collection[Entry]) -> None:
    own_availability.respond_for_all(
        entries,
        sent.date,
        sent.reply,
        arrives_at=sent.arrives_at,
        first_round=sent.first_round,
        last_round=sent.last_round,
        sits_out=sent.sits_out,
        seen=sent.seen,
        promised=sent.promised,
        receipt=receipt_of(request),
    )


def _entries(players: Collection[Player], keys: Collection[int]) -> list[Entry]:
    """All of them theirs, in tournaments that are there; else it is another's form."""
    found = Entry.objects.filter(player__in=players, pk__in=keys, tournament__trashed_at=None)
    entries = list(found.select_related("tournament__club", "tournament__season", "player"))
    if not keys or len(entries) != len(set(keys)):
        raise Http404
    return entries


def _carry_out(verb: Callable[[], object]) -> Outcome:
    try:
        return carry_out(verb)
    except availability.PromiseChanged:
        message = _("This answer now counts differently. Nothing was saved: check it and answer again.")
        return Outcome(status=409, message=message, tone="warn", is_stale=True)
