"""A list of players, pasted or from a file: looked at with row numbers, then confirmed. For admins."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.exchange.player_list import PlayerList, players_of
from tournaments.exchange.spreadsheet_reader import MAX_BYTES, UnreadableSheet, read_sheet, too_big
from tournaments.forms.players.players import ImportForm
from tournaments.models import Club
from tournaments.pages.players.player_import import ImportRow, import_page
from tournaments.permissions import administers_club
from tournaments.recording import action_of
from tournaments.selectors.display_names import display_names_in_club
from tournaments.services.players import player_import
from tournaments.views.common import uploads
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def import_players(request: StaffRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _upload_page(request, club, ImportForm(), NOTHING_DONE)
    if "upload" in request.POST:
        return _confirm(request, club, request.POST["upload"])
    return _take_upload(request, club)


def _take_upload(request: StaffRequest, club: Club) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, club, form, Outcome(status=422))
    try:
        found = _read(form)
    except UnreadableSheet as unreadable:
        form.add_error("file" if form.cleaned_data["file"] else "text", unreadable.message)
        return _upload_page(request, club, form, Outcome(status=422))
    key = uploads.keep(request.session, club, found)
    return _preview(request, club, key, found, update=False, outcome=NOTHING_DONE)


def _read(form: ImportForm) -> PlayerList:
    file = form.cleaned_data["file"]
    if file and file.size > MAX_BYTES:  # before it is read
        raise too_big()
    data = file.read() if file else form.cleaned_data["text"].encode()
    return players_of(read_sheet(data), today=timezone.localdate())


def _confirm(request: StaffRequest, club: Club, key: str) -> HttpResponse:
    found = uploads.kept(request.session, club, key)
    if found is None:
        if action_of(club, **done_by(request)):
            return _way_on(club)  # sent twice
        gone = _(
            "This preview is no longer there: it was imported already, or an hour has passed. Choose the file anew."
        )
        return _upload_page(request, club, ImportForm(), Outcome(status=409, message=gone, tone="warn"))
    update = request.POST.get("look", request.POST.get("existing")) == "update"
    if "look" in request.POST:
        return _preview(request, club, key, found, update=update, outcome=NOTHING_DONE)
    ticked = _ticked(request)
    outcome = carry_out(
        lambda: player_import.import_players(
            club,
            found.players,
            update=update,
            namesakes=[each for each in found.namesakes if each.row in ticked],
            are_children="children" in request.POST,
            seen=request.POST.get("seen", ""),
            **done_by(request),
        )
    )
    if outcome.is_refused:
        return _preview(request, club, key, found, update=update, outcome=outcome)
    uploads.forget(request.session, key)
    messages.success(request, _("The list is imported. It can be undone on the club's home page."))
    return _way_on(club)


def _way_on(club: Club) -> HttpResponse:
    """Towards the first evening the tournament is next."""
    return redirect("players" if club.tournaments.exists() else "choose_system", club.slug)


def _preview(
    request: StaffRequest, club: Club, key: str, found: PlayerList, *, update: bool, outcome: Outcome
) -> HttpResponse:
    plan = player_import.preview_import(club, found.players, update=update)
    page = import_page(found, _rows(plan.rows), _ticked(request))
    context = {
        "club": club,
        "page": page,
        "key": key,
        "seen": plan.fingerprint,
        "update": update,
        "are_children": "children" in request.POST,
        "outcome": outcome,
    }
    return render(request, "tournaments/players/players/import_preview.html", context, status=outcome.status)


def _ticked(request: StaffRequest) -> set[int]:
    """Rows whose names stand twice, and are two people."""
    return {number for sent in request.POST.getlist("two") if (number := whole_number(sent)) is not None}


def _rows(planned: Sequence[player_import.PreviewRow]) -> list[ImportRow]:
    names = display_names_in_club([row.player.pk for row in planned if row.player])
    return [
        ImportRow(
            listed=row.listed,
            fate=row.step.value,
            known_as=names[row.player.pk] if row.player else "",
            problem=row.problem,
        )
        for row in planned
    ]


def _upload_page(request: StaffRequest, club: Club, form: ImportForm, outcome: Outcome) -> HttpResponse:
    context = {"club": club, "form": form, "outcome": outcome}
    return render(request, "tournaments/players/players/import.html", context, status=outcome.status)
