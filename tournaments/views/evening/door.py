"""The door over HTTP: one list for all of tonight's tournaments, one tap a person."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.evening.guests import GuestForm
from tournaments.models import Action, Club, Entry, Round, Tournament
from tournaments.pages.evening.door import NOTHING_NEW, DoorPage, door_page, news_since, rounds_checking_in
from tournaments.permissions import directs_tournament, helps_in_tournament, works_for_club
from tournaments.services.evening import attendance
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_club, for_tournament
from tournaments.views.evening.evening import all_marked, marked


@never_cache
@require_safe
@for_club(works_for_club)
def door(request: StaffRequest, club: Club) -> HttpResponse:
    return _page(request, club, _shown(request, club, _rounds(request, club), request.GET.get("group", "")))


@require_POST
@for_tournament(helps_in_tournament)
def mark_at_door(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    outcome = marked(request, tournament, number, entry)
    return answer(request, tournament.club, outcome, entry=None if outcome is UNREADABLE else entry)


@require_POST
@for_tournament(helps_in_tournament)
def mark_again_at_door(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return answer(request, tournament.club, all_marked(request, tournament, number, attendance.mark_again))


@require_POST
@for_tournament(helps_in_tournament)
def mark_expected_at_door(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return answer(request, tournament.club, all_marked(request, tournament, number, attendance.mark_expected))


def answer(request: StaffRequest, club: Club, outcome: Outcome, *, entry: int | None = None) -> HttpResponse:
    """After a tap: without htmx back to the person's row; with htmx that row, the counts, and the rows that another
    door has changed meanwhile; the whole list where other people stand on it now."""
    only = request.POST.get("group", "")
    if not request.htmx and not outcome.is_refused:
        return HttpResponseRedirect(address(club, only=only, player=_player(entry)))
    rounds = _rounds(request, club)
    page = _shown(request, club, rounds, only, outcome.action)
    if not request.htmx:
        return _page(request, club, page, outcome)
    known = seen_number(request, "known")
    is_only_news = outcome.action is not None and outcome.action.pk == known + 1
    news = NOTHING_NEW if known < 0 or is_only_news else news_since(rounds, known)
    row = page.row(entry) if entry is not None else None
    changed = [other for other in page.rows if other.player in news.players and other is not row]
    context = _context(club, page, outcome) | {"row": row, "changed": changed}
    if row is not None and not news.is_another_list:
        response = render(request, "tournaments/evening/door/_after_tap.html", context, status=outcome.status)
        response["HX-Retarget"] = f"#door-row-{row.player}"  # each place of a row is a target of its own for the queue
        return response
    response = render(request, "tournaments/evening/door/_whole.html", context, status=outcome.status)
    response["HX-Retarget"] = "#door"
    response["HX-Reswap"] = "outerHTML"
    return response


def address(club: Club, *, only: str = "", player: int | None = None) -> str:
    query = {"group": only} if only else None
    return reverse("door", args=[club.slug], query=query, fragment=f"door-row-{player}" if player else None)


def _player(entry: int | None) -> int | None:
    return None if entry is None else Entry.objects.filter(pk=entry).values_list("player", flat=True).first()


def _rounds(request: StaffRequest, club: Club) -> list[Round]:
    return [each for each in rounds_checking_in(club) if helps_in_tournament(request.user, each.tournament)]


def _shown(
    request: StaffRequest, club: Club, rounds: list[Round], only: str, just_done: Action | None = None
) -> DoorPage:
    """A helper marks who is here, and undoes what is their own; guests are entered by directors."""
    directed = {each.tournament.slug for each in rounds if directs_tournament(request.user, each.tournament)}
    return door_page(club, rounds, only=only, directed=directed, user=request.user, just_done=just_done)


def _page(request: StaffRequest, club: Club, page: DoorPage, outcome: Outcome = NOTHING_DONE) -> HttpResponse:
    context = _context(club, page, outcome) | {"form": GuestForm(), "sent_along": "#door-known"}
    return render(request, "tournaments/evening/door/page.html", context, status=outcome.status)


def _context(club: Club, page: DoorPage, outcome: Outcome) -> dict[str, object]:
    return {"club": club, "page": page, "outcome": outcome, "at_door": True}
