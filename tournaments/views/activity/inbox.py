"""The inbox over HTTP: of a tournament, and of all that somebody directs in the club."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.evening.buttons import AgreedForm, AnswerForm, ReportedMatchForm, ResultForm
from tournaments.models import Answer, Club, Game, InboxItem, InboxSubject, Player, Round, Tournament
from tournaments.pages.activity.inbox import club_inbox, tournament_inbox
from tournaments.pairing.types.snapshot import Result
from tournaments.permissions import directed_by, directs_in_club
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import match_results, result_reports, results
from tournaments.services.rounds.result_rows import MadeOf
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by, receipt_of
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.row_lookups import round_there, row_there
from tournaments.views.common.staff_access import for_club, for_tournament


@never_cache
@require_safe
@for_tournament()
def inbox(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _of_tournament(request, tournament, NOTHING_DONE)


@never_cache
@require_safe
@for_club(directs_in_club)
def of_club(request: StaffRequest, club: Club) -> HttpResponse:
    return _of_club(request, club, NOTHING_DONE)


@require_POST
@for_club(directs_in_club)
def answer_item(request: StaffRequest, club: Club, item: int) -> HttpResponse:
    """From either page; `back` names the tournament whose page it was."""
    found = get_object_or_404(InboxItem.objects.select_related("club", "tournament__club"), club=club, pk=item)
    mine = InboxItem.objects.filter(directed_by(request.user, "tournament", or_club=True))
    if not mine.filter(pk=found.pk).exists():
        raise PermissionDenied
    form = AnswerForm(request.POST)

    def verb() -> object:
        erases = found.asked == InboxSubject.ERASE and form.cleaned_data["answer"] == Answer.YES
        if erases and not request.administers:
            raise PermissionDenied
        if erases and not form.cleaned_data["for_good"]:
            raise Refused(_("Nothing is erased yet: tick that it is for good, too."))
        chosen = form.cleaned_data["player"]
        return answer_inbox_item(
            found,
            Answer(form.cleaned_data["answer"]),
            seen=form.cleaned_data["seen"],
            player=row_there(Player, club.players.all(), chosen) if chosen else None,
            another_of_the_name=form.cleaned_data["another"],
            **done_by(request),
        )

    outcome = carry_out(verb) if form.is_valid() else UNREADABLE
    if found.tournament is not None and request.POST.get("back") == found.tournament.slug:
        return _after(request, found.tournament, outcome)
    return _after_in_club(request, club, outcome)


@require_POST
@for_tournament()
def decide(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    """A result where two reports contradict each other: entered like any other."""
    form: ReportedMatchForm | ResultForm
    form = ReportedMatchForm(request.POST) if tournament.boards is not None else ResultForm(request.POST)

    def verb() -> object:
        named = row_there(Game, Game.objects.filter(round__tournament=tournament), game)
        named.round = Round(tournament=tournament)
        if tournament.boards is not None:
            made_of = MadeOf(boards=form.cleaned_data["boards"])
            return match_results.enter_match(
                named, made_of, seen=Game().seen, actor=request.user, receipt=receipt_of(request)
            )
        result = Result(form.cleaned_data["result"])
        receipt = receipt_of(request)
        return results.enter_result(named, result, seen=form.cleaned_data["seen"], actor=request.user, receipt=receipt)

    return _after_either(request, tournament, carry_out(verb) if form.is_valid() else UNREADABLE)


@require_POST
@for_tournament()
def accept(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """As on the evening, and back to the inbox."""
    form = AgreedForm(request.POST)

    def verb() -> object:
        agreed = form.cleaned_data["agreed"]
        receipt = receipt_of(request)
        return result_reports.accept_agreed(
            round_there(tournament, number), agreed, actor=request.user, receipt=receipt
        )

    return _after_either(request, tournament, carry_out(verb) if form.is_valid() else UNREADABLE)


def after_undo(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    return _after(request, tournament, outcome)


def _after_either(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    if request.POST.get("back") == "club":
        return _after_in_club(request, tournament.club, outcome)
    return _after(request, tournament, outcome)


def _after(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    address = reverse("inbox", args=[tournament.club.slug, tournament.slug])
    return _shown_or(request, address, outcome, lambda: _of_tournament(request, tournament, outcome))


def _after_in_club(request: StaffRequest, club: Club, outcome: Outcome) -> HttpResponse:
    address = reverse("club_inbox", args=[club.slug])
    return _shown_or(request, address, outcome, lambda: _of_club(request, club, outcome))


def _shown_or(request: StaffRequest, address: str, outcome: Outcome, page: Callable[[], HttpResponse]) -> HttpResponse:
    return page() if outcome.is_refused else HttpResponseRedirect(address)


def _of_tournament(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": tournament_inbox(tournament),
        "outcome": outcome,
        "back": tournament.slug,
    }
    return render(request, "tournaments/activity/inbox/page.html", context, status=outcome.status)


def _of_club(request: StaffRequest, club: Club, outcome: Outcome) -> HttpResponse:
    context = {"club": club, "page": club_inbox(club, request.user), "outcome": outcome, "back": "club"}
    return render(request, "tournaments/activity/inbox/club.html", context, status=outcome.status)
