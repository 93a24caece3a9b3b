"""A new tournament: choose a system, then name it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.common.redisplay import as_typed
from tournaments.forms.setup.occasion import OccasionForm
from tournaments.forms.setup.options import OptionsForm
from tournaments.forms.setup.seasons import SeasonOnTheWayForm, season_on_the_way
from tournaments.forms.setup.settings import FirstPlayersForm, NewTournamentForm
from tournaments.forms.setup.tie_breaks import TieBreaksForm
from tournaments.models import Club, Season, Tournament
from tournaments.pages.common.option_words import in_numbers
from tournaments.pages.common.system_choice import system_tile, system_tiles
from tournaments.pages.rounds.start_numbers import numbering_with_check_in
from tournaments.pages.setup.how_a_club_plays import answers_to, asked_of, differing_from, with_answers
from tournaments.pages.setup.system_proposal import proposed_system
from tournaments.pairing.discovery import SYSTEMS
from tournaments.permissions import directs_in_club
from tournaments.recording import action_of
from tournaments.services.setup.seasons import NewSeason
from tournaments.services.setup.tournaments import create_tournament
from tournaments.views.common.names_box import NamesBox, empty_box, names_box, names_to_look_at
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.common.play_today import open_check_in
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club
from tournaments.views.setup.options import line_in_numbers, list_alone, status_of


@require_safe
@for_club(directs_in_club)
def choose_system(request: StaffRequest, club: Club) -> HttpResponse:
    has_season = club.seasons.filter(is_open=True).exists()
    form = OccasionForm(club, request.GET)
    context = {
        "club": club,
        "form": form,
        "proposal": proposed_system(club.language, **form.cleaned_data) if form.is_valid() else None,
        "systems": system_tiles(),
        "has_season": has_season,
        "can_go_on": has_season or request.administers,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/setup/new_tournament/choose.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def create(request: StaffRequest, club: Club, system: str) -> HttpResponse:
    preset = request.POST.get("preset") or request.GET.get("preset") or ""
    _refuse_unknown(system, preset)
    answers = answers_to(SYSTEMS[system], request.GET)
    if request.htmx and "in_numbers" in request.GET:
        options = OptionsForm(SYSTEMS[system], request.GET, preset=preset)
        return line_in_numbers(request, options, club.players.filter(is_active=True).count())
    receipt = receipt_of(request)
    if (made := _made_by(request, club, receipt)) is not None:
        return _way_on(request, made, receipt)  # sent twice
    season = season_on_the_way(club, sent(request)) if request.administers else None
    names = names_box(request, club) if request.method == "POST" else empty_box()
    rounds = request.GET.get("rounds", "")
    forms = _forms(club, system, preset, sent(request), names, answers, rounds, season)
    if forms.tie_breaks.button:
        status = status_of(forms.tie_breaks)
        shown = list_alone(request, forms.tie_breaks) if request.htmx else None
        return shown or _page(request, club, system, preset, forms, Outcome(status=status))
    if request.method != "POST":
        return _page(request, club, system, preset, forms)
    if not forms.are_valid():
        return _page(request, club, system, preset, forms, Outcome(status=422))
    if forms.names.waits:
        return _page(request, club, system, preset, forms, names_to_look_at())
    outcome = _create(request, club, system, preset, forms, receipt)
    made = _made_by(request, club, receipt)
    if outcome.is_refused or made is None:
        return _page(request, club, system, preset, forms, outcome)
    return _way_on(request, made, receipt)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Forms:
    """Those that are sent together; as typed and not judged yet where a button of the list was pressed."""

    tournament: NewTournamentForm
    season: SeasonOnTheWayForm | None
    """Where no season is open, one is opened with the tournament."""
    players: FirstPlayersForm
    names: NamesBox
    """Others than the members, and members again."""
    options: OptionsForm
    tie_breaks: TieBreaksForm

    def are_valid(self) -> bool:
        sent = [self.tournament, self.season, self.players, self.names.form, self.options]
        judged = [form.is_valid() for form in sent if form is not None]
        return all(judged) and not self.tie_breaks.has_errors

    def chosen_season(self) -> Season | NewSeason:
        found: Season | NewSeason = self.season.season() if self.season else self.tournament.cleaned_data["season"]
        return found


def _forms(
    club: Club,
    system: str,
    preset: str,
    data: QueryDict | None,
    names: NamesBox,
    answers: Mapping[str, str],
    rounds: str,
    season: SeasonOnTheWayForm | None,
) -> _Forms:
    answered = with_answers(SYSTEMS[system], preset, answers)
    options = OptionsForm(SYSTEMS[system], data, preset=preset, base=answered)
    configured = options.configured()
    capabilities = configured.capabilities()

    def form(sent: QueryDict | None = None) -> NewTournamentForm:
        expects = capabilities.expects_everybody
        return NewTournamentForm(
            club, sent, plan=capabilities.rounds, opens_season=season is not None, expects_everybody=expects
        )

    tournament = form(data)
    if "planned_rounds" in tournament.fields and rounds:
        tournament.initial["planned_rounds"] = rounds
    players = FirstPlayersForm(club, data)
    tie_breaks = TieBreaksForm(configured, None, data)
    if data is not None and tie_breaks.button:
        tournament = as_typed(form(), data)
        season = as_typed(SeasonOnTheWayForm(season.initial), data) if season else None
        players = as_typed(FirstPlayersForm(club), data)
        options = as_typed(OptionsForm(SYSTEMS[system], preset=preset, base=answered), data)
    return _Forms(
        tournament=tournament, season=season, players=players, names=names, options=options, tie_breaks=tie_breaks
    )


def _page(
    request: StaffRequest, club: Club, system: str, preset: str, forms: _Forms, outcome: Outcome = NOTHING_DONE
) -> HttpResponse:
    card = system_tile(system, SYSTEMS[system])
    context = {
        "club": club,
        "system": card,
        "preset": card.preset(preset),
        "is_chosen": bool(preset),
        "questions": asked_of(SYSTEMS[system], answers_to(SYSTEMS[system], request.GET)),
        "answered": differing_from(SYSTEMS[system], preset, forms.options.base),
        "form": forms.tournament,
        "season": forms.season,
        "players": forms.players,
        "box": forms.names,
        "has_plan": forms.options.configured().capabilities().rounds.published_at_once,
        "numbering": numbering_with_check_in(forms.options.configured()),
        "options": forms.options,
        "tie_breaks": forms.tie_breaks,
        "in_numbers": in_numbers(forms.options.configured(), len(forms.players.ticked)),
        "address": request.path,
        "outcome": outcome,
    }
    return render(request, "tournaments/setup/new_tournament/page.html", context, status=outcome.status)


def _refuse_unknown(system: str, preset: str) -> None:
    info = SYSTEMS[system].info if system in SYSTEMS else None
    if info is None or not info.is_for_players or (preset and preset not in info.presets):
        raise Http404


def _create(request: StaffRequest, club: Club, system: str, preset: str, forms: _Forms, receipt: uuid.UUID) -> Outcome:
    def make() -> Tournament:
        with transaction.atomic():
            named = forms.names.take_over(club, request, uuid.uuid5(receipt, "names"))
            return create_tournament(
                club,
                season=forms.chosen_season(),
                name=forms.tournament.cleaned_data["name"],
                system=system,
                preset=preset,
                options=forms.options.saved_options(),
                tie_breaks=forms.tie_breaks.chosen(),
                planned_rounds=forms.tournament.cleaned_data.get("planned_rounds"),
                settings=forms.tournament.settings(),
                players=dict.fromkeys([*forms.players.chosen(), *named.values()]),
                is_numbered=_opens_check_in(request),
                actor=request.user,
                receipt=receipt,
            )

    return carry_out(make)


def _made_by(request: StaffRequest, club: Club, receipt: uuid.UUID) -> Tournament | None:
    """The tournament that this form has made: sent twice, it leads to the one."""
    action = action_of(club, actor=request.user, receipt=receipt)
    return Tournament.objects.filter(pk=action.facts.get("tournament"), club=club).first() if action else None


def _opens_check_in(request: StaffRequest) -> bool:
    return "check_in" in request.POST


def _way_on(request: StaffRequest, tournament: Tournament, receipt: uuid.UUID) -> HttpResponse:
    """To its set-up or, with check-in open, to its evening: an action of its own, so that it is undone alone."""
    if not _opens_check_in(request):
        return HttpResponseRedirect(reverse("setup", args=[tournament.club.slug, tournament.slug]))
    carry_out(lambda: open_check_in(request, tournament, receipt))
    return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))
