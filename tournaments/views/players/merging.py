"""Two records of one person: found, looked at beside each other, made one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import Club, Player
from tournaments.pages.players.merging import merge_page
from tournaments.permissions import administers_club
from tournaments.recording import action_of
from tournaments.selectors.display_names import display_name_of
from tournaments.services.players import merging as services
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def merge_players(request: StaffRequest, club: Club, player: int) -> HttpResponse:
    """The record in the address is the one that stays."""
    kept = get_object_or_404(Player, pk=player, club=club)
    outcome = NOTHING_DONE
    if request.method == "POST":
        if action_of(club, **done_by(request)) is not None:
            return redirect("edit_player", club.slug, kept.pk)  # sent twice
        key = seen_number(request, "other")
        found = Player.with_merged.filter(pk=key, club=club).first()
        outcome = _merge(request, kept, found) if found else _nobody()
        if not outcome.is_refused:
            messages.success(
                request,
                _("{player} is one record now. It can be undone on the club's home page.").format(
                    player=display_name_of(kept)
                ),
            )
            return redirect("edit_player", club.slug, kept.pk)
    else:
        key = whole_number(request.GET.get("other", "")) or 0
    other = club.players.filter(pk=key).exclude(pk=kept.pk).first()
    context = {
        "club": club,
        "page": merge_page(club, kept, other, sought=request.GET.get("q", "")[:100]),
        "obstacles": services.in_the_way(kept, other) if other else [],
        "seen": services.merge_version(kept, other) if other else "",
        "outcome": outcome,
    }
    return render(request, "tournaments/players/merging.html", context, status=outcome.status)


def _merge(request: StaffRequest, kept: Player, other: Player) -> Outcome:
    return carry_out(
        lambda: services.merge_players(
            kept,
            other,
            take=frozenset(request.POST.getlist("take")),
            seen=request.POST.get("seen", ""),
            **done_by(request),
        )
    )


def _nobody() -> Outcome:
    return Outcome(status=422, message=_("Choose the other record first."), tone="warn")
