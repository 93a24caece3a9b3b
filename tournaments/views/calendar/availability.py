"""Who comes on the next evenings over HTTP: written down for others, one word a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.calendar.availability import AwayForm, DefaultAvailabilityForm, ResponseForm, TeamDutyForm
from tournaments.models import Availability, AwayPeriod, DefaultAvailability, Entry, RespondedBy, Tournament
from tournaments.pages.calendar.availability import TAKE_BACK, after_tap, availability_page
from tournaments.services.calendar import availability
from tournaments.views.common import person_page
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by, receipt_of
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament


@require_safe
@for_tournament()
def show_availability(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return page(request, tournament)


@require_POST
@for_tournament()
def respond_for(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    """From a cell of the grid, or from the person's page, which says `back=person`."""
    found = _entry(tournament, entry)
    form = ResponseForm(request.POST.dict())
    outcome = carry_out(lambda: _say(request, found, form)) if form.is_valid() else UNREADABLE
    if request.htmx and "date" in form.cleaned_data:
        context = {
            "club": tournament.club,
            "tournament": tournament,
            "page": after_tap(tournament, found, form.cleaned_data["date"]),
            "outcome": outcome,
        }
        return render(request, "tournaments/calendar/availability/_after_tap.html", context, status=outcome.status)
    return _answer(request, tournament, found, outcome)


@require_POST
@for_tournament()
def set_away(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _entry(tournament, entry)
    form = AwayForm(request.POST)
    if not form.is_valid():
        return person_page.page_of(request, tournament, found, Outcome(status=422), away_form=form)
    outcome = carry_out(
        lambda: availability.set_away(
            found.person,
            form.cleaned_data["first_day"],
            form.cleaned_data["last_day"],
            tournament=None if form.cleaned_data["everywhere"] else tournament,
            said_by=RespondedBy.TELEPHONE,
            **done_by(request),
        )
    )
    return person_page.answer(request, tournament, entry, outcome)


@require_POST
@for_tournament()
def end_away(request: StaffRequest, tournament: Tournament, entry: int, period: int) -> HttpResponse:
    found = _entry(tournament, entry)
    ended = AwayPeriod.objects.filter(pk=period).select_related("player__club", "tournament__club").first()
    if ended is None:
        return person_page.answer(request, tournament, entry, NOTHING_DONE)  # another has done it
    if ended.player_id != found.player_id or ended.tournament_id not in {None, tournament.pk}:
        raise Http404
    return _verb(request, found, lambda: availability.end_away(ended, **done_by(request)))


@require_POST
@for_tournament()
def set_default_availability(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _entry(tournament, entry)
    form = DefaultAvailabilityForm(request.POST)
    if not form.is_valid() or "standing_plan" not in request.POST:
        return person_page.answer(request, tournament, entry, UNREADABLE)
    return _verb(
        request,
        found,
        lambda: availability.set_default_availability(
            found,
            DefaultAvailability(form.cleaned_data["standing_plan"]),
            usual_arrival=form.cleaned_data["usual_arrival"],
            **done_by(request),
        ),
    )


@require_POST
@for_tournament()
def reset_must_say(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    found = _entry(tournament, entry)
    return _verb(request, found, lambda: availability.reset_must_say(found, **done_by(request)))


@require_POST
@for_tournament()
def confirm_response(request: StaffRequest, tournament: Tournament, entry: int, plan: int) -> HttpResponse:
    found = _entry(tournament, entry)
    said = Availability.objects.filter(pk=plan).select_related("entry__tournament__club", "entry__player").first()
    if said is not None and said.entry_id != found.pk:
        raise Http404
    if said is None:
        return person_page.answer(request, tournament, entry, NOTHING_DONE)  # taken back
    return _verb(request, found, lambda: availability.confirm_response(said, **done_by(request)))


@require_POST
@for_tournament()
def respond_with_team_duty(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    form = duty_form(tournament, request.POST)
    if not form.is_valid():
        return page(request, tournament, Outcome(status=422), duty=form)
    chosen = tournament.entries.filter(pk__in=form.cleaned_data["players"]).select_related("player").order_by("pk")
    outcome = carry_out(
        lambda: availability.respond_with_team_duty(
            tournament, list(chosen), form.cleaned_data["date"], **done_by(request)
        )
    )
    return page(request, tournament, outcome, duty=form) if outcome.is_refused else _back(tournament)


def answer(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    """After a verb that was tapped here and belongs to another page."""
    return page(request, tournament, outcome) if outcome.is_refused else _back(tournament)


def page(
    request: StaffRequest,
    tournament: Tournament,
    outcome: Outcome = NOTHING_DONE,
    *,
    duty: TeamDutyForm | None = None,
) -> HttpResponse:
    shown = availability_page(tournament)
    entries = [(row.entry, str(row.name)) for row in shown.rows]
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": shown,
        "duty": duty or TeamDutyForm(columns=[each.column for each in shown.columns], entries=entries),
        "chosen": {name: request.POST.get(name) or request.GET.get(name, "") for name in _CHOSEN},
        "outcome": outcome,
    }
    return render(request, "tournaments/calendar/availability/page.html", context, status=outcome.status)


def duty_form(tournament: Tournament, data: object) -> TeamDutyForm:
    shown = availability_page(tournament)
    columns = [each.column for each in shown.columns]
    return TeamDutyForm(data, columns=columns, entries=[(row.entry, str(row.name)) for row in shown.rows])


def _say(request: StaffRequest, entry: Entry, form: ResponseForm) -> object:
    date, said = form.cleaned_data["date"], form.cleaned_data["said"]
    receipt = receipt_of(request)
    if said == TAKE_BACK:
        return availability.withdraw_response(entry, date, said_by=form.noted_as, actor=request.user, receipt=receipt)
    return availability.respond(
        entry,
        date,
        said.said,
        kind=said.kind,
        arrives_at=form.cleaned_data["arrives_at"],
        first_round=form.cleaned_data["first_round"],
        last_round=form.cleaned_data["last_round"],
        said_by=form.noted_as,
        actor=request.user,
        receipt=receipt,
    )


def _verb(request: StaffRequest, entry: Entry, verb: Callable[[], object]) -> HttpResponse:
    return person_page.answer(request, entry.tournament, entry.pk, carry_out(verb))


def _answer(request: StaffRequest, tournament: Tournament, entry: Entry, outcome: Outcome) -> HttpResponse:
    if request.POST.get("back") == "person":
        return person_page.answer(request, tournament, entry.pk, outcome)
    return page(request, tournament, outcome) if outcome.is_refused else _back(tournament, request.POST)


_CHOSEN = ("pen", "arrives_at", "said_by")
"""What is chosen beside the grid for all taps to come: without a script it goes along in the address."""


def _back(tournament: Tournament, sent: Mapping[str, str] | None = None) -> HttpResponse:
    chosen = {name: sent[name] for name in _CHOSEN if sent.get(name)} if sent else {}
    query = f"?{urlencode(chosen)}" if chosen else ""
    return HttpResponseRedirect(reverse("who_comes", args=[tournament.club.slug, tournament.slug]) + query)


def _entry(tournament: Tournament, key: int) -> Entry:
    found = get_object_or_404(tournament.entries.select_related("player__club"), pk=key)
    found.tournament = tournament
    return found
