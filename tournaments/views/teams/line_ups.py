"""Making a line-up over HTTP: the same for the staff and, by their card, for a captain."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubchess.site import site_of
from tournaments.forms.teams.fixtures import sent_results
from tournaments.models import Club, Fixture, Player, RespondedBy, User
from tournaments.pages.teams.asking import line_up_text, text_to_copy
from tournaments.pages.teams.line_up import Line, line_of, line_up_page
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.permissions import directs_in_club
from tournaments.selectors.outside_teams import answers_for
from tournaments.services.teams import answers, line_ups
from tournaments.services.teams import fixture_results as results
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.staff_access import for_club
from tournaments.views.teams.fixtures import fixture_or_404


@dataclass(frozen=True, kw_only=True, slots=True)
class MadeBy:
    """Who makes it: the staff, or a captain by their card; `address` gives one of their own pages by the name that it
    has for the staff."""

    template: str
    address: Callable[[str], str]
    actor: User | None = None
    by_card: int | None = None
    context: dict[str, object]


def by_staff(request: StaffRequest, club: Club, fixture: Fixture) -> MadeBy:
    def address(name: str) -> str:
        return reverse(name, args=[club.slug, fixture.team_id if name == "outside_team" else fixture.pk])

    template = "tournaments/teams/line_ups/staff.html"
    return MadeBy(template=template, address=address, actor=request.user, context={"club": club, "way": ""})


@never_cache
@require_safe
@for_club(directs_in_club)
def fixture(request: StaffRequest, club: Club, fixture: int) -> HttpResponse:
    found = fixture_or_404(club, fixture)
    return shown(request, found, by_staff(request, club, found))


@require_POST
@for_club(directs_in_club)
def fixture_line_up(request: StaffRequest, club: Club, fixture: int) -> HttpResponse:
    found = fixture_or_404(club, fixture)
    return line_up_sent(request, found, by_staff(request, club, found))


@require_POST
@for_club(directs_in_club)
def fixture_results(request: StaffRequest, club: Club, fixture: int) -> HttpResponse:
    found = fixture_or_404(club, fixture)
    return results_sent(request, found, by_staff(request, club, found))


@require_POST
@for_club(directs_in_club)
def fixture_answers(request: StaffRequest, club: Club, fixture: int) -> HttpResponse:
    found = fixture_or_404(club, fixture)
    return answer_sent(request, found, by_staff(request, club, found))


def shown(
    request: HttpRequest,
    found: Fixture,
    made_by: MadeBy,
    outcome: Outcome = NOTHING_DONE,
    *,
    line: Line | None = None,
    typed: Mapping[str, str] | None = None,
) -> HttpResponse:
    """With the line-up that the address says, or that a refused form had; `typed`: results as a refused form had
    them."""
    text = request.GET.get("line")
    if line is None and text is not None:
        line = line_of(text, found.team.boards)
    picked = whole_number(request.GET.get("board", ""))
    page = line_up_page(found, line=line, picked=picked, proposes="propose" in request.GET)
    if typed is not None:
        page = page.with_typed(typed)
    names = ("outside_team", "fixture", "fixture_line_up", "fixture_results", "fixture_answers")
    site = site_of(request)
    context = {
        **made_by.context,
        "page": page,
        "chat_text": text_to_copy(found, site) if page.is_to_come and page.silent else "",
        "line_up_text": line_up_text(found, site) if page.is_published and page.is_to_come else "",
        "sends_mail": settings.MAIL_ON,
        "urls": {name: made_by.address(name) for name in names},
        "seen": line_ups.version_of(found),
        "over": line_ups.codes_of(page.found),
        "seen_results": results.version_of(found),
        "outcome": outcome,
    }
    return render(request, made_by.template, context, status=outcome.status)


def line_up_sent(request: HttpRequest, found: Fixture, made_by: MadeBy) -> HttpResponse:
    """Put down, published or taken back."""
    line = line_of(request.POST.get("line", ""), found.team.boards)
    seen, wanted = request.POST.get("seen", ""), request.POST.get("do", "")
    if line is None or wanted not in {"draft", "publish", "take_back"}:
        return shown(request, found, made_by, UNREADABLE)
    who = _who(request, made_by)

    def verb() -> object:
        if wanted == "take_back":
            return line_ups.take_back(found, seen=seen, **who)
        if wanted == "draft":
            return line_ups.save_draft(found, line, seen=seen, **who)
        return line_ups.publish(found, line, seen=seen, over=request.POST.get("over", ""), **who)

    try:
        outcome = carry_out(verb)
    except line_ups.WarnedAnew:
        message = _("The league’s rules say something of this line-up that was not on your screen. Look again.")
        outcome = Outcome(status=409, message=message, tone="warn")
    if not outcome.is_refused:
        return HttpResponseRedirect(made_by.address("fixture"))
    found.refresh_from_db(fields=["draft", "published_at", "own_halves", "their_halves"])
    return shown(request, found, made_by, outcome, line=None if outcome.is_stale else line)


def results_sent(request: HttpRequest, found: Fixture, made_by: MadeBy) -> HttpResponse:
    sent = sent_results(request.POST, found.team.boards)
    if sent is None:
        message = _("A score is two numbers such as 4½ and 3½, and a rating a whole number. Nothing was saved.")
        outcome = Outcome(status=422, message=message, tone="bad")
        return shown(request, found, made_by, outcome, typed=request.POST)
    outcome = carry_out(
        lambda: results.enter_results(
            found, sent.boards, score=sent.score, seen=request.POST.get("seen", ""), **_who(request, made_by)
        )
    )
    if outcome.is_refused:
        return shown(request, found, made_by, outcome, typed=None if outcome.is_stale else request.POST)
    return HttpResponseRedirect(made_by.address("fixture"))


def answer_sent(request: HttpRequest, found: Fixture, made_by: MadeBy) -> HttpResponse:
    """What somebody said by telephone; or they are asked: one of them, or all who have said nothing."""
    wanted, who = request.POST.get("do", ""), _who(request, made_by)
    if wanted == "ask_silent":
        outcome = carry_out(lambda: answers.ask_silent(found, **who))
        return _answered(request, found, made_by, outcome)
    key = whole_number(request.POST.get("player", ""))
    listed = Player.objects.filter(squad_places__league=found.team.league_id)
    player = listed.filter(pk=key).first() if key is not None else None
    if player is None or wanted not in {"ask", "nothing", *SquadAnswer}:
        message = _("Choose a player first.")
        return shown(request, found, made_by, Outcome(status=422, message=message, tone="bad"))

    def verb() -> object:
        if wanted == "ask":
            return answers.ask(found, [player], **who)
        said = None if wanted == "nothing" else SquadAnswer(wanted)
        seen = answers_for([found], [player.pk])[found.pk, player.pk].version
        return answers.answer(found, player, said, said_by=RespondedBy.TELEPHONE, seen=seen, **who)

    return _answered(request, found, made_by, carry_out(verb))


def _answered(request: HttpRequest, found: Fixture, made_by: MadeBy, outcome: Outcome) -> HttpResponse:
    if outcome.is_refused:
        return shown(request, found, made_by, outcome)
    return HttpResponseRedirect(f"{made_by.address('fixture')}#who-can-play")


class _Who(TypedDict):
    actor: User | None
    by_card: int | None
    receipt: uuid.UUID


def _who(request: HttpRequest, made_by: MadeBy) -> _Who:
    return {"actor": made_by.actor, "by_card": made_by.by_card, "receipt": receipt_of(request)}
