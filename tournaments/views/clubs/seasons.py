"""Seasons: add, edit, close, reopen. For admins."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.setup.seasons import SeasonForm, suggested_season, values_of
from tournaments.models import Club, Event, Season
from tournaments.permissions import administers_club
from tournaments.services.setup import seasons
from tournaments.views.clubs.staff_home import show_club_home
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def add_season(request: StaffRequest, club: Club) -> HttpResponse:
    taken = set(club.seasons.values_list("name", flat=True))
    form = SeasonForm(sent(request), initial=suggested_season(timezone.localdate(), taken))
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        outcome = carry_out(lambda: seasons.open_season(club, **form.cleaned_data, **done_by(request)))
        if not outcome.is_refused:
            return _to_who_waited(request, club)
    return _form_page(request, club, form, outcome, None)


def _to_who_waited(request: StaffRequest, club: Club) -> HttpResponse:
    """To the groups that go up and down into the new season, where somebody comes from there."""
    event = whole_number(request.GET.get("groups", ""))
    if event is not None and Event.objects.filter(pk=event, club=club).exists():
        return redirect("next_groups", club.slug, event)
    return redirect("club_home", club.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def edit_season(request: StaffRequest, club: Club, season: int) -> HttpResponse:
    found = get_object_or_404(Season, pk=season, club=club)
    form = SeasonForm(sent(request), initial=values_of(found))
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        seen = request.POST.get("seen", "")
        outcome = carry_out(lambda: seasons.edit_season(found, **form.cleaned_data, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("club_home", club.slug)
        found.refresh_from_db()
        if seasons.version_of(found) != seen:
            form = SeasonForm(initial=values_of(found))
    return _form_page(request, club, form, outcome, found)


@require_POST
@for_club(administers_club)
def close_season(request: StaffRequest, club: Club, season: int) -> HttpResponse:
    found = get_object_or_404(Season, pk=season, club=club)
    outcome = carry_out(lambda: seasons.close_season(found, **done_by(request)))
    return (
        show_club_home(request, club, outcome, closing=season)
        if outcome.is_refused
        else redirect("club_home", club.slug)
    )


@require_POST
@for_club(administers_club)
def reopen_season(request: StaffRequest, club: Club, season: int) -> HttpResponse:
    found = get_object_or_404(Season, pk=season, club=club)
    outcome = carry_out(lambda: seasons.reopen_season(found, **done_by(request)))
    return show_club_home(request, club, outcome) if outcome.is_refused else redirect("club_home", club.slug)


def _form_page(
    request: StaffRequest, club: Club, form: SeasonForm, outcome: Outcome, season: Season | None
) -> HttpResponse:
    status = 422 if form.errors else outcome.status
    context: dict[str, object] = {"club": club, "form": form, "season": season, "outcome": outcome}
    if season is not None:
        context["seen"] = request.POST.get("seen", "") if form.is_bound else seasons.version_of(season)
    return render(request, "tournaments/clubs/seasons.html", context, status=status)
