"""Players: the list, add, edit; their contact for admins."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.players.players import ContactForm, PlayerForm
from tournaments.models import Club, Player
from tournaments.pages.clubs.player_career import person_over_seasons as over_seasons
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.players_download import members_download
from tournaments.pages.players.club_rating_links import own_ratings
from tournaments.pages.players.players import players_page, plays_in
from tournaments.pages.players.rating_lists import as_new_player, found_people
from tournaments.permissions import administers_club, directs_in_club
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.rating_list_lookup import lists_for
from tournaments.services.players import players as service
from tournaments.views.common.attachment import attachment
from tournaments.views.common.names_box import empty_box
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, seen_number
from tournaments.views.common.person_page import forms_about, seen_by
from tournaments.views.common.request import StaffRequest, sent, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_safe
@for_club(directs_in_club)
def players(request: StaffRequest, club: Club) -> HttpResponse:
    page = players_page(club, sought=request.GET.get("q", "")[:100])
    return render(request, "tournaments/players/players/page.html", {"club": club, "page": page, "box": empty_box()})


@never_cache
@require_safe
@for_club(directs_in_club)
def export_members(request: StaffRequest, club: Club, kind: str) -> HttpResponse:
    """The contact of each is in it where an admin asks."""
    return attachment(members_download(club, kind, sees_private=administers_club(request.user, club)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def add_player(request: StaffRequest, club: Club) -> HttpResponse:
    key = whole_number(request.GET.get("take", ""))
    taken = as_new_player(club, key) if key is not None else None
    form = PlayerForm(sent(request), club=club, initial={"shown_as": "full", "is_active": True} | (taken or {}))
    contact = ContactForm(sent(request), initial=taken) if administers_club(request.user, club) else None
    outcome = NOTHING_DONE
    if request.method == "POST" and _are_valid(form, contact):
        outcome = carry_out(
            lambda: service.add_player(
                club,
                form.details,
                contact.cleaned_data if contact else None,
                another_of_the_name=form.cleaned_data["another_of_the_name"],
                **done_by(request),
            )
        )
        if not outcome.is_refused:
            messages.success(request, _("{player} is in the list now.").format(player=_called(form)))
            if "and_another" in request.POST:
                return redirect(reverse("add_player", args=[club.slug], query={"another": 1}))
            return redirect("players", club.slug)
    if "another" in request.GET:
        form.fields["given_name"].widget.attrs["autofocus"] = True
    sought = request.GET.get("like", "")[:100]
    context = {
        "club": club,
        "form": form,
        "contact": contact,
        "outcome": outcome,
        "has_lists": bool(lists_for(club)),
        "sought": sought,
        "found": found_people(club, sought),
    }
    return render(request, "tournaments/players/players/add.html", context, status=_status(form, contact, outcome))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_player(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    """One form, the contact on it for those who see it: all of it is saved, or nothing.

    It may say in `about` as whom of a tournament the player was looked at: then it leads back to that page.
    """
    found = get_object_or_404(Player, pk=player, club=club)
    about = found.entries.select_related("tournament").filter(pk=seen_number(request, "about")).first()
    form, contact = forms_about(request, found, sent(request))
    outcome = NOTHING_DONE
    if request.method == "POST" and _are_valid(form, contact):
        outcome = carry_out(
            lambda: service.save_player(
                found,
                form.details,
                contact.cleaned_data if contact else None,
                seen=request.POST.get("seen", ""),
                seen_contact=request.POST.get("seen_contact", ""),
                another_of_the_name=form.cleaned_data["another_of_the_name"],
                **done_by(request),
            )
        )
        if not outcome.is_refused:
            messages.success(request, _("Saved: {player}.").format(player=_called(form)))
            if about is not None:
                return redirect("person", club.slug, about.tournament.slug, about.pk)
            return redirect("players", club.slug)
        found.refresh_from_db()
        form, contact = forms_about(request, found)
    context = {
        "club": club,
        "player": found,
        "name": display_name_of(found),
        "form": form,
        "contact": contact,
        "outcome": outcome,
        "about": about,
        "plays_in": plays_in(found, request.user),
        "ratings": own_ratings(found, Audience.STAFF),
    }
    context |= seen_by(request, found, form, contact)
    return render(request, "tournaments/players/players/edit.html", context, status=_status(form, contact, outcome))


@never_cache
@require_safe
@for_club(directs_in_club)
def person_over_seasons(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    found = get_object_or_404(Player.objects.select_related("club"), pk=player, club=club)
    page = over_seasons(club, found, request.user, shows_contact=request.administers)
    return render(request, "tournaments/players/players/over_seasons.html", {"club": club, "page": page})


def _are_valid(*filled: PlayerForm | ContactForm | None) -> bool:
    """All are looked at, so that all errors are said at once."""
    answers = [form.is_valid() for form in filled if form is not None]
    return all(answers)


def _status(form: PlayerForm, contact: ContactForm | None, outcome: Outcome) -> int:
    return 422 if form.errors or (contact and contact.errors) else outcome.status


def _called(form: PlayerForm) -> str:
    return f"{form.details.given_name} {form.details.family_name}".rstrip()
