"""A list of players, pasted or from a file: looked at first, then taken over; and they may play at once."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.common.names_box import PlayTodayForm
from tournaments.models import Club
from tournaments.permissions import administers_club, directs_in_club
from tournaments.recording import action_of
from tournaments.views.common.names_box import NamesBox, empty_box, names_box
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, changed_meanwhile, done_by, receipt_of
from tournaments.views.common.play_today import play_today, tournament_of_today
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def import_players(request: StaffRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _box_page(request, club, empty_box(), NOTHING_DONE)
    if action_of(club, **done_by(request)):
        return _way_on(request, club)  # sent twice
    box = names_box(request, club)
    if box.found is None:
        return _box_page(request, club, box, _nothing_found(request, box))
    today = PlayTodayForm(request.POST) if "today" in request.POST else None
    if not box.is_looked_at or not (today is None or today.is_valid()):
        return _preview(request, club, box, changed_meanwhile() if box.has_changed else NOTHING_DONE, today)
    outcome = carry_out(lambda: _take_over(request, club, box, today))
    if outcome.is_refused:
        return _preview(request, club, names_box(request, club), outcome, today)
    messages.success(request, _("The list is imported. It can be undone on the club's home page."))
    return _way_on(request, club)


def _take_over(request: StaffRequest, club: Club, box: NamesBox, today: PlayTodayForm | None) -> None:
    """All of it or nothing."""
    with transaction.atomic():
        taken = box.take_over(club, request, receipt_of(request))
        if today is not None:
            play_today(request, club, [*taken.values()], today)


@never_cache
@require_POST
@for_club(directs_in_club)
def look_at_names(request: StaffRequest, club: Club) -> HttpResponse:
    """What stands in the box, said below it as one types."""
    box = names_box(request, club)
    context = {"club": club, "box": box, "is_look": True, "goes_on": request.POST.get("goes_on", "")}
    context |= _today(club, request)
    status = 422 if box.is_wrong else 200
    return render(request, "components/players/_names_found.html", context, status=status)


def _nothing_found(request: StaffRequest, box: NamesBox) -> Outcome:
    if box.is_wrong:
        return Outcome(status=422)
    if "upload" in request.POST:
        gone = _(
            "This preview is no longer there: it was imported already, or an hour has passed. Choose the file again."
        )
        return Outcome(status=409, message=gone, tone="warn")
    box.form.add_error("text", _("Paste a list here, or choose a file below."))
    return Outcome(status=422)


def _way_on(request: StaffRequest, club: Club) -> HttpResponse:
    """Towards the first evening the tournament is next."""
    if (made := tournament_of_today(request, club)) is not None:
        return redirect("evening", club.slug, made.slug)
    return redirect("players" if club.tournaments.exists() else "choose_system", club.slug)


def _today(club: Club, request: StaffRequest, sent: PlayTodayForm | None = None) -> dict[str, object]:
    """Only where nothing is played yet: elsewhere they are entered in what is."""
    is_first = request.administers and not club.tournaments.exists()
    typed = PlayTodayForm(request.POST) if "today-name" in request.POST else PlayTodayForm()
    return {"today": (sent or typed) if is_first else None}


def _preview(
    request: StaffRequest, club: Club, box: NamesBox, outcome: Outcome, today: PlayTodayForm | None
) -> HttpResponse:
    status = 422 if today is not None and today.errors else outcome.status
    context = {"club": club, "box": box, "page": box.page, "outcome": outcome} | _today(club, request, today)
    return render(request, "tournaments/players/players/import_preview.html", context, status=status)


def _box_page(request: StaffRequest, club: Club, box: NamesBox, outcome: Outcome) -> HttpResponse:
    context = {"club": club, "box": box, "outcome": outcome}
    return render(request, "tournaments/players/players/import.html", context, status=outcome.status)
