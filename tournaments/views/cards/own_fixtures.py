"""Whether they can play for a team of the club, by card. One tap in each request."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from tournaments.forms.cards.own_fixtures import sent_fixture_answer, usual_answer_in
from tournaments.models import Fixture, RespondedBy, SquadPlace
from tournaments.services.teams import answers
from tournaments.views.cards.card_access import CardRequest, for_card
from tournaments.views.cards.cards import answer_to
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import UNREADABLE, carry_out, receipt_of


@require_POST
@for_card
def own_fixture_answer(request: CardRequest, card: HeldCard, fixture: int) -> HttpResponse:
    sent = sent_fixture_answer(request.POST)
    if sent is None:
        return answer_to(request, card, UNREADABLE)
    rows = Fixture.objects.filter(team__league__club=card.player.club_id).select_related("team__league__club")
    found = get_object_or_404(rows, pk=fixture)
    outcome = carry_out(
        lambda: answers.answer(
            found,
            card.player,
            sent.said,
            arrives_at=sent.arrives_at,
            said_by=RespondedBy.CARD,
            actor=None,
            by_card=card.player.pk,
            seen=sent.seen,
            receipt=receipt_of(request),
        )
    )
    return answer_to(request, card, outcome)


@require_POST
@for_card
def own_usual_answer(request: CardRequest, card: HeldCard, league: int) -> HttpResponse:
    usual = usual_answer_in(request.POST)
    if usual is None:
        return answer_to(request, card, UNREADABLE)
    rows = SquadPlace.objects.filter(player=card.player).select_related("league__club")
    place = get_object_or_404(rows, league=league)
    outcome = carry_out(
        lambda: answers.set_usual_answer(place, usual, actor=None, by_card=card.player.pk, receipt=receipt_of(request))
    )
    return answer_to(request, card, outcome)
