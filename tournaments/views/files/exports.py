"""A tournament's tables, games and reports as downloads, and the page on which they stand."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.exchange.trf import TrfEdition
from tournaments.forms.files.federation_reports import FederationReportForm
from tournaments.models import Tournament
from tournaments.pages.files.exports import (
    NothingLeft,
    about_tournament,
    exports_page,
    knsb_download,
    knsb_rest_download,
    lichess_download,
    pgn_download,
    report_download,
    round_download,
    table_download,
)
from tournaments.pages.files.tournament_export import Download, NotNumbered
from tournaments.permissions import administers_club
from tournaments.selectors.federation_reports import Recipient
from tournaments.services.files import federation_reports
from tournaments.views.common.attachment import attachment
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by
from tournaments.views.common.public_access import or_not_found
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament

FILES = {"trf16": Recipient.TRF, "trf26": Recipient.TRF, "knsb": Recipient.KNSB}
"""Which files of ours are sent to whom."""
_WANTED = ("city", "federation", "chief_arbiter")
"""What FIDE does not take a report without."""


@never_cache
@require_safe
@for_tournament()
def exports(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, _first_form(tournament), NOTHING_DONE)


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
def export_trf(request: StaffRequest, tournament: Tournament, edition: TrfEdition) -> HttpResponse:
    def report(form: FederationReportForm) -> Download:
        return report_download(
            tournament,
            edition,
            about_tournament(tournament, **_texts(form)),
            sees_private=administers_club(request.user, tournament.club),
            plain_letters=form.cleaned_data["plain_letters"],
            only_rest="rest" in request.GET,
        )

    return _report(request, tournament, report)


@never_cache
@require_safe
@for_tournament()
def export_knsb(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The month of the round."""

    def report(form: FederationReportForm) -> Download:
        about = about_tournament(tournament, **_texts(form))
        sees_private = administers_club(request.user, tournament.club)
        return knsb_download(tournament, number, about, sees_private=sees_private)

    return _report(request, tournament, report)


@never_cache
@require_safe
@for_tournament()
def export_knsb_rest(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    def report(form: FederationReportForm) -> Download:
        sees_private = administers_club(request.user, tournament.club)
        return knsb_rest_download(tournament, about_tournament(tournament, **_texts(form)), sees_private=sees_private)

    return _report(request, tournament, report)


@require_POST
@for_tournament()
def remember_report(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """That one was sent; or, with `forget`, that it was not."""
    if "forget" in request.POST:
        outcome = carry_out(
            lambda: federation_reports.forget_report(tournament, request.POST["forget"], **done_by(request))
        )
    elif (file := request.POST.get("sent_as", "")) in FILES:
        outcome = carry_out(
            lambda: federation_reports.remember_report(
                tournament, FILES[file], file, seen=request.POST.get("seen", ""), **done_by(request)
            )
        )
    else:
        outcome = UNREADABLE
    if not outcome.is_refused:
        return redirect(reverse("exports", args=[tournament.club.slug, tournament.slug]) + "#sent")
    tournament.refresh_from_db()
    return _page(request, tournament, _first_form(tournament), outcome)


def _report(
    request: StaffRequest, tournament: Tournament, made: Callable[[FederationReportForm], Download]
) -> HttpResponse:
    form = FederationReportForm(request.GET, label_suffix="")
    if not form.is_valid():
        return _page(request, tournament, form, Outcome(status=422))
    try:
        return attachment(made(form))
    except NotNumbered:
        sentence = _("Number the players first: a report names them by their numbers.")
        return _page(request, tournament, form, Outcome(status=409, message=sentence, tone="warn"))
    except NothingLeft:
        return _page(request, tournament, form, Outcome(status=409, message=_("Everything has been reported already.")))
    except LookupError:
        raise Http404 from None


def _first_form(tournament: Tournament) -> FederationReportForm:
    about = about_tournament(tournament)
    return FederationReportForm(label_suffix="", initial={"city": about.city, "federation": about.federation})


def _texts(form: FederationReportForm) -> dict[str, str]:
    return {name: value for name, value in form.cleaned_data.items() if isinstance(value, str)}


def _page(request: StaffRequest, tournament: Tournament, form: FederationReportForm, outcome: Outcome) -> HttpResponse:
    page = exports_page(tournament, sees_private=administers_club(request.user, tournament.club))
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": page,
        "seen": {each.to: federation_reports.version_of(each.seen) for each in page.to_report},
        "form": form,
        "to_fill_in": [form.fields[name].label for name in _WANTED if not form[name].value()],
        "outcome": outcome,
    }
    return render(request, "tournaments/files/exports/page.html", context, status=outcome.status)
