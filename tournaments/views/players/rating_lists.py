"""Rating lists: looked at, dropped, and members brought up to date from one."""

from __future__ import annotations

import builtins

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.players.rating_lists import RatingListForm
from tournaments.models import Club, Player, RatingList
from tournaments.pages.players.rating_lists import list_name, rating_lists_page, update_rows
from tournaments.permissions import administers_club
from tournaments.selectors.rating_list_lookup import lists_for
from tournaments.services.common.refusal import Refused
from tournaments.services.players import rating_list_update
from tournaments.services.players import rating_lists as service
from tournaments.services.players.rating_list_loading import load_rating_list
from tournaments.views.common.outcome import NOTHING_DONE, carry_out, done_by
from tournaments.views.common.request import StaffRequest, asked_from, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def rating_lists(request: StaffRequest, club: Club) -> HttpResponse:
    if request.method != "POST":
        return _page(request, club, RatingListForm(), 200)
    form = RatingListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, club, form, 422)
    file = form.cleaned_data["file"]
    name, data = file.name or "", file.read()
    try:
        head = service.head_of(data, name=name, pace=form.cleaned_data["pace"], asked_from=asked_from(request))
        with transaction.atomic():  # one without the other would wait for ever
            row = service.take_upload(
                club,
                head,
                name=name,
                data=data,
                month=form.cleaned_data["month"],
                although=form.cleaned_data["although"],
            )
            load_rating_list.enqueue(list=row.pk)
    except Refused as refused:
        form.add_error("file", refused.message)
        return _page(request, club, form, 422)
    messages.success(request, _("The list is being loaded. You can go on meanwhile."))
    return redirect("rating_lists", club.slug)


def _page(request: StaffRequest, club: Club, form: RatingListForm, status: int) -> HttpResponse:
    context = {"club": club, "form": form, "page": rating_lists_page(club), "outcome": NOTHING_DONE}
    return render(request, "tournaments/players/rating_lists/page.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def update_from_list(request: StaffRequest, club: Club, list: int) -> HttpResponse:
    found = get_object_or_404(RatingList, pk__in=[each.pk for each in lists_for(club)], pk=list)
    outcome = NOTHING_DONE
    if request.method == "POST":
        chosen = {key for each in request.POST.getlist("player") if (key := whole_number(each)) is not None}
        done: builtins.list[Player] = []
        outcome = carry_out(
            lambda: done.extend(
                rating_list_update.update_members(
                    club, found, chosen, seen=request.POST.get("seen", ""), **done_by(request)
                )
            )
        )
        if not outcome.is_refused:
            told = ngettext(
                "{count} member is brought up to date.", "{count} members are brought up to date.", len(done)
            )
            messages.success(request, told.format(count=len(done)))
            return redirect("players", club.slug)
    plan = rating_list_update.preview_update(club, found)
    rows = [
        (each.player, each.listed, each.match is rating_list_update.FoundMember.NAME, each.values, each.problem)
        for each in plan.rows
    ]
    context = {
        "club": club,
        "row": found,
        "name": list_name(found),
        "plan": plan,
        "rows": update_rows(rows),
        "outcome": outcome,
    }
    return render(request, "tournaments/players/rating_lists/update.html", context, status=outcome.status)
