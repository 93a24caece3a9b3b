"""Asking to enter, over HTTP: a stranger's form, and a card holder's tap."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.setup.entries import JoiningForm
from tournaments.models import MayJoin, Tournament
from tournaments.services.cards import entry_requests
from tournaments.views.cards.card_access import CardRequest, for_card
from tournaments.views.cards.cards import page_of
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import asked_from, sent


# A stranger's request rests on nobody's rights, so there is nothing to forge; and their browser gets no cookie.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_to_enter(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Whatever becomes of it, the answer is the same: it tells nobody who is of the club."""
    there = Tournament.objects.select_related("club", "season").filter(trashed_at=None, season__is_open=True)
    found = get_object_or_404(there, club__slug=club, slug=tournament)
    if found.may_join == MayJoin.OFF:
        raise Http404
    form = JoiningForm(sent(request))
    outcome = NOTHING_DONE
    if request.method == "POST":
        outcome = _asked(request, found, form)
        if not outcome.is_refused:
            return HttpResponseRedirect(f"{reverse('ask_to_enter', args=[club, tournament])}?sent=yes")
    context = {"tournament": found, "form": form, "outcome": outcome, "is_sent": "sent" in request.GET}
    return render(request, "tournaments/cards/entry_requests.html", context, status=outcome.status)


def _asked(request: HttpRequest, tournament: Tournament, form: JoiningForm) -> Outcome:
    if not form.is_valid():
        return Outcome(status=422)
    if form.cleaned_data["website"]:  # filled in by a machine, which need not know that it was seen through
        return NOTHING_DONE
    address = asked_from(request)
    if entry_requests.asks_too_often(address):
        message = _("Too many have asked from where you are. Try again in an hour, or talk to the club.")
        return Outcome(status=429, message=message, tone="bad")
    words = {name: form.cleaned_data[name] for name in ("name", "home_club", "rating_number", "reach")}
    return carry_out(
        lambda: entry_requests.ask_to_enter(tournament, **words, asked_from=address, receipt=receipt_of(request))
    )


@require_POST
@for_card
def enter_by_card(request: CardRequest, card: HeldCard, tournament: str) -> HttpResponse:
    there = Tournament.objects.select_related("club", "season").filter(trashed_at=None)
    found = get_object_or_404(there, club=card.player.club, slug=tournament)
    outcome = carry_out(lambda: entry_requests.enter_by_card(found, by_card=card.player, receipt=receipt_of(request)))
    if outcome.is_refused:
        return page_of(request, card.player.club, card, outcome)
    return HttpResponseRedirect(reverse("my_card", args=[card.player.club.slug, card.player.public_key]))
