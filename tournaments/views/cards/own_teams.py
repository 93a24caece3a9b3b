"""What a captain does by their card in a tournament of teams: their own team's line-up and results, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.cards.own_results import SeenReportForm
from tournaments.models import PUBLIC_STATES, Attendance, Entry
from tournaments.pages.cards.own_teams import newest_match, own_team_page, signs_told
from tournaments.selectors.result_reports import Ended
from tournaments.selectors.team_entries.team_line_ups import in_order_of_roster
from tournaments.services.rounds import result_reports
from tournaments.services.rounds.handed_in_line_ups import hand_in_line_up, version_of
from tournaments.views.cards.card_access import CardRequest, for_card
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import whole_number

View = Callable[..., HttpResponse]


def for_captain_of_entry(view: View) -> View:
    """The view gets the Entry in place of `entry`: of a team whose captain holds this card. For everybody else it is
    not there."""

    @for_card
    @wraps(view)
    def wrapped(request: CardRequest, card: HeldCard, /, entry: int, **kwargs: Any) -> HttpResponse:
        found = (
            Entry.objects.select_related("tournament__club")
            .filter(pk=entry, captain=card.player, tournament__trashed_at=None, tournament__season__is_open=True)
            .first()
        )
        if found is None:
            raise Http404
        return view(request, card, found, **kwargs)

    return wrapped


def of_match(view: View) -> View:
    """For what is sent of the team's match in a round: the view gets its row in place of `number`."""

    @for_captain_of_entry
    @wraps(view)
    def wrapped(request: CardRequest, card: HeldCard, entry: Entry, /, number: int) -> HttpResponse:
        rows = Attendance.objects.filter(entry=entry, round__number=number, round__state__in=PUBLIC_STATES)
        row = rows.exclude(game=None).select_related("round", "game", "entry").first()
        if row is None:
            raise Http404
        row.entry = entry
        row.round.tournament = entry.tournament
        return view(request, card, row)

    return wrapped


@require_safe
@for_captain_of_entry
def captain_entry(request: CardRequest, card: HeldCard, entry: Entry) -> HttpResponse:
    return _shown(request, card, entry, NOTHING_DONE)


@require_POST
@of_match
def captain_entry_line_up(request: CardRequest, card: HeldCard, row: Attendance) -> HttpResponse:
    """Those ticked play, in the order of the team."""
    chosen = {key for each in request.POST.getlist("plays") if (key := whole_number(each)) is not None}
    members = in_order_of_roster(row, chosen)
    seen = request.POST.get("seen", "")
    return _done(
        request,
        card,
        row,
        lambda: hand_in_line_up(row, members, seen=seen, by_card=card.player, receipt=receipt_of(request)),
    )


@require_POST
@of_match
def captain_entry_report(request: CardRequest, card: HeldCard, row: Attendance) -> HttpResponse:
    told = {
        board: Ended(said)
        for board in range(1, (row.round.tournament.boards or 0) + 1)
        if (said := request.POST.get(f"board-{board}", "")) in set(Ended)
    }
    opponent = whole_number(request.POST.get("opponent", "")) or 0
    return _done(
        request,
        card,
        row,
        lambda: result_reports.report_match(
            row,
            signs_told(row, row.round.tournament, told),
            seen_opponent=opponent,
            by_card=card.player,
            receipt=receipt_of(request),
        ),
    )


@require_POST
@of_match
def captain_entry_confirmation(request: CardRequest, card: HeldCard, row: Attendance) -> HttpResponse:
    return _seen(request, card, row, result_reports.confirm_report)


@require_POST
@of_match
def captain_entry_report_taken_back(request: CardRequest, card: HeldCard, row: Attendance) -> HttpResponse:
    return _seen(request, card, row, result_reports.take_back_report)


def _seen(request: CardRequest, card: HeldCard, row: Attendance, verb: Callable[..., object]) -> HttpResponse:
    form = SeenReportForm(request.POST)
    if not form.is_valid():
        return _shown(request, card, row.entry, UNREADABLE)
    seen = form.cleaned_data["seen"]
    return _done(request, card, row, lambda: verb(row, seen=seen, by_card=card.player, receipt=receipt_of(request)))


def _done(request: CardRequest, card: HeldCard, row: Attendance, verb: Callable[[], object]) -> HttpResponse:
    outcome = carry_out(verb)
    if outcome.is_refused:
        return _shown(request, card, row.entry, outcome)
    club = card.player.club
    return HttpResponseRedirect(reverse("captain_entry", args=[club.slug, card.player.public_key, row.entry_id]))


def _shown(request: CardRequest, card: HeldCard, entry: Entry, outcome: Outcome) -> HttpResponse:
    row = newest_match(entry)
    context = {
        "club": card.player.club,
        "card": card.player,
        "held": [each.player for each in request.club_cards],
        "page": own_team_page(entry, row),
        "seen": version_of(row) if row is not None else "",
        "outcome": outcome,
    }
    return render(request, "tournaments/cards/captain/entry.html", context, status=outcome.status)
