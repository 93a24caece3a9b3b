"""The page of whoever runs an installation on their own computer, and what its buttons do."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubchess import ending
from clubchess.this_machine import is_from_this_machine
from tournaments.forms.installation.backups import BackupsForm, BroughtForm
from tournaments.forms.installation.club_erasing import EraseForm
from tournaments.models import Club
from tournaments.pages.installation.this_computer import this_computer_page
from tournaments.permissions import administers_club, is_one_clubs_own
from tournaments.selectors.kept_backups import chosen, kept_file
from tournaments.services.installation import moving, own_backups, putting_back, serving
from tournaments.services.installation.backups.errors import BackupError
from tournaments.services.installation.backups.restoring import read_what_fits
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club

View = Callable[..., HttpResponseBase]


def for_whoever_runs_it(view: View) -> View:
    """An admin of the one club at this machine, or whoever runs the installation with their second factor. There is no
    such page where a database server is: there it is done on the command line."""

    @never_cache
    @for_club(administers_club)
    @wraps(view)
    def wrapped(request: StaffRequest, /, club: Club, **kwargs: Any) -> HttpResponseBase:
        if not is_one_clubs_own():
            raise Http404
        if not (request.user.is_superuser or is_from_this_machine(request)):
            return render(request, "tournaments/installation/elsewhere.html", {"club": club}, status=403)
        return view(request, club, **kwargs)

    return wrapped


@require_safe
@for_whoever_runs_it
def this_computer(request: StaffRequest, club: Club) -> HttpResponse:
    return _page(request, club, NOTHING_DONE)


@require_POST
@for_whoever_runs_it
def let_phones_in(request: StaffRequest, club: Club) -> HttpResponse:
    """Or keep them out. The server begins again: only so it listens elsewhere."""
    _refuse_from_elsewhere(request)
    are_let_in = request.POST.get("phones") == "in"
    outcome = carry_out(lambda: serving.let_phones_in(club, are_let_in=are_let_in, **done_by(request)))
    if outcome.is_refused:
        return _page(request, club, outcome)
    return begin_again(request, reverse("this_computer", args=[club.slug]))


@require_POST
@for_whoever_runs_it
def make_backup(request: StaffRequest, club: Club) -> HttpResponse:
    outcome = carry_out(lambda: own_backups.back_up(club, **done_by(request)))
    if outcome.is_refused:
        return _page(request, club, outcome)
    messages.success(request, _("The backup is made."))
    return redirect("this_computer", club.slug)


@require_POST
@for_whoever_runs_it
def choose_backups(request: StaffRequest, club: Club) -> HttpResponse:
    _refuse_from_elsewhere(request)
    form = BackupsForm(request.POST)
    outcome = Outcome(status=422)
    if form.is_valid():
        outcome = carry_out(
            lambda: own_backups.choose(
                club,
                where=form.cleaned_data["folder"],
                kept=form.cleaned_data["kept"],
                **done_by(request),
            )
        )
        if not outcome.is_refused:
            return redirect("this_computer", club.slug)
    return _page(request, club, outcome, backups=form)


@require_POST
@for_whoever_runs_it
def bring_backup(request: StaffRequest, club: Club) -> HttpResponse:
    form = BroughtForm(request.POST, request.FILES)
    outcome = Outcome(status=422)
    if form.is_valid():
        brought: list[str] = []
        outcome = carry_out(lambda: brought.append(own_backups.bring(form.cleaned_data["file"].chunks()).name))
        if not outcome.is_refused:
            return redirect("put_back_backup", club.slug, brought[0])
    return _page(request, club, outcome, brought=form)


@require_safe
@for_whoever_runs_it
def download_backup(request: StaffRequest, club: Club, backup: str) -> HttpResponseBase:
    file = kept_file(backup)
    if file is None:
        raise Http404
    return FileResponse(file.open("rb"), as_attachment=True, filename=backup, content_type="application/zip")


@require_http_methods(["GET", "HEAD", "POST"])
@for_whoever_runs_it
def put_back_backup(request: StaffRequest, club: Club, backup: str) -> HttpResponse:
    """Asked once more, since all that was done after it goes."""
    file = kept_file(backup)
    if file is None:
        raise Http404
    try:
        manifest = read_what_fits(file)
    except BackupError:
        cannot = _("This backup cannot be put back: it is damaged, or of a newer version.")
        return _page(request, club, Outcome(status=409, message=cannot, tone="bad"))
    if request.method == "POST" and ending.can_end():
        putting_back.ask(file, by=str(request.user))
        return begin_again(request, "/")
    made_at = datetime.datetime.fromisoformat(manifest.made_at)
    context = {"club": club, "name": backup, "made_at": made_at, "manifest": manifest, "can_end": ending.can_end()}
    return render(request, "tournaments/installation/put_back.html", context)


@require_POST
@for_whoever_runs_it
def download_club(request: StaffRequest, club: Club) -> HttpResponse:
    made: list[bytes] = []
    outcome = carry_out(lambda: made.append(moving.club_file(club, **done_by(request))))
    if not made:
        return _page(request, club, outcome)
    name = f"{club.slug}-{timezone.localdate():%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(made[0], content_type="application/zip", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@for_whoever_runs_it
def erase_this_club(request: StaffRequest, club: Club) -> HttpResponse:
    form = EraseForm(sent(request))
    outcome = NOTHING_DONE
    if request.method == "POST":
        outcome = Outcome(status=422)
        if form.is_valid():
            outcome = carry_out(lambda: moving.erase(club, typed=form.cleaned_data["name"]))
            if not outcome.is_refused:
                return redirect("home")
    context = {"club": club, "form": form, "outcome": outcome}
    return render(request, "tournaments/installation/erase.html", context, status=outcome.status)


@require_POST
@for_whoever_runs_it
def stop_here(request: StaffRequest, club: Club) -> HttpResponse:
    _refuse_from_elsewhere(request)
    if not ending.can_end():
        raise Http404
    carry_out(lambda: serving.stop(club, **done_by(request)))
    return render(request, "tournaments/installation/stopped.html", {"club": club})


def begin_again(request: HttpRequest, then: str) -> HttpResponse:
    """The page that waits until the server is back, and then goes there."""
    response = render(request, "tournaments/installation/beginning_again.html", {"then": then})
    ending.end(begins_again=True)
    return response


def _page(
    request: StaffRequest,
    club: Club,
    outcome: Outcome,
    *,
    backups: BackupsForm | None = None,
    brought: BroughtForm | None = None,
) -> HttpResponse:
    page = this_computer_page(is_here=is_from_this_machine(request))
    now = chosen()
    context = {
        "club": club,
        "page": page,
        "outcome": outcome,
        "backups": backups or BackupsForm(initial={"folder": now.backup_folder, "kept": now.backups_kept}),
        "brought": brought or BroughtForm(),
        "not_put_back": putting_back.what_failed(),
    }
    return render(request, "tournaments/installation/page.html", context, status=outcome.status)


def _refuse_from_elsewhere(request: StaffRequest) -> None:
    if not is_from_this_machine(request):
        raise Http404
