"""A tournament file: uploaded, looked at, confirmed as a whole. And the way back: a tournament as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.exchange.apart import Reader
from tournaments.exchange.file_errors import said_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_formats import ReadTournament
from tournaments.forms.files.tournament_import import MAX_BYTES, ImportTournamentForm, TournamentFileForm
from tournaments.models import Club, Tournament
from tournaments.names import clean_name
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.tournament_export import NotNumbered, tournament_download
from tournaments.pages.files.tournament_import import ImportedPlayer, tournament_import_page
from tournaments.permissions import administers_club, directs_in_club
from tournaments.recording import action_of
from tournaments.selectors.display_names import display_names_in_club
from tournaments.services.common.large_uploads import read_counted
from tournaments.services.files import tournament_import
from tournaments.views.common import uploads
from tournaments.views.common.attachment import attachment
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, receipt_of
from tournaments.views.common.public_access import tournament_for_all
from tournaments.views.common.request import StaffRequest, asked_from
from tournaments.views.common.staff_access import for_club, for_tournament
from tournaments.views.setup.setup import answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def import_tournament(request: StaffRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _upload_page(request, club, TournamentFileForm(), NOTHING_DONE)
    if "upload" in request.POST:
        return _confirm(request, club, request.POST["upload"])
    return _take_upload(request, club)


@never_cache
@require_safe
@for_tournament()
def export_tournament(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    try:
        return attachment(tournament_download(tournament, Audience.STAFF))
    except NotNumbered:
        sentence = _("Number the players first: without numbers the file would not name them.")
        return answer(request, tournament, Outcome(status=409, message=sentence, tone="warn"))


@require_safe
@tournament_for_all
def public_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return attachment(tournament_download(tournament, Audience.PUBLIC))


def _take_upload(request: StaffRequest, club: Club) -> HttpResponse:
    form = TournamentFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, club, form, Outcome(status=422))
    upload = form.cleaned_data["file"]
    if upload.size > MAX_BYTES:  # before it is read
        form.add_error("file", _("The file is larger than {count} megabytes.").format(count=MAX_BYTES // 1_000_000))
        return _upload_page(request, club, form, Outcome(status=422))
    data = upload.read()
    try:
        found = _read(request, data)
    except FileError as error:
        form.add_error("file", said_of(error))
        return _upload_page(request, club, form, Outcome(status=422))
    key = uploads.keep_tournament(request.session, club, data)
    names = ImportTournamentForm(
        club, name=clean_name(found.file.name)[:200], report=found.file if found.is_report else None
    )
    return _preview(request, club, key, found, names, NOTHING_DONE)


def _read(request: StaffRequest, data: bytes, form: ImportTournamentForm | None = None) -> ReadTournament:
    """As the form asks, where there is one. Raises FileError."""
    asked = {} if form is None else form.cleaned_data
    chosen = {name: asked.get(name) for name in ("system", "planned_rounds")}
    found: ReadTournament = read_counted(Reader.TOURNAMENT, data, asked_from=asked_from(request), **chosen)
    found = replace(found, file=tournament_import.with_a_seed(found))
    tournament_import.refuse_what_does_not_fit(found.file, named=True)
    return found


def _confirm(request: StaffRequest, club: Club, key: str) -> HttpResponse:
    receipt = receipt_of(request)
    data = uploads.kept_tournament(request.session, club, key)
    if data is None:
        if (made := _made_by(club, request)) is not None:
            return _to(made)  # sent twice
        gone = _(
            "This preview is no longer there: it was imported already, or an hour has passed. Choose the file again."
        )
        return _upload_page(request, club, TournamentFileForm(), Outcome(status=409, message=gone, tone="warn"))
    try:
        found = _read(request, data)
    except FileError as error:  # other files are being read: this one stays kept
        told = Outcome(status=409, message=said_of(error), tone="warn")
        return _upload_page(request, club, TournamentFileForm(), told)
    form = ImportTournamentForm(club, request.POST, report=found.file if found.is_report else None)
    if not form.is_valid():
        return _preview(request, club, key, found, form, Outcome(status=422))
    try:
        found = _read(request, data, form)
    except FileError as error:
        form.add_error("system" if found.is_report else None, said_of(error))
        return _preview(request, club, key, found, form, Outcome(status=422))
    if "look" in request.POST:
        return _preview(request, club, key, found, form, NOTHING_DONE)
    new_players = form.cleaned_data["new_players"]
    outcome = carry_out(
        lambda: tournament_import.import_tournament(
            club,
            found.file,
            season=form.cleaned_data["season"],
            name=form.cleaned_data["name"],
            new_players=new_players,
            people=found.people,
            seen=None if new_players else request.POST.get("seen", ""),
            actor=request.user,
            receipt=receipt,
        )
    )
    made = None if outcome.is_refused else _made_by(club, request)
    if made is None:
        return _preview(request, club, key, found, form, outcome)
    uploads.forget(request.session, key)
    messages.success(request, _said(request, club, made))
    return _to(made)


def _said(request: StaffRequest, club: Club, made: Tournament) -> str:
    if administers_club(request.user, club):
        return _("{name} is imported. It can be undone on the club's home page.").format(name=made.name)
    return _("{name} is imported, and you direct it.").format(name=made.name)


def _made_by(club: Club, request: StaffRequest) -> Tournament | None:
    """Read back by its receipt, so that a form sent twice leads to the one tournament that it made."""
    action = action_of(club, **done_by(request))
    return club.tournaments.filter(pk=action.facts.get("tournament")).first() if action else None


def _to(made: Tournament) -> HttpResponse:
    return redirect("evening" if made.rounds.exists() else "setup", made.club.slug, made.slug)


def _preview(
    request: StaffRequest, club: Club, key: str, found: ReadTournament, form: ImportTournamentForm, outcome: Outcome
) -> HttpResponse:
    plan = tournament_import.match_players(club, found.file, people=found.people)
    context = {
        "club": club,
        "page": tournament_import_page(club, found, _rows(plan.players)),
        "form": form,
        "key": key,
        "seen": plan.fingerprint,
        "outcome": outcome,
    }
    return render(request, "tournaments/files/tournament_import/preview.html", context, status=outcome.status)


def _rows(players: Sequence[tournament_import.MatchedPlayer]) -> list[ImportedPlayer]:
    names = display_names_in_club([planned.player.pk for planned in players if planned.player])
    return [
        ImportedPlayer(
            number=planned.number,
            name=planned.name,
            is_cleaned=planned.written != planned.name,
            rating=planned.rating,
            home_club=planned.home_club,
            known_as=names[planned.player.pk] if planned.player else "",
        )
        for planned in players
    ]


def _upload_page(request: StaffRequest, club: Club, form: TournamentFileForm, outcome: Outcome) -> HttpResponse:
    has_season = club.seasons.filter(is_open=True).exists()
    context = {
        "club": club,
        "form": form,
        "outcome": outcome,
        "has_season": has_season,
    }
    return render(request, "tournaments/files/tournament_import/page.html", context, status=outcome.status)
