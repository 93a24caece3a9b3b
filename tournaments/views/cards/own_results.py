"""What players say by their card of their games: how theirs ended, that the other is right, that something is wrong."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.exchange.images.own_evening import drawn
from tournaments.forms.cards.own_results import FlagForm, ReportForm, SeenReportForm
from tournaments.models import PUBLIC_STATES, Attendance, Entry, Round
from tournaments.pages.cards.own_evening import own_evening_picture
from tournaments.selectors.result_reports import Ended, WrongReport, result_of
from tournaments.services.clubs.logos import logo_of
from tournaments.services.rounds import result_reports
from tournaments.views.cards.card_access import CardRequest, for_card
from tournaments.views.cards.cards import answer_to
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import sent


@require_POST
@for_card
def own_report(request: CardRequest, card: HeldCard, attendance: int) -> HttpResponse:
    form = ReportForm(request.POST)
    return _said(
        request,
        card,
        attendance,
        form,
        lambda row: result_reports.report_result(
            row,
            result_of(Ended(form.cleaned_data["ended"]), row.colour),
            seen_opponent=form.cleaned_data["opponent"],
            by_card=card.player,
            receipt=receipt_of(request),
        ),
    )


@require_POST
@for_card
def own_confirmation(request: CardRequest, card: HeldCard, attendance: int) -> HttpResponse:
    return _seen(request, card, attendance, result_reports.confirm_report)


@require_POST
@for_card
def own_report_taken_back(request: CardRequest, card: HeldCard, attendance: int) -> HttpResponse:
    return _seen(request, card, attendance, result_reports.take_back_report)


@require_safe
@for_card
def own_picture(_request: CardRequest, card: HeldCard, attendance: int) -> HttpResponse:
    """How it was, to be sent on."""
    picture = own_evening_picture(card.player, attendance, logo_of(card.player.club))
    if picture is None:
        raise Http404
    return HttpResponse(drawn(picture), content_type="image/png")


@require_http_methods(["GET", "HEAD", "POST"])
@for_card
def own_flag(request: CardRequest, card: HeldCard) -> HttpResponse:
    """“This is wrong”: for a director to put right."""
    rounds = _rounds_of(card)
    named = f"{request.GET.get('entry', '')}:{request.GET.get('round', '')}"
    form = FlagForm(sent(request), rounds=rounds, initial={"round": named})
    outcome = NOTHING_DONE
    if request.method == "POST":
        if form.is_valid():
            outcome = carry_out(lambda: _flag(request, card, form, rounds))
            if not outcome.is_refused:
                return HttpResponseRedirect(
                    reverse("my_flag", args=[card.player.club.slug, card.player.public_key]) + "?sent=yes"
                )
        else:
            outcome = Outcome(status=422)
    context = {
        "club": card.player.club,
        "held": [each.player for each in request.club_cards],
        "card": {"name": card.player.full_name, "public_key": card.player.public_key},
        "form": form,
        "outcome": outcome,
        "is_sent": request.method != "POST" and "sent" in request.GET,
    }
    return render(request, "tournaments/cards/cards/wrong.html", context, status=outcome.status)


def _flag(request: CardRequest, card: HeldCard, form: FlagForm, rounds: dict[Entry, list[int]]) -> object:
    key, _colon, number = form.cleaned_data["round"].partition(":")
    return result_reports.flag_result(
        next(entry for entry in rounds if entry.pk == int(key)),
        WrongReport(form.cleaned_data["wrong"]),
        number=int(number),
        text=form.cleaned_data["text"],
        by_card=card.player,
        receipt=receipt_of(request),
    )


def _rounds_of(card: HeldCard) -> dict[Entry, list[int]]:
    """The published rounds of the tournaments in which players may say so."""
    theirs = Entry.objects.filter(
        player=card.player, tournament__trashed_at=None, tournament__season__is_open=True, tournament__may_flag=True
    )
    entries = list(theirs.select_related("tournament__club", "player").order_by("-tournament"))
    rounds: dict[int, list[int]] = {}
    public = Round.objects.filter(tournament__in=[each.tournament_id for each in entries], state__in=PUBLIC_STATES)
    for tournament, number in public.order_by("number").values_list("tournament", "number"):
        rounds.setdefault(tournament, []).append(number)
    return {entry: rounds[entry.tournament_id] for entry in entries if entry.tournament_id in rounds}


def _seen(request: CardRequest, card: HeldCard, attendance: int, verb: Callable[..., object]) -> HttpResponse:
    form = SeenReportForm(request.POST)
    return _said(
        request,
        card,
        attendance,
        form,
        lambda row: verb(row, seen=form.cleaned_data["seen"], by_card=card.player, receipt=receipt_of(request)),
    )


def _said(
    request: CardRequest, card: HeldCard, attendance: int, form: forms.Form, verb: Callable[[Attendance], object]
) -> HttpResponse:
    rows = Attendance.objects.filter(entry__player=card.player, round__tournament__trashed_at=None)
    row = rows.select_related("round__tournament__club", "entry__player").filter(pk=attendance).first()
    if row is None:
        raise Http404
    outcome = carry_out(lambda: verb(row)) if form.is_valid() else UNREADABLE
    return answer_to(request, card, outcome)
