"""A shared first place over HTTP: looked at, the page says who plays it off and how; sent, the play-off is made."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.cup.play_offs import PlayOffForm
from tournaments.models import Tournament
from tournaments.pages.cup.play_offs import linked, who_plays_off
from tournaments.recording import action_of
from tournaments.services.cup.play_offs import make_play_off, usual_name
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def play_off(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    if (made := _made_by(request, tournament)) is not None:
        return _to_evening(made)  # sent twice
    who, data = who_plays_off(tournament, request.user), sent(request)
    form = PlayOffForm(data, name=usual_name(tournament), is_match=who is not None and who.is_match)
    outcome = NOTHING_DONE
    if data is not None:
        is_valid = who is None or form.is_valid()  # it is refused, and said why
        outcome = _make(request, tournament, form) if is_valid else Outcome(status=422)
        if not outcome.is_refused and (made := _made_by(request, tournament)) is not None:
            return _to_evening(made)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "who": who,
        "linked": linked(tournament, request.user),
        "form": form,
        "outcome": outcome,
    }
    return render(request, "tournaments/cup/play_offs.html", context, status=outcome.status)


def _make(request: StaffRequest, tournament: Tournament, form: PlayOffForm) -> Outcome:
    is_read = form.is_bound and form.is_valid()
    return carry_out(
        lambda: make_play_off(
            tournament,
            name=form.cleaned_data["name"] if is_read else "",
            match=form.match if is_read else None,
            seen=request.POST.get("seen", ""),
            **done_by(request),
        )
    )


def _made_by(request: StaffRequest, tournament: Tournament) -> Tournament | None:
    """What this form has made."""
    if request.method != "POST":
        return None
    action = action_of(tournament.club, **done_by(request))
    there = Tournament.objects.select_related("club").filter(play_off_of=tournament)
    return there.filter(pk=action.facts["tournament"]).first() if action and "tournament" in action.facts else None


def _to_evening(tournament: Tournament) -> HttpResponse:
    return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))
