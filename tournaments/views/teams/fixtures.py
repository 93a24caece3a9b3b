"""A team with its matches over HTTP, for those who run it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.teams.fixtures import FixtureForm
from tournaments.models import Club, Fixture
from tournaments.pages.teams.teams import team_page
from tournaments.permissions import directs_in_club
from tournaments.recording import action_of
from tournaments.services.teams import fixtures as services
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club
from tournaments.views.teams.leagues import team_or_404


@never_cache
@require_safe
@for_club(directs_in_club)
def outside_team(request: StaffRequest, club: Club, team: int) -> HttpResponse:
    page = team_page(team_or_404(club, team))
    return render(request, "tournaments/teams/fixtures/team.html", {"club": club, "page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def add_fixture(request: StaffRequest, club: Club, team: int) -> HttpResponse:
    found = team_or_404(club, team)
    form = FixtureForm(sent(request))
    outcome = NOTHING_DONE
    if form.is_bound:
        outcome = Outcome(status=422)
        if form.is_valid():
            outcome = carry_out(lambda: services.add_fixture(found, form.settings(), **done_by(request)))
        if action_of(club, **done_by(request)) is not None:
            return redirect("outside_team", club.slug, found.pk)
    context = {"club": club, "team": found, "form": form, "outcome": outcome}
    return render(request, "tournaments/teams/fixtures/edit.html", context, status=outcome.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_fixture(request: StaffRequest, club: Club, fixture: int) -> HttpResponse:
    found = fixture_or_404(club, fixture)
    data = sent(request)
    form = FixtureForm(data, fixture=found)
    seen = services.version_of(found) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None:
        outcome = Outcome(status=422)
        if form.is_valid():
            settings = form.settings()
            outcome = carry_out(lambda: services.edit_fixture(found, settings, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("fixture", club.slug, found.pk)
        if outcome.is_stale:
            found = fixture_or_404(club, fixture)
            form, seen = FixtureForm(fixture=found), services.version_of(found)
    context = {"club": club, "team": found.team, "fixture": found, "form": form, "seen": seen, "outcome": outcome}
    return render(request, "tournaments/teams/fixtures/edit.html", context, status=outcome.status)


@require_POST
@for_club(directs_in_club)
def delete_fixture(request: StaffRequest, club: Club, fixture: int) -> HttpResponse:
    found = Fixture.objects.filter(pk=fixture, team__league__club=club).select_related("team__league__club").first()
    if found is None:
        if action_of(club, **done_by(request)) is not None:
            return redirect("teams", club.slug)  # sent twice
        raise Http404
    outcome = carry_out(partial(services.delete_fixture, found, **done_by(request)))
    if not outcome.is_refused:
        return redirect("outside_team", club.slug, found.team_id)
    found = fixture_or_404(club, fixture)
    context = {
        "club": club,
        "team": found.team,
        "fixture": found,
        "form": FixtureForm(fixture=found),
        "seen": services.version_of(found),
        "outcome": outcome,
    }
    return render(request, "tournaments/teams/fixtures/edit.html", context, status=outcome.status)


def fixture_or_404(club: Club, fixture: int) -> Fixture:
    found = Fixture.objects.select_related("team__league__season", "team__league__club")
    return get_object_or_404(found, pk=fixture, team__league__club=club)
