"""Players: the list, add, edit; their contact for admins."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.players import ContactForm, PlayerForm, contact_of, values_of
from tournaments.models import Club, Player, PlayerContact
from tournaments.pages.players import players_page
from tournaments.permissions import administers_club, directs_in_club
from tournaments.services import players as service
from tournaments.views.access import for_club
from tournaments.views.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.request import StaffRequest, sent


@never_cache
@require_safe
@for_club(directs_in_club)
def players(request: StaffRequest, club: Club) -> HttpResponse:
    page = players_page(club, sought=request.GET.get("q", "")[:100])
    context = {"club": club, "page": page, "administers": administers_club(request.user, club)}
    return render(request, "tournaments/players/page.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def add_player(request: StaffRequest, club: Club) -> HttpResponse:
    form = PlayerForm(sent(request), club=club, initial={"shown_as": "full", "is_active": True})
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        outcome = carry_out(
            lambda: service.add_player(
                club,
                form.details,
                another_of_the_name=form.cleaned_data["another_of_the_name"],
                actor=request.user,
                receipt=receipt_of(request),
            )
        )
        if not outcome.is_refused:
            messages.success(request, _("{player} is in the list now.").format(player=_called(form)))
            return redirect("add_player" if "and_another" in request.POST else "players", club.slug)
    context = {"club": club, "form": form, "outcome": outcome, "administers": administers_club(request.user, club)}
    return render(request, "tournaments/players/add.html", context, status=_status(form, outcome))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_player(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player, club=club)
    form = PlayerForm(sent(request), club=club, player=found, initial=values_of(found))
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        outcome = carry_out(
            lambda: service.edit_player(
                found,
                form.details,
                seen=request.POST.get("seen", ""),
                another_of_the_name=form.cleaned_data["another_of_the_name"],
                actor=request.user,
                receipt=receipt_of(request),
            )
        )
        if not outcome.is_refused:
            messages.success(request, _("Saved: {player}.").format(player=_called(form)))
            return redirect("players", club.slug)
        found.refresh_from_db()
        form = PlayerForm(club=club, player=found, initial=values_of(found))
    return _edit_page(request, club, found, form, None, outcome)


@require_POST
@for_club(administers_club)
def edit_contact(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player, club=club)
    contact = ContactForm(request.POST)
    outcome = NOTHING_DONE
    if contact.is_valid():
        outcome = carry_out(
            lambda: service.edit_contact(found, **contact.cleaned_data, actor=request.user, receipt=receipt_of(request))
        )
        if not outcome.is_refused:
            messages.success(request, _("Saved: contact of {player}.").format(player=found.full_name))
            return redirect("players", club.slug)
    form = PlayerForm(club=club, player=found, initial=values_of(found))
    return _edit_page(request, club, found, form, contact, outcome)


def _edit_page(
    request: StaffRequest, club: Club, player: Player, form: PlayerForm, contact: ContactForm | None, outcome: Outcome
) -> HttpResponse:
    """`contact` only where it was sent; else it is made for those who may see it."""
    status = _status(form, outcome) if contact is None else _status(contact, outcome)
    if contact is None and administers_club(request.user, club):
        there = PlayerContact.objects.filter(player=player).first()
        contact = ContactForm(initial=contact_of(there) if there else {})
    context = {
        "club": club,
        "player": player,
        "seen": service.state_of(player) if not form.is_bound else request.POST.get("seen", ""),
        "form": form,
        "contact": contact,
        "outcome": outcome,
    }
    return render(request, "tournaments/players/edit.html", context, status=status)


def _status(form: PlayerForm | ContactForm, outcome: Outcome) -> int:
    return 422 if form.errors else outcome.status


def _called(form: PlayerForm) -> str:
    return f"{form.details.given_name} {form.details.family_name}".rstrip()
