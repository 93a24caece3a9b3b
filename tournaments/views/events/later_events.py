"""What follows an event: finals in its season, and the groups of the next one by going up and down. For directors."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.forms.events.events import seed_in, signed
from tournaments.forms.events.group_board import GroupBoard, level_key, names_of
from tournaments.forms.events.later_events import FinalsForm, LaterEventForm, NextGroupsForm
from tournaments.models import Club, Event
from tournaments.pairing.groups.levels import by_lot
from tournaments.pairing.groups.types import UndecidedLevel
from tournaments.pairing.types.lots import Lots
from tournaments.permissions import directs_in_club
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.events.events import make_event
from tournaments.services.events.qualification import (
    as_cups,
    directors_of,
    groups_of,
    last_tables,
    not_over,
    played_by,
)
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club
from tournaments.views.events.events import made_by, otherwise_now, to_event


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def make_finals(request: StaffRequest, club: Club, event: int) -> HttpResponse:
    return _later(request, club, event, FinalsForm, "tournaments/events/events/finals.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def next_groups(request: StaffRequest, club: Club, event: int) -> HttpResponse:
    return _later(request, club, event, NextGroupsForm, "tournaments/events/events/next.html")


def _later(request: StaffRequest, club: Club, key: int, form_class: type[LaterEventForm], page: str) -> HttpResponse:
    event = get_object_or_404(Event.objects.select_related("season", "club"), pk=key, club=club)
    data = sent(request)
    if data is not None and (made := made_by(request, club)) is not None:
        return to_event(made)  # sent twice
    context: dict[str, object] = {"club": club, "event": event}
    if refusals := not_over(event):
        outcome = NOTHING_DONE if data is None else otherwise_now()
        return render(request, page, {**context, "refusals": refusals, "outcome": outcome}, status=outcome.status)
    form = form_class(event, last_tables(event), data)
    seed = (data is not None and seed_in(data.get("seed", ""))) or secrets.token_hex(32)
    context |= {"form": form, "seed": signed(seed), "tables": form.tables}
    if not form.is_ready:
        return render(request, page, {**context, "outcome": Outcome(status=422)}, status=422)
    decided, wrong = _decided(form, seed)
    board = _board(form, decided, seed)
    outcome = NOTHING_DONE if not wrong else Outcome(status=422, message=wrong, tone="bad")
    if data is not None and "confirm" in data:
        outcome = _confirm(request, form, board, seed)
        if not outcome.is_refused and (made := made_by(request, club)) is not None:
            return to_event(made)
    context |= {"board": board, "decided": _told(form, decided), "outcome": outcome}
    return render(request, page, context, status=outcome.status)


def _decided(form: LaterEventForm, seed: str) -> tuple[list[tuple[int, ...]], str]:
    """With what this tap decides of a shared place; and what is wrong with it."""
    data = form.data
    decided = [order for order in form.decided() if "-".join(map(str, order)) != data.get("reopen")]
    for level in form.proposal(decided).level:
        key = level_key(level)
        if data.get("lot") == key:
            return [*decided, by_lot(level.players, group=level.group, lots=Lots(seed, 0))], ""
        if data.get("played_off") == key:
            order = _played_off(form, level, key)
            if order is None:
                return decided, _("Number those who share a place from 1 on, each number once.")
            return [*decided, order], ""
    return decided, ""


def _played_off(form: LaterEventForm, level: UndecidedLevel, key: str) -> tuple[int, ...] | None:
    places = {str(form.data.get(f"order_{key}_{player}", "")).strip(): player for player in level.players}
    wanted = [str(place) for place in range(1, len(level.players) + 1)]
    return tuple(places[place] for place in wanted) if places.keys() == {*wanted} else None


def _board(form: LaterEventForm, decided: Sequence[tuple[int, ...]], seed: str) -> GroupBoard:
    proposal = form.proposal(decided)
    settings = {name: str(value) for name, value in form.cleaned_data.items() if name not in {"name", "season"}}
    tables = [[(row.player, row.place) for row in ranking] for ranking in form.tables.groups]
    return GroupBoard(
        proposal,
        made_for=fingerprint([tables, settings, sorted(decided), seed]),
        names=names_of(form.members, form.called),
        data=None if "propose" in form.data else form.data,
    )


def _told(form: LaterEventForm, decided: Sequence[tuple[int, ...]]) -> list[tuple[str, str]]:
    """Each with its key, in words."""
    return [
        (
            "-".join(map(str, order)),
            ", ".join(
                f"{place}. {form.called[player]}" for place, player in enumerate(order, 1) if player in form.called
            ),
        )
        for order in decided
        if all(player in form.called for player in order)
    ]


def _confirm(request: StaffRequest, form: LaterEventForm, board: GroupBoard, seed: str) -> Outcome:
    if form.lacks_season:
        return Outcome(status=409, message=_("The next season is not open yet. Nothing was saved."), tone="bad")
    if not form.is_valid():
        return Outcome(status=422)
    if not board.is_as_seen:
        return otherwise_now()
    if board.level:
        return Outcome(status=409, message=_("A shared place is not decided yet. Nothing was saved."), tone="bad")
    groups = groups_of(form.event)
    return carry_out(
        lambda: make_event(
            form.event.club,
            season=form.season(),
            name=form.cleaned_data["name"],
            played=as_cups(groups) if form.is_cup else played_by(groups),
            directors=directors_of(groups),
            groups=[[form.members[key] for key in group] for group in form.lined_up(board.players)],
            earlier=form.event,
            carry=form.carries,
            seed=seed,
            **done_by(request),
        )
    )
