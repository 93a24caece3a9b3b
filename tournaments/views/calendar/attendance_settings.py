"""Who comes to a tournament's evenings: its settings over HTTP."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.forms.calendar.attendance_settings import AttendanceSettingsForm
from tournaments.models import Tournament
from tournaments.pages.calendar.mail_failures import mail_trouble
from tournaments.services.calendar import attendance_settings
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def change_settings(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    form = AttendanceSettingsForm(tournament, sent(request), way=request.GET.get("way", ""))
    if request.method != "POST":
        return _page(request, tournament, form)
    if not form.is_valid():
        return _page(request, tournament, form, Outcome(status=422), seen=request.POST.get("seen", ""))
    outcome = carry_out(
        lambda: attendance_settings.change_settings(
            tournament, form.settings(), seen=request.POST.get("seen", ""), **done_by(request)
        )
    )
    if not outcome.is_refused:
        address = reverse("setup", args=[tournament.club.slug, tournament.slug])
        return HttpResponseRedirect(f"{address}#taking-part")
    tournament.refresh_from_db()
    return _page(request, tournament, AttendanceSettingsForm(tournament) if outcome.is_stale else form, outcome)


def _page(
    request: StaffRequest,
    tournament: Tournament,
    form: AttendanceSettingsForm,
    outcome: Outcome = NOTHING_DONE,
    *,
    seen: str | None = None,
) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "mail_trouble": mail_trouble(tournament),
        "seen": attendance_settings.version_of(tournament) if seen is None else seen,
        "outcome": outcome,
    }
    return render(request, "tournaments/calendar/attendance_settings/settings.html", context, status=outcome.status)
