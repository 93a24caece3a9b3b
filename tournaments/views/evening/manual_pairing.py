"""Pairing by hand over HTTP: tap one player, then another; the bye, and boards taken apart."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.evening.buttons import EntryForm, TwoEntriesForm
from tournaments.models import Entry, Game, Round, Tournament
from tournaments.pages.evening import evening_page
from tournaments.pages.evening.manual_pairing import possible_moves
from tournaments.services.evening import manual_pairing
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.row_lookups import round_there, row_there
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening.evening import answer


@require_safe
@for_tournament()
def move(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The round's boards with its players to be tapped; `?chosen=` is the entry tapped first."""
    try:
        page = evening_page(tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error
    shown = page.round
    if shown is None or not shown.can_be_moved:
        return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": page,
        "round": shown,
        "outcome": NOTHING_DONE,
        "moves": possible_moves(shown, whole_number(request.GET.get("chosen", ""))),
    }
    return render(request, f"tournaments/evening/evening/{'_whole' if request.htmx else 'page'}.html", context)


@require_POST
@for_tournament()
def swap(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _two_entries(request, tournament, number, manual_pairing.swap_players)


@require_POST
@for_tournament()
def set_board(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _two_entries(request, tournament, number, manual_pairing.set_board)


@require_POST
@for_tournament()
def give_bye(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    form = EntryForm(request.POST)

    def give(found: Round) -> None:
        manual_pairing.give_bye(
            found,
            row_there(Entry, tournament.entries.all(), form.cleaned_data["entry"]),
            beside=form.cleaned_data["beside"],
            seen_revision=seen_number(request, "seen_revision"),
            **done_by(request),
        )

    return _moved(request, tournament, number, form, give)


@require_POST
@for_tournament()
def take_bye(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    form = EntryForm(request.POST)

    def take(found: Round) -> None:
        manual_pairing.take_bye(
            found,
            row_there(Entry, tournament.entries.select_related("player"), form.cleaned_data["entry"]),
            seen_revision=seen_number(request, "seen_revision"),
            **done_by(request),
        )

    return _moved(request, tournament, number, form, take)


@require_POST
@for_tournament()
def remove_board(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    games = Game.objects.filter(round__tournament=tournament).select_related("round__tournament")

    def remove() -> None:
        manual_pairing.remove_board(
            row_there(Game, games, game), seen_revision=seen_number(request, "seen_revision"), **done_by(request)
        )

    return answer(request, tournament, carry_out(remove))


def _two_entries(
    request: StaffRequest, tournament: Tournament, number: int, verb: Callable[..., object]
) -> HttpResponse:
    form = TwoEntriesForm(request.POST)

    def carry(found: Round) -> object:
        one, other = (row_there(Entry, tournament.entries.all(), form.cleaned_data[name]) for name in ("one", "other"))
        return verb(found, one, other, seen_revision=seen_number(request, "seen_revision"), **done_by(request))

    return _moved(request, tournament, number, form, carry)


def _moved(
    request: StaffRequest, tournament: Tournament, number: int, form: forms.Form, verb: Callable[[Round], object]
) -> HttpResponse:
    """Back on the evening, where the boards and what the move does not keep can be seen."""
    outcome: Outcome = UNREADABLE
    if form.is_valid():
        outcome = carry_out(lambda: verb(round_there(tournament, number)))
    return answer(request, tournament, outcome, number=number)
