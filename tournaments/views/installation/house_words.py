"""The page on which the words of this installation are chosen."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.installation.house_words import HouseWordsForm
from tournaments.models import Club
from tournaments.permissions import administers_club, chooses_house_words
from tournaments.recording import chosen_words
from tournaments.services.installation.house_words import choose_words
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def house_words(request: StaffRequest, club: Club) -> HttpResponse:
    if not chooses_house_words(request.user):
        raise Http404
    form, outcome = HouseWordsForm(sent(request), chosen=chosen_words()), NOTHING_DONE
    if request.method == "POST":
        outcome = Outcome(status=422)
        if form.is_valid():
            outcome = carry_out(lambda: choose_words(club, form.choices, **done_by(request)))
            if not outcome.is_refused:
                messages.success(request, _("Saved. All texts use these words now."))
                return redirect("house_words", club.slug)
    context = {"club": club, "form": form, "outcome": outcome, "own_language": get_language()}
    return render(request, "tournaments/installation/house_words.html", context, status=outcome.status)
