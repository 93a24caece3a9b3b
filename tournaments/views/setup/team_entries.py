"""Tournaments of teams over HTTP: made, teams entered and changed, members who are away."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.setup.team_entries import LineUpForm, NewTeamTournamentForm, TeamEntryForm, TeamsForm, as_text
from tournaments.models import Attendance, Club, Entry, TeamMember, Tournament
from tournaments.pages.setup.team_entries import team_page
from tournaments.permissions import directs_in_club, helps_in_tournament
from tournaments.recording import action_of
from tournaments.selectors.team_entries.team_line_ups import members_now, rosters_of, team_line_ups
from tournaments.services.evening.team_attendance import mark_members
from tournaments.services.rounds.handed_in_line_ups import hand_in_line_up, version_of
from tournaments.services.setup import team_entries
from tournaments.services.setup.tournaments import create_tournament
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, receipt_of
from tournaments.views.common.request import StaffRequest, sent, whole_number
from tournaments.views.common.row_lookups import round_there
from tournaments.views.common.staff_access import for_club, for_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def create_team_tournament(request: StaffRequest, club: Club) -> HttpResponse:
    receipt = receipt_of(request)
    if (made := _made_by(request, club, receipt)) is not None:
        return _to_setup(made)  # sent twice
    form = NewTeamTournamentForm(club, sent(request))
    if request.method != "POST" or not form.is_valid():
        return _new(request, club, form, Outcome(status=422) if form.errors else NOTHING_DONE)
    outcome = carry_out(lambda: _create(request, club, form, receipt))
    made = _made_by(request, club, receipt)
    if outcome.is_refused or made is None:
        return _new(request, club, form, outcome)
    return _to_setup(made)


def _create(request: StaffRequest, club: Club, form: NewTeamTournamentForm, receipt: uuid.UUID) -> Tournament:
    said = form.cleaned_data
    with transaction.atomic():
        made = create_tournament(
            club,
            season=said["season"],
            name=said["name"],
            system=form.system,
            preset=form.preset,
            options={},
            planned_rounds=said["planned_rounds"],
            boards=said["boards"],
            actor=request.user,
            receipt=receipt,
        )
        if said["teams"]:
            entering = uuid.uuid5(receipt, "teams")
            team_entries.enter_teams(made, said["teams"], is_numbered=True, actor=request.user, receipt=entering)
    return made


def _made_by(request: StaffRequest, club: Club, receipt: uuid.UUID) -> Tournament | None:
    action = action_of(club, actor=request.user, receipt=receipt)
    return Tournament.objects.filter(pk=action.facts.get("tournament"), club=club).first() if action else None


def _new(request: StaffRequest, club: Club, form: NewTeamTournamentForm, outcome: Outcome) -> HttpResponse:
    context = {"club": club, "form": form, "outcome": outcome}
    return render(request, "tournaments/setup/team_entries/new.html", context, status=outcome.status)


def _to_setup(tournament: Tournament) -> HttpResponse:
    return HttpResponseRedirect(reverse("setup", args=[tournament.club.slug, tournament.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def enter_teams(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    _of_teams(tournament)
    form = TeamsForm(sent(request), label_suffix="")
    if request.method != "POST" or not form.is_valid():
        return _enter(request, tournament, form, Outcome(status=422) if form.errors else NOTHING_DONE)
    outcome = carry_out(lambda: team_entries.enter_teams(tournament, form.cleaned_data["teams"], **done_by(request)))
    return _enter(request, tournament, form, outcome) if outcome.is_refused else _to_setup(tournament)


def _enter(request: StaffRequest, tournament: Tournament, form: TeamsForm, outcome: Outcome) -> HttpResponse:
    context = {"club": tournament.club, "tournament": tournament, "form": form, "outcome": outcome}
    return render(request, "tournaments/setup/team_entries/enter.html", context, status=outcome.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def edit_team(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _team(tournament, entry)
    form = TeamEntryForm(sent(request), initial=_values(found), label_suffix="")
    if request.method != "POST" or not form.is_valid():
        return _edit(request, tournament, found, form, Outcome(status=422) if form.errors else NOTHING_DONE)
    said = form.cleaned_data
    outcome = carry_out(
        lambda: team_entries.edit_team(
            found,
            name=said["name"],
            short_name=said["short_name"],
            captain=said["captain"],
            members=said["members"],
            seen=request.POST.get("seen", ""),
            **done_by(request),
        )
    )
    if outcome.is_refused:
        return _edit(request, tournament, found, form, outcome)
    return HttpResponseRedirect(reverse("person", args=[tournament.club.slug, tournament.slug, entry]))


@require_POST
@for_tournament()
def move_member(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _team(tournament, entry)
    member = TeamMember.objects.filter(entry=found, pk=whole_number(request.POST.get("member", "")) or 0).first()
    to = tournament.entries.exclude(team_name="").filter(pk=whole_number(request.POST.get("to", "")) or 0).first()
    if member is None or to is None:
        raise Http404
    outcome = carry_out(lambda: team_entries.move_member(member, to, **done_by(request)))
    if outcome.is_refused:
        form = TeamEntryForm(initial=_values(found), label_suffix="")
        return _edit(request, tournament, found, form, outcome)
    return HttpResponseRedirect(reverse("edit_entered_team", args=[tournament.club.slug, tournament.slug, entry]))


def _edit(
    request: StaffRequest, tournament: Tournament, found: Entry, form: TeamEntryForm, outcome: Outcome
) -> HttpResponse:
    seen = request.POST.get("seen", "") if form.is_bound and not outcome.is_stale else team_entries.version_of(found)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": team_page(tournament, found),
        "form": form,
        "seen": seen,
        "outcome": outcome,
    }
    return render(request, "tournaments/setup/team_entries/edit.html", context, status=outcome.status)


def _values(found: Entry) -> dict[str, Any]:
    return {
        "name": found.team_name,
        "short_name": found.short_name,
        "captain": found.captain.full_name if found.captain else "",
        "members": as_text((each.player.full_name, each.rating) for each in members_now(found)),
    }


@require_POST
@for_tournament(helps_in_tournament)
def mark_team_members(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    """Who of the team is here: those ticked, and nobody else."""
    found = _team(tournament, entry)
    here = [key for each in request.POST.getlist("here") if (key := whole_number(each)) is not None]
    outcome = carry_out(lambda: mark_members(round_there(tournament, number), found, here, **done_by(request)))
    if outcome.is_refused:
        return _edit(request, tournament, found, TeamEntryForm(initial=_values(found), label_suffix=""), outcome)
    return HttpResponseRedirect(
        reverse("evening", args=[tournament.club.slug, tournament.slug]) + f"#entry-row-{entry}"
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def team_line_up(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    """Who sits where in the match of a round, before it and after."""
    team = _team(tournament, entry)
    rows = Attendance.objects.filter(entry=team, round__in=tournament.rounds.all(), round__number=number)
    row = rows.exclude(game=None).select_related("round", "game", "entry").first()
    if row is None or not row.round.is_public:
        raise Http404
    row.entry, row.round.tournament = team, tournament
    members = rosters_of([team.pk], number).get(team.pk, ())
    seated = team_line_ups([row], tournament, number=number)[row.pk] or (None,) * (tournament.boards or 0)
    form = LineUpForm(members, [None if each is None else each.pk for each in seated], sent(request))
    outcome = NOTHING_DONE
    if request.method == "POST" and form.is_valid():
        seen = request.POST.get("seen", "")
        outcome = carry_out(lambda: hand_in_line_up(row, form.members(), seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return HttpResponseRedirect(reverse("person", args=[tournament.club.slug, tournament.slug, entry]))
    elif form.errors:
        outcome = Outcome(status=422)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "entry": team,
        "round": row.round,
        "form": form,
        "seen": request.POST.get("seen", "") if form.is_bound and not outcome.is_stale else version_of(row),
        "outcome": outcome,
    }
    return render(request, "tournaments/setup/team_entries/line_up.html", context, status=outcome.status)


def _of_teams(tournament: Tournament) -> None:
    if tournament.boards is None:
        raise Http404


def _team(tournament: Tournament, key: int) -> Entry:
    found = tournament.entries.exclude(team_name="").filter(pk=key).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found
