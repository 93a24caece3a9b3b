"""The club's leagues and teams over HTTP, for those who run them."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exchange.league_rules import written_league_rules
from tournaments.forms.teams.leagues import LeagueForms, RulesFileForm, TeamForm
from tournaments.forms.teams.squads import sent_squad, squad_form
from tournaments.models import Club, League, OutsideTeam, Season
from tournaments.pages.files.tournament_export import Download
from tournaments.pages.teams.fixture_words import rules_in_sentences
from tournaments.pages.teams.teams import teams_page
from tournaments.pairing.teams.leagues import LeagueRules
from tournaments.permissions import directs_in_club
from tournaments.recording import action_of
from tournaments.selectors.outside_teams import rules_of
from tournaments.services.teams import leagues as services
from tournaments.services.teams import squads
from tournaments.views.common.attachment import attachment
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club


@never_cache
@require_safe
@for_club(directs_in_club)
def teams(request: StaffRequest, club: Club) -> HttpResponse:
    return render(request, "tournaments/teams/leagues/teams.html", {"club": club, "page": teams_page(club)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def make_league(request: StaffRequest, club: Club, season: int) -> HttpResponse:
    """First which league, since its rules fill in the rest."""
    found = get_object_or_404(Season, pk=season, club=club)
    data = sent(request)
    preset = (data or request.GET).get("preset", "")
    forms = LeagueForms.of(data, preset=preset)
    outcome = NOTHING_DONE
    if data is not None:
        outcome = Outcome(status=422)
        if forms.is_valid():
            outcome = carry_out(lambda: services.make_league(club, found, forms.settings(), **done_by(request)))
        if (made := action_of(club, **done_by(request))) is not None:
            return redirect("edit_squad", club.slug, made.facts["league"])
    return _league_page(request, club, forms, outcome, season=found, preset=forms.rules.preset or "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_league(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    found = _league(club, league)
    data = sent(request)
    forms = LeagueForms.of(data, league=found)
    seen = services.league_version(found) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None:
        outcome = Outcome(status=422)
        if forms.is_valid():
            settings = forms.settings()
            outcome = carry_out(lambda: services.edit_league(found, settings, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("teams", club.slug)
        if outcome.is_stale:
            found = _league(club, league)
            forms, seen = LeagueForms.of(None, league=found), services.league_version(found)
    return _league_page(request, club, forms, outcome, season=found.season, league=found, seen=seen)


def _league_page(
    request: StaffRequest, club: Club, forms: LeagueForms, outcome: Outcome, **more: object
) -> HttpResponse:
    info = LeagueRules.info
    preset = forms.rules.preset or ""
    context = {
        "club": club,
        "forms": forms,
        "outcome": outcome,
        "presets": [(code, _(name)) for code, name in info.names.items()],
        "source": _(info.sources[preset]) if preset in info.sources else "",
        "file": RulesFileForm(label_suffix=""),
        "asked": [_(forms.rules.options[code].label) for code in info.asked.get(preset, ())],
        **more,
    }
    return render(request, "tournaments/teams/leagues/league.html", context, status=outcome.status)


@require_POST
@for_club(directs_in_club)
def take_league_rules(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    """From a file; wrong, the rules stay as they are."""
    found = _league(club, league)
    file = RulesFileForm(request.POST, request.FILES, label_suffix="")
    seen = request.POST.get("seen", "")
    outcome = Outcome(status=422)
    if file.is_valid():
        settings = services.LeagueSettings(
            name=found.name, rules=file.cleaned_data["file"], also_day_after=found.also_day_after
        )
        outcome = carry_out(lambda: services.edit_league(found, settings, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("edit_league", club.slug, found.pk)
    found = _league(club, league)
    forms, seen = LeagueForms.of(None, league=found), services.league_version(found)
    return _league_page(request, club, forms, outcome, season=found.season, league=found, seen=seen, file=file)


@never_cache
@require_safe
@for_club(directs_in_club)
def league_rules_file(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    found = _league(club, league)
    return attachment(Download(file_name=f"league-{found.pk}.json", data=written_league_rules(rules_of(found))))


@require_POST
@for_club(directs_in_club)
def delete_league(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    found = League.objects.filter(pk=league, club=club).first()
    if found is None:
        if action_of(club, **done_by(request)) is not None:
            return redirect("teams", club.slug)  # sent twice
        raise Http404
    outcome = carry_out(partial(services.delete_league, found, **done_by(request)))
    if not outcome.is_refused:
        return redirect("teams", club.slug)
    found = _league(club, league)
    forms, seen = LeagueForms.of(None, league=found), services.league_version(found)
    return _league_page(request, club, forms, outcome, season=found.season, league=found, seen=seen)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_squad(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    """The list for a league, from the top."""
    found = _league(club, league)
    data = sent(request)
    form = squad_form(found) if data is None else sent_squad(found, data)
    seen = squads.version_of(found) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None:
        if form.wrong:
            outcome = Outcome(status=422)
        else:
            outcome = carry_out(lambda: squads.write_squad(found, form.people, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("edit_squad", club.slug, found.pk)
        if outcome.is_stale:
            form, seen = squad_form(found), squads.version_of(found)
    context = {
        "club": club,
        "league": found,
        "form": form,
        "seen": seen,
        "teams": list(found.teams.order_by("number")),
        "rules": rules_in_sentences(rules_of(found)),
        "outcome": outcome,
    }
    return render(request, "tournaments/teams/leagues/squad.html", context, status=outcome.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def make_team(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    found = _league(club, league)
    number = 1 + max(found.teams.values_list("number", flat=True), default=0)
    name = f"{club.name} {number}"[:100]
    known = {"name": name, "number": number, "boards": rules_of(found).boards}
    form = TeamForm(club, sent(request), initial=known)
    outcome = NOTHING_DONE
    if form.is_bound:
        outcome = Outcome(status=422)
        if form.is_valid():
            outcome = carry_out(lambda: services.make_team(found, form.settings(), **done_by(request)))
        if (made := action_of(club, **done_by(request))) is not None:
            return redirect("outside_team", club.slug, made.facts["team"])
    context = {"club": club, "league": found, "form": form, "outcome": outcome}
    return render(request, "tournaments/teams/leagues/team.html", context, status=outcome.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_team(request: StaffRequest, club: Club, team: int) -> HttpResponse:
    found = team_or_404(club, team)
    data = sent(request)
    form = TeamForm.of(found, data)
    seen = services.team_version(found) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None:
        outcome = Outcome(status=422)
        if form.is_valid():
            settings = form.settings()
            outcome = carry_out(lambda: services.edit_team(found, settings, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("outside_team", club.slug, found.pk)
        if outcome.is_stale:
            found = team_or_404(club, team)
            form, seen = TeamForm.of(found), services.team_version(found)
    return _team_page(request, club, found, outcome, form=form, seen=seen)


@require_POST
@for_club(directs_in_club)
def delete_team(request: StaffRequest, club: Club, team: int) -> HttpResponse:
    found = OutsideTeam.objects.filter(pk=team, league__club=club).select_related("league__club").first()
    if found is None:
        if action_of(club, **done_by(request)) is not None:
            return redirect("teams", club.slug)  # sent twice
        raise Http404
    outcome = carry_out(partial(services.delete_team, found, **done_by(request)))
    if not outcome.is_refused:
        return redirect("teams", club.slug)
    found = team_or_404(club, team)
    return _team_page(request, club, found, outcome, form=TeamForm.of(found), seen=services.team_version(found))


def _team_page(
    request: StaffRequest, club: Club, team: OutsideTeam, outcome: Outcome, *, form: TeamForm, seen: str
) -> HttpResponse:
    context = {"club": club, "league": team.league, "team": team, "form": form, "seen": seen, "outcome": outcome}
    return render(request, "tournaments/teams/leagues/team.html", context, status=outcome.status)


def team_or_404(club: Club, team: int) -> OutsideTeam:
    teams = OutsideTeam.objects.select_related("league__season", "league__club", "captain")
    return get_object_or_404(teams, pk=team, league__club=club)


def _league(club: Club, league: int) -> League:
    return get_object_or_404(League.objects.select_related("season", "club"), pk=league, club=club)
