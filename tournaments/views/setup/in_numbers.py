"""The line that says what a form's options come to, alone: it follows the form while somebody types."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.forms.setup.options import OptionsForm
from tournaments.pages.common.in_numbers import in_numbers
from tournaments.views.common.request import StaffRequest


def line_in_numbers(request: StaffRequest, options: OptionsForm, players: int) -> HttpResponse:
    line = in_numbers(options.configured(), players) if options.is_valid() else ""
    context = {"in_numbers": line}
    return render(request, "tournaments/setup/setup/_in_numbers.html", context)
