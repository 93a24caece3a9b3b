"""What a button of the list of tie-breaks is answered with, on whatever page the list stands."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.forms.setup.tie_breaks import TieBreaksForm
from tournaments.views.common.request import StaffRequest


def list_alone(request: StaffRequest, tie_breaks: TieBreaksForm) -> HttpResponse:
    """For htmx, which leaves the rest of the page as it is."""
    context = {"tie_breaks": tie_breaks, "address": request.path}
    return render(request, "tournaments/setup/setup/_tie_breaks.html", context, status=status_of(tie_breaks))


def status_of(tie_breaks: TieBreaksForm) -> int:
    return 422 if tie_breaks.has_errors else 200
