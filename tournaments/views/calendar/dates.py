"""The dates of a tournament's rounds over HTTP: proposed, changed one by one, saved in one go."""

from __future__ import annotations

import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.exchange.calendar import CONTENT_TYPE, RoundCalendar, serialise
from tournaments.forms.calendar.dates import DatesForm, ProposalForm
from tournaments.models import Club, Tournament
from tournaments.pages.calendar.dates import DatesPage, answers_said, club_calendar, dates_page, tournament_calendar
from tournaments.pages.common.meeting_times import first_evening
from tournaments.selectors.evenings import first_to_come, held_evenings, last_date_of, opened
from tournaments.selectors.shared_games import rounds_of_cup
from tournaments.selectors.start_times import hour_on
from tournaments.services.calendar import dates
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.public_access import club_for_all, tournament_for_all
from tournaments.views.common.public_site import SITE
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament

_USUAL_COUNT = 10


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def plan_dates(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Looked at with a `first` date in the address, it shows what is proposed; nothing is saved by that."""
    if request.method == "POST":
        return _save(request, tournament)
    page = dates_page(tournament)
    asked = "first" in request.GET
    proposal = _proposal_form(request, tournament, page, asked=asked)
    if not asked:
        return _page(request, tournament, proposal, _saved_form(tournament, page))
    if not proposal.is_valid():
        return _page(request, tournament, proposal, _saved_form(tournament, page), Outcome(status=422))
    wanted = proposal.cleaned_data
    each = wanted["rounds_an_evening"] or tournament.rounds_an_evening
    form = DatesForm(
        first_round=_first_round(tournament),
        rounds_an_evening=each,
        season=tournament.season,
        last_dates=_last_dates(tournament),
        most=_most(tournament, each),
        dates=dates.proposed_dates(wanted["first"], dates.DateRhythm(wanted["rhythm"]), wanted["count"]),
        starts_at=page.starts_at or (None if page.to_come else hour_on(tournament.club, wanted["first"])),
    )
    return _page(request, tournament, proposal, form, is_proposed=True)


def _save(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    form = DatesForm(
        sent(request),
        first_round=_first_round(tournament),
        rounds_an_evening=tournament.rounds_an_evening,
        season=tournament.season,
        last_dates=_last_dates(tournament),
    )
    seen = request.POST.get("seen", "")
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = carry_out(
            lambda: dates.plan_dates(
                tournament,
                dates=form.dates(),
                starts_at=form.cleaned_data["starts_at"],
                rounds_an_evening=form.cleaned_data["rounds_an_evening"],
                last_dates=form.last_dates(),
                seen=seen,
                **done_by(request),
            )
        )
        if not outcome.is_refused:
            address = reverse("setup", args=[tournament.club.slug, tournament.slug])
            return HttpResponseRedirect(f"{address}#dates")
    tournament.refresh_from_db()
    page = dates_page(tournament)
    if outcome.is_stale:
        form, seen = _saved_form(tournament, page), dates.version_of(tournament)
    return _page(request, tournament, _proposal_form(request, tournament, page), form, outcome, seen=seen)


def _saved_form(tournament: Tournament, page: DatesPage) -> DatesForm:
    return DatesForm(
        first_round=_first_round(tournament),
        rounds_an_evening=tournament.rounds_an_evening,
        season=tournament.season,
        last_dates=_last_dates(tournament),
        most=_most(tournament, tournament.rounds_an_evening),
        dates=[each.date for each in page.to_come],
        starts_at=page.starts_at,
    )


def _proposal_form(
    request: StaffRequest, tournament: Tournament, page: DatesPage, *, asked: bool = False
) -> ProposalForm:
    initial = {
        "first": page.to_come[0].date
        if page.to_come
        else first_evening(tournament.club, max(timezone.localdate(), tournament.season.starts_on)),
        "count": len(page.to_come) or min(_most(tournament, tournament.rounds_an_evening), _usual(tournament)),
        "rounds_an_evening": tournament.rounds_an_evening,
    }
    return ProposalForm(request.GET if asked else None, initial=initial, label_suffix="", auto_id="id_proposal_%s")


def _last_dates(tournament: Tournament) -> list[datetime.date | None]:
    """One for each round of a cup; none elsewhere."""
    return [last_date_of(tournament, number) for number in range(1, rounds_of_cup(tournament) + 1)]


def _first_round(tournament: Tournament) -> int:
    """Of the evening after the last one that was held."""
    return first_to_come(tournament, list(tournament.rounds.order_by("number")))


def _usual(tournament: Tournament) -> int:
    return tournament.planned_rounds or _USUAL_COUNT


def _most(tournament: Tournament, rounds_an_evening: int) -> int:
    """How many dates there can be for rounds to come."""
    held = len(held_evenings(opened(tournament, list(tournament.rounds.order_by("number")))))
    most = max(dates.MOST_DATES - held, 0)
    if tournament.planned_rounds is None:
        return most
    to_play = max(tournament.planned_rounds - dates.opened_rounds(tournament), 0)
    return min(-(-to_play // rounds_an_evening), most)


def _page(
    request: StaffRequest,
    tournament: Tournament,
    proposal: ProposalForm,
    form: DatesForm,
    outcome: Outcome = NOTHING_DONE,
    *,
    is_proposed: bool = False,
    seen: str | None = None,
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "outcome": outcome,
        "proposal": proposal,
        "form": form,
        "is_proposed": is_proposed,
        "answers": answers_said(tournament, dates_page(tournament)),
        "seen": dates.version_of(tournament) if seen is None else seen,
    }
    return render(request, "tournaments/calendar/dates.html", context, status=outcome.status)


@require_safe
@tournament_for_all
def public_calendar(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return calendar_file(tournament_calendar(tournament, SITE), tournament.slug)


@require_safe
@club_for_all
def public_club_calendar(_request: HttpRequest, club: Club) -> HttpResponse:
    return calendar_file(club_calendar(club, SITE), club.slug)


def calendar_file(calendar: RoundCalendar, name: str) -> HttpResponse:
    return HttpResponse(
        serialise(calendar),
        content_type=CONTENT_TYPE,
        headers={"Content-Disposition": f'inline; filename="{name}.ics"'},
    )
