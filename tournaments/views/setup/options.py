"""The options and tie-breaks of a tournament, changed over HTTP."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.forms.common.redisplay import as_typed
from tournaments.forms.setup.options import OptionsForm
from tournaments.forms.setup.tie_breaks import TieBreaksForm
from tournaments.models import Tournament
from tournaments.pages.common.option_words import in_numbers
from tournaments.pages.setup.setup import setup_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.selectors.configured_system import team_defaults, usual_tie_breaks
from tournaments.selectors.snapshots import configured_system
from tournaments.services.setup import tournaments
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def change_options(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    if request.htmx and "in_numbers" in request.GET:
        return line_in_numbers(request, _options_form(tournament, request.GET), tournament.entries.count())
    if request.method != "POST":
        return _page(request, tournament, seen=tournaments.version_of(tournament))
    form = _options_form(tournament, request.POST)
    tie_breaks = _tie_breaks_form(tournament, form.configured(), request.POST)
    seen = request.POST.get("seen", "")
    if tie_breaks.button:
        if request.htmx:
            return list_alone(request, tie_breaks)
        form = as_typed(_options_form(tournament), request.POST)
        return _page(request, tournament, form, tie_breaks, seen=seen)
    if not form.is_valid() or tie_breaks.has_errors:
        return _page(request, tournament, form, tie_breaks, seen=seen, outcome=Outcome(status=422))
    outcome = carry_out(
        lambda: tournaments.change_options(
            tournament, options=form.saved_options(), tie_breaks=tie_breaks.chosen(), seen=seen, **done_by(request)
        )
    )
    if not outcome.is_refused:
        return HttpResponseRedirect(reverse("setup", args=[tournament.club.slug, tournament.slug]) + "#options")
    tournament.refresh_from_db()
    state = tournaments.version_of(tournament)
    if state != seen:
        return _page(request, tournament, seen=state, outcome=outcome)
    return _page(request, tournament, form, tie_breaks, seen=seen, outcome=outcome)


def _page(
    request: StaffRequest,
    tournament: Tournament,
    form: OptionsForm | None = None,
    tie_breaks: TieBreaksForm | None = None,
    *,
    seen: str,
    outcome: Outcome = NOTHING_DONE,
) -> HttpResponse:
    tie_breaks = tie_breaks or _tie_breaks_form(tournament, configured_system(tournament))
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": setup_page(tournament),
        "form": form or _options_form(tournament),
        "tie_breaks": tie_breaks,
        "in_numbers": in_numbers((form or _options_form(tournament)).configured(), tournament.entries.count()),
        "address": request.path,
        "seen": seen,
        "outcome": outcome,
    }
    status = status_of(tie_breaks) if outcome is NOTHING_DONE else outcome.status
    return render(request, "tournaments/setup/setup/options.html", context, status=status)


def _options_form(tournament: Tournament, data: QueryDict | None = None) -> OptionsForm:
    return OptionsForm(
        SYSTEMS[tournament.system],
        data,
        preset=tournament.preset,
        base=configured_system(tournament),
        of_teams=team_defaults(tournament),
    )


def _tie_breaks_form(tournament: Tournament, system: PairingSystem, data: QueryDict | None = None) -> TieBreaksForm:
    usual = usual_tie_breaks(tournament)
    return TieBreaksForm(system, tournament.tie_breaks, data, usual=usual, of_teams=tournament.boards is not None)


def line_in_numbers(request: StaffRequest, options: OptionsForm, players: int) -> HttpResponse:
    line = in_numbers(options.configured(), players) if options.is_valid() else ""
    context = {"in_numbers": line}
    return render(request, "tournaments/setup/setup/_in_numbers.html", context)


def list_alone(request: StaffRequest, tie_breaks: TieBreaksForm) -> HttpResponse:
    """For htmx, which leaves the rest of the page as it is."""
    context = {"tie_breaks": tie_breaks, "address": request.path}
    return render(request, "tournaments/setup/setup/_tie_breaks.html", context, status=status_of(tie_breaks))


def status_of(tie_breaks: TieBreaksForm) -> int:
    return 422 if tie_breaks.has_errors else 200
