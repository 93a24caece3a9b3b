"""A tournament's tables, games and reports as downloads, and the page on which they stand."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.exchange.trf import Edition
from tournaments.forms.reporting_out import ReportForm
from tournaments.models import Tournament
from tournaments.pages.exports import (
    about_tournament,
    exports_page,
    knsb_download,
    lichess_download,
    pgn_download,
    report_download,
    round_download,
    table_download,
)
from tournaments.pages.tournament_export import Download, NotNumbered
from tournaments.permissions import administers_club
from tournaments.views.access import for_tournament
from tournaments.views.outcome import NOTHING_DONE, Outcome
from tournaments.views.request import StaffRequest
from tournaments.views.visitors import or_not_found


@never_cache
@require_safe
@for_tournament()
def exports(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    about = about_tournament(tournament)
    form = ReportForm(label_suffix="", initial={"city": about.city, "federation": about.federation})
    return _page(request, tournament, form, NOTHING_DONE)


@never_cache
@require_safe
@for_tournament()
def export_table(request: StaffRequest, tournament: Tournament, table: str, kind: str) -> HttpResponseBase:
    return or_not_found(lambda: attachment(table_download(tournament, table, kind)))


@never_cache
@require_safe
@for_tournament()
def export_round(request: StaffRequest, tournament: Tournament, number: int, kind: str) -> HttpResponseBase:
    return or_not_found(lambda: attachment(round_download(tournament, number, kind)))


@never_cache
@require_safe
@for_tournament()
def export_pgn(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    return or_not_found(lambda: attachment(pgn_download(tournament, number)))


@never_cache
@require_safe
@for_tournament()
def export_lichess(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return attachment(lichess_download(tournament))


@never_cache
@require_safe
@for_tournament()
def export_trf(request: StaffRequest, tournament: Tournament, edition: Edition) -> HttpResponse:
    def report(form: ReportForm) -> Download:
        return report_download(
            tournament,
            edition,
            about_tournament(tournament, **_texts(form)),
            sees_private=administers_club(request.user, tournament.club),
            plain_letters=form.cleaned_data["plain_letters"],
        )

    return _report(request, tournament, report)


@never_cache
@require_safe
@for_tournament()
def export_knsb(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The month of the round."""

    def report(form: ReportForm) -> Download:
        about = about_tournament(tournament, **_texts(form))
        sees_private = administers_club(request.user, tournament.club)
        return knsb_download(tournament, number, about, sees_private=sees_private)

    return _report(request, tournament, report)


def _report(request: StaffRequest, tournament: Tournament, made: Callable[[ReportForm], Download]) -> HttpResponse:
    form = ReportForm(request.GET, label_suffix="")
    if not form.is_valid():
        return _page(request, tournament, form, Outcome(status=422))
    try:
        return attachment(made(form))
    except NotNumbered:
        sentence = _("Number the players first: a report names them by their numbers.")
        return _page(request, tournament, form, Outcome(status=409, message=sentence, tone="warn"))
    except LookupError:
        raise Http404 from None


def _texts(form: ReportForm) -> dict[str, str]:
    return {name: value for name, value in form.cleaned_data.items() if isinstance(value, str)}


def attachment(download: Download) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{download.file_name}"'}
    return HttpResponse(download.data, content_type=download.type, headers=headers)


def _page(request: StaffRequest, tournament: Tournament, form: ReportForm, outcome: Outcome) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": exports_page(tournament, sees_private=administers_club(request.user, tournament.club)),
        "form": form,
        "outcome": outcome,
    }
    return render(request, "tournaments/exports/page.html", context, status=outcome.status)
