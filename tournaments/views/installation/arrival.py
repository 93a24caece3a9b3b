"""The first page of an installation: a backup put back, or a club that comes from another installation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.installation.backups import BroughtForm
from tournaments.models import Club
from tournaments.services.clubs.clubs import nobody_is_here
from tournaments.services.installation import moving, putting_back
from tournaments.views.clubs.first_club import may_make_first_club, too_late
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out
from tournaments.views.installation.this_computer import begin_again


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest) -> HttpResponse:
    if not nobody_is_here():
        return too_late(request)
    if not may_make_first_club(request):
        return redirect("first_club")
    form = BroughtForm(request.POST, request.FILES) if request.method == "POST" else BroughtForm()
    outcome = NOTHING_DONE
    if request.method == "POST":
        outcome = Outcome(status=422)
        if form.is_valid():
            arrived: list[Club | None] = []
            outcome = carry_out(lambda: arrived.append(moving.arrive(form.cleaned_data["file"].chunks())))
            if arrived:
                return _go_on(request, arrived[0])
    context = {"form": form, "outcome": outcome, "not_put_back": putting_back.what_failed()}
    return render(request, "tournaments/installation/arrive.html", context, status=outcome.status)


def _go_on(request: HttpRequest, club: Club | None) -> HttpResponse:
    if club is None:
        return begin_again(request, reverse("arrive"))  # which goes on, or says why not
    messages.success(request, _("{club} is here. Log in as you did before.").format(club=club.name))
    return redirect("log_in")
