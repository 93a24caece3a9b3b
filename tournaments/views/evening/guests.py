"""A guest in one tap: entered, numbered and marked as here; a name that the club knows is asked about first."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.evening.guests import GuestForm
from tournaments.models import Entry, Player, RoundState, Tournament
from tournaments.pages.evening.guests import KnownPlayer, earlier_guests, known_players
from tournaments.selectors.display_names import display_names_in
from tournaments.services.evening import guests
from tournaments.views.common import person_page
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament
from tournaments.views.evening import door


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def enter_guest(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    form = GuestForm(sent(request))
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, form)
    another = form.cleaned_data["another_of_the_name"]
    known = () if another else known_players(tournament, form.guest.given_name, form.guest.family_name)
    if known:
        return _page(request, tournament, form, known=known)
    welcomed: list[Entry] = []
    outcome = carry_out(
        lambda: welcomed.append(
            guests.enter_guest(tournament, form.guest, another_of_the_name=another, **done_by(request))
        )
    )
    if outcome.is_refused:
        return _page(request, tournament, form, outcome=outcome)
    return _back(request, tournament, welcomed)


@require_POST
@for_tournament()
def enter_known_player(request: StaffRequest, tournament: Tournament, player: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player, club=tournament.club)
    welcomed: list[Entry] = []
    outcome = carry_out(lambda: welcomed.append(guests.enter_known_player(tournament, found, **done_by(request))))
    if outcome.is_refused:
        return _page(request, tournament, GuestForm(), outcome=outcome)
    return _back(request, tournament, welcomed)


@require_POST
@for_tournament()
def set_guest(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = get_object_or_404(tournament.entries, pk=entry)
    is_guest = request.POST.get("is_guest") == "yes"
    outcome = carry_out(lambda: guests.set_guest(found, is_guest=is_guest, **done_by(request)))
    return person_page.answer(request, tournament, entry, outcome)


def _back(request: StaffRequest, tournament: Tournament, welcomed: list[Entry]) -> HttpResponse:
    """To where the guest was asked for, or to what can be done for somebody who comes after publishing. `welcomed` is
    empty where the form was sent twice."""
    entry = welcomed[0] if welcomed else None
    place = [tournament.club.slug, tournament.slug]
    newest = tournament.rounds.order_by("-number").first()
    published = newest if newest is not None and newest.state == RoundState.PUBLISHED else None
    if entry is not None and published is not None:
        text = _("{player} has number {number} in {tournament}. The round is published: choose a place for them.")
        messages.success(request, _filled(text, tournament, entry))
        return HttpResponseRedirect(reverse("person", args=[*place, entry.pk]))
    if entry is not None:
        text = _("{player} has number {number} in {tournament} and is marked as here.")
        messages.success(request, _filled(text, tournament, entry))
    if request.POST.get("back") == "door":
        player = entry.player_id if entry else None
        return HttpResponseRedirect(door.address(tournament.club, only=request.POST.get("group", ""), player=player))
    anchor = f"#entry-row-{entry.pk}" if entry else ""
    return HttpResponseRedirect(reverse("evening", args=place) + anchor)


def _filled(text: str, tournament: Tournament, entry: Entry) -> str:
    return text.format(player=display_names_in(tournament)[entry.pk], number=entry.number, tournament=tournament.name)


def _page(
    request: StaffRequest,
    tournament: Tournament,
    form: GuestForm,
    *,
    known: tuple[KnownPlayer, ...] = (),
    outcome: Outcome = NOTHING_DONE,
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "known": known,
        "earlier": () if known else earlier_guests(tournament),
        "outcome": outcome,
        "back": request.POST.get("back") or request.GET.get("back", ""),
        "group": request.POST.get("group", ""),
    }
    status = 422 if form.errors or known else outcome.status
    return render(request, "tournaments/evening/guests/page.html", context, status=status)
