"""Fixtures of a league, pasted or from a file: looked at first, then taken over as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.exchange import spreadsheet_reader
from tournaments.exchange.apart import Reader
from tournaments.exchange.file_errors import said_of
from tournaments.exchange.fixtures.calendar_events import fixtures_of_calendar
from tournaments.exchange.fixtures.calendar_file import is_calendar
from tournaments.exchange.fixtures.fixture_table import fixtures_of, too_big
from tournaments.exchange.fixtures.listed_fixture import FixtureList
from tournaments.exchange.json_node import FileError
from tournaments.forms.teams.fixture_import import FixturesBoxForm, WhichTeamForm
from tournaments.models import Club, League
from tournaments.pages.teams.fixture_import import FixtureRow, fixture_import_page
from tournaments.permissions import directs_in_club
from tournaments.recording import action_of
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.large_uploads import read_counted
from tournaments.services.teams.fixture_import import FixturesPreview, PlannedFixture, import_fixtures, preview_import
from tournaments.services.teams.fixture_teams import Answers
from tournaments.views.common import uploads
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, asked_from
from tournaments.views.common.staff_access import for_club


@dataclass(frozen=True, kw_only=True, slots=True)
class _Looked:
    """A list that was read, and what it would do now. `text`: as it was pasted."""

    key: str
    text: str
    found: FixtureList
    preview: FixturesPreview
    form: WhichTeamForm
    answers: Answers

    @property
    def answered(self) -> str:
        """Which teams it was looked at with."""
        return fingerprint(sorted(self.answers.items()))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def import_league_fixtures(request: StaffRequest, club: Club, league: int) -> HttpResponse:
    found = get_object_or_404(League.objects.select_related("club", "season"), pk=league, club=club)
    if request.method != "POST":
        return _box_page(request, found, FixturesBoxForm(), NOTHING_DONE)
    if action_of(club, **done_by(request)):
        return _to(found)  # sent twice
    if "upload" in request.POST:
        return _confirm(request, found, request.POST["upload"])
    return _take_upload(request, found)


def _take_upload(request: StaffRequest, league: League) -> HttpResponse:
    form = FixturesBoxForm(request.POST, request.FILES)
    if not form.is_valid():
        return _box_page(request, league, form, Outcome(status=422))
    is_pasted = not form.cleaned_data["file"]
    data = form.data_sent
    try:
        found = _read(request, league, data)
    except FileError as error:
        form.add_error("text" if is_pasted else "file", said_of(error))
        return _box_page(request, league, form, Outcome(status=422))
    key = uploads.keep_fixtures(request.session, league.club, data, is_pasted=is_pasted)
    looked = _looked_at(request, league, found, key=key, text=data.decode() if is_pasted else "")
    return _preview_page(request, league, looked, NOTHING_DONE)


def _confirm(request: StaffRequest, league: League, key: str) -> HttpResponse:
    kept = uploads.kept_fixtures(request.session, league.club, key)
    if kept is None:
        gone = _(
            "This preview is no longer there: it was imported already, or an hour has passed. Choose the file again."
        )
        return _box_page(request, league, FixturesBoxForm(), Outcome(status=409, message=gone, tone="warn"))
    data, is_pasted = kept
    try:
        found = _read(request, league, data)
    except FileError as error:  # other files are being read: this one stays kept
        told = Outcome(status=409, message=said_of(error), tone="warn")
        return _box_page(request, league, FixturesBoxForm(), told)
    looked = _looked_at(request, league, found, key=key, text=data.decode() if is_pasted else "")
    if not looked.form.is_complete:
        return _preview_page(request, league, looked, Outcome(status=422))
    if "look" in request.POST:
        return _preview_page(request, league, looked, NOTHING_DONE)
    if looked.answered != request.POST.get("answered", ""):
        first = _("Look at it with this choice first: nothing is saved yet.")
        return _preview_page(request, league, looked, Outcome(status=409, message=first, tone="warn"))
    outcome = carry_out(lambda: _take_over(request, league, looked))
    if outcome.is_refused:
        return _preview_page(request, league, _looked_at(request, league, found, key=key, text=looked.text), outcome)
    return _to(league)


def _take_over(request: StaffRequest, league: League, looked: _Looked) -> None:
    done = import_fixtures(
        league, looked.found.fixtures, answers=looked.answers, seen=request.POST.get("seen", ""), **done_by(request)
    )
    uploads.forget(request.session, looked.key)
    if done.new or done.moved or done.changed:
        told = _("The matches are taken over. You can undo it on the club’s home page.")
    else:
        told = _("All of this was here already: nothing has changed.")
    messages.success(request, told)


def _read(request: StaffRequest, league: League, data: bytes) -> FixtureList:
    """Raises FileError."""
    asked = asked_from(request)
    if is_calendar(data):
        return fixtures_of_calendar(read_counted(Reader.CALENDAR, data, asked_from=asked), zone=league.club.time_zone)
    if len(data) > spreadsheet_reader.MAX_BYTES:
        raise too_big()
    return fixtures_of(read_counted(Reader.SHEET, data, asked_from=asked, with_times=True))


def _looked_at(request: StaffRequest, league: League, found: FixtureList, *, key: str, text: str) -> _Looked:
    first = preview_import(league, found.fixtures)
    form = WhichTeamForm(first.questions, first.teams, request.POST)
    answers = form.answers()
    preview = preview_import(league, found.fixtures, answers=answers) if answers else first
    return _Looked(key=key, text=text, found=found, preview=preview, form=form, answers=answers)


def _preview_page(request: StaffRequest, league: League, looked: _Looked, outcome: Outcome) -> HttpResponse:
    rows = [_row(row, looked.preview) for row in looked.preview.rows]
    context = {
        "club": league.club,
        "league": league,
        "page": fixture_import_page(looked.found, rows, looked.preview.notes),
        "looked": looked,
        "form": looked.form,
        "box": FixturesBoxForm(initial={"text": looked.text}),
        "outcome": outcome,
    }
    return render(request, "tournaments/teams/fixture_import/preview.html", context, status=outcome.status)


def _row(row: PlannedFixture, preview: FixturesPreview) -> FixtureRow:
    """As the fixture would be after it."""
    old, values = row.fixture, row.values
    will_be = {
        name: values.get(name, getattr(old, name, None)) for name in ("starts_at", "opponent", "is_home", "place")
    }
    number = preview.renumbered.get(old.pk, old.round) if old else values.get("round")
    return FixtureRow(
        row=row.listed.row,
        step=row.step,
        team=row.team.name if row.team else "",
        round=number,
        date=row.listed.date,
        starts_at=will_be["starts_at"],
        old_date=old.date if old and "date" in values else None,
        old_starts_at=old.starts_at if old and "starts_at" in values else None,
        opponent=will_be["opponent"] or "",
        old_opponent=old.opponent if old and "opponent" in values else "",
        is_home=will_be["is_home"],
        place=will_be["place"] or "",
        problem=row.problem,
    )


def _box_page(request: StaffRequest, league: League, form: FixturesBoxForm, outcome: Outcome) -> HttpResponse:
    context = {"club": league.club, "league": league, "form": form, "outcome": outcome}
    return render(request, "tournaments/teams/fixture_import/page.html", context, status=outcome.status)


def _to(league: League) -> HttpResponse:
    return redirect("import_fixtures", league.club.slug, league.pk)
