"""Groups: proposed, moved about, made; and the page of an event for those who run it. For directors."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping

from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.events.events import MakeGroupsForm, seed_in, signed
from tournaments.forms.events.group_board import GroupBoard, names_of
from tournaments.forms.setup.seasons import season_on_the_way
from tournaments.forms.setup.settings import FirstPlayersForm
from tournaments.models import Club, Event, Player, Tournament
from tournaments.pages.common.wording import explained
from tournaments.pages.events.events import staff_event_page
from tournaments.pairing.groups.make import make_groups as proposed_groups
from tournaments.pairing.groups.types import GroupCandidate, GroupsImpossible
from tournaments.pairing.types.lots import Lots
from tournaments.permissions import directs_in_club, works_for_club
from tournaments.recording import action_of
from tournaments.selectors.display_names import display_names_of_players
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.events import events as services
from tournaments.services.events.events import Member, make_event
from tournaments.services.events.qualification import last_tables
from tournaments.services.rounds import publish_schedules
from tournaments.views.common.names_box import NamesBox, empty_box, names_box, names_to_look_at
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, receipt_of
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def make_groups(request: StaffRequest, club: Club) -> HttpResponse:
    data = sent(request)
    season = season_on_the_way(club, data) if request.administers else None
    form, players = MakeGroupsForm(club, data, season=season), FirstPlayersForm(club, data)
    if data is None:
        return _page(request, club, form, players, empty_box())
    if (made := made_by(request, club)) is not None:
        return to_event(made)  # sent twice
    box = names_box(request, club)
    if not all([form.is_valid(), players.is_valid(), not box.is_wrong]):
        return _page(request, club, form, players, box, outcome=Outcome(status=422))
    if box.waits:
        return _page(request, club, form, players, box, outcome=names_to_look_at())
    seed = None if "again" in data else seed_in(data.get("seed", ""))
    seed = seed or secrets.token_hex(32)
    members = _members(players, box)
    try:
        board = _board(form, members, seed, data)
    except GroupsImpossible as impossible:
        form.add_error("number", " ".join(explained(impossible.reasons, {})))
        return _page(request, club, form, players, box, outcome=Outcome(status=422))
    outcome = NOTHING_DONE
    if "confirm" in data:
        outcome = otherwise_now() if not board.is_as_seen else _make(request, club, form, board, members, seed, box)
        made = made_by(request, club)
        if not outcome.is_refused and made is not None:
            return to_event(made)
    return _page(request, club, form, players, box, board=board, seed=seed, outcome=outcome)


@never_cache
@require_safe
@for_club(works_for_club)
def event(request: StaffRequest, club: Club, event: int) -> HttpResponse:
    found = get_object_or_404(Event.objects.select_related("season"), pk=event, club=club)
    page = staff_event_page(found, request.user)
    return render(
        request, "tournaments/events/events/staff.html", {"club": club, "page": page, "outcome": NOTHING_DONE}
    )


@require_POST
@for_club(directs_in_club)
def rename_event(request: StaffRequest, club: Club, event: int) -> HttpResponse:
    found = get_object_or_404(Event.objects.select_related("season", "club"), pk=event, club=club)
    name, seen = request.POST.get("name", ""), request.POST.get("seen", "")
    outcome = carry_out(lambda: services.rename_event(found, name, seen=seen, **done_by(request)))
    if not outcome.is_refused:
        return to_event(found)
    found.refresh_from_db()
    page = staff_event_page(found, request.user)
    context = {"club": club, "page": page, "outcome": outcome, "typed": name}
    return render(request, "tournaments/events/events/staff.html", context, status=outcome.status)


@require_POST
@for_club(directs_in_club)
def publish_plans(request: StaffRequest, club: Club, event: int) -> HttpResponse:
    """Of all groups whose plan can be published whole, in one go."""
    found = get_object_or_404(Event.objects.select_related("season", "club"), pk=event, club=club)
    waiting = [group.key for group in staff_event_page(found, request.user).groups if group.waits_for_plan]
    groups = list(Tournament.objects.filter(pk__in=waiting).select_related("club", "season").order_by("group"))
    outcome = carry_out(lambda: publish_schedules(groups, **done_by(request)))
    if not outcome.is_refused:
        return to_event(found)
    context = {"club": club, "page": staff_event_page(found, request.user), "outcome": outcome}
    return render(request, "tournaments/events/events/staff.html", context, status=outcome.status)


def made_by(request: StaffRequest, club: Club) -> Event | None:
    """What this form has made."""
    action = action_of(club, **done_by(request))
    return Event.objects.filter(pk=action.facts.get("event"), club=club).first() if action else None


def to_event(event: Event) -> HttpResponse:
    return HttpResponseRedirect(reverse("event", args=[event.club.slug, event.pk]))


def otherwise_now() -> Outcome:
    return Outcome(
        status=409,
        message=_("What the groups are made from has changed: look at them once more. Nothing was saved."),
        tone="warn",
    )


def _members(players: FirstPlayersForm, box: NamesBox) -> dict[int, Member]:
    """By the key of the player; whoever is new by the row of the list, below 0."""
    members: dict[int, Member] = {each.pk: each for each in players.chosen()}
    for row, each in box.people().items():
        members[each.pk if isinstance(each, Player) else -row] = each
    return members


def _board(form: MakeGroupsForm, members: Mapping[int, Member], seed: str, data: QueryDict) -> GroupBoard:
    source = form.source()
    places = last_tables(source).places() if source else {}
    candidates = [
        GroupCandidate(player=key, rating=each.rating, group=places[key][0], place=places[key][1])
        if key in places
        else GroupCandidate(player=key, rating=each.rating)
        for key, each in members.items()
    ]
    proposal = proposed_groups(candidates, **form.settings(), lots=Lots(seed, 0))
    called = display_names_of_players(each for each in members.values() if isinstance(each, Player))
    names = names_of(members, called)
    return GroupBoard(
        proposal,
        made_for=fingerprint([seed, [repr(each) for each in candidates], names, repr(form.settings())]),
        names=names,
        data=None if "propose" in data or "again" in data else data,
    )


def _make(
    request: StaffRequest,
    club: Club,
    form: MakeGroupsForm,
    board: GroupBoard,
    members: Mapping[int, Member],
    seed: str,
    box: NamesBox,
) -> Outcome:
    """With who is new on the club's list: all of it or nothing."""

    def make() -> None:
        with transaction.atomic():
            named = box.take_over(club, request, uuid.uuid5(receipt_of(request), "names"))
            there = dict(members) | {-row: player for row, player in named.items()}
            make_event(
                club,
                season=form.chosen_season(),
                name=form.cleaned_data["name"],
                played=form.played(),
                groups=[[there[key] for key in group] for group in board.players],
                seed=seed,
                **done_by(request),
            )

    return carry_out(make)


def _page(
    request: StaffRequest,
    club: Club,
    form: MakeGroupsForm,
    players: FirstPlayersForm,
    box: NamesBox,
    *,
    board: GroupBoard | None = None,
    seed: str = "",
    outcome: Outcome = NOTHING_DONE,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "players": players,
        "box": box,
        "board": board,
        "seed": signed(seed) if seed else "",
        "draws": board is not None and form.cleaned_data["way"] == "pots",
        "outcome": outcome,
    }
    return render(request, "tournaments/events/events/make.html", context, status=outcome.status)
