"""Setting a tournament up over HTTP."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.setup.entries import EnterPlayersForm, PairForm
from tournaments.models import Entry, Tournament
from tournaments.pages.setup.setup import setup_page
from tournaments.pages.setup.withdrawal_effects import withdrawal_page
from tournaments.permissions import may_trash
from tournaments.recording import Stale, action_of
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.setup import entries
from tournaments.views.common import person_page
from tournaments.views.common.names_box import NamesBox, empty_box, names_box, names_to_look_at
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by, receipt_of, seen_number
from tournaments.views.common.request import StaffRequest
from tournaments.views.common.staff_access import for_tournament


@require_safe
@for_tournament()
def setup(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@require_POST
@for_tournament()
def enter_players(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    if "names" in request.POST:
        return _enter_names(request, tournament)
    form = EnterPlayersForm(tournament, request.POST)
    if not form.is_valid():
        return _page(request, tournament, Outcome(status=422), enter_form=form)
    outcome = carry_out(lambda: entries.enter_players(tournament, form.chosen(), **done_by(request)))
    return _back(request, tournament, outcome)


def _enter_names(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Who was pasted, put on the club's list where they are new: all of it or nothing."""
    club, receipt = tournament.club, receipt_of(request)
    if action_of(club, actor=request.user, receipt=receipt):
        return _back(request, tournament, NOTHING_DONE)  # sent twice
    box = names_box(request, club)
    if box.found is None and not box.is_wrong:
        box.form.add_error("text", _("Paste a list here, or choose a file below."))
    if box.waits:
        return _page(request, tournament, Outcome(status=422) if box.is_wrong else names_to_look_at(), box=box)

    def enter() -> None:
        with transaction.atomic():
            named = box.take_over(club, request, receipt)
            entering = uuid.uuid5(receipt, "enter")
            entries.enter_players(tournament, named.values(), actor=request.user, receipt=entering)

    outcome = carry_out(enter)
    if outcome.is_refused:
        return _page(request, tournament, outcome, box=names_box(request, club))
    return _back(request, tournament, outcome)


@require_POST
@for_tournament()
def draw_numbers(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    outcome = carry_out(lambda: entries.draw_numbers(tournament, **done_by(request)))
    return _back(request, tournament, outcome)


@require_POST
@for_tournament()
def remove_entry(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    return _entry_verb(request, tournament, entry, entries.remove_entry)


@require_POST
@for_tournament()
def withdraw_entry(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    """Where leaving changes what has been played it is looked at before: `looked_at` is what the page showed."""
    leaving = withdrawal_page(tournament, entry)
    looked_at = request.POST.get("looked_at", "")
    state = fingerprint(leaving.told) if leaving else ""
    if leaving is None or looked_at == state:
        return _entry_verb(request, tournament, entry, entries.withdraw_entry)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": leaving,
        "state": state,
        "about": max(seen_number(request, "about"), 0),
        "has_changed": bool(looked_at),
    }
    return render(request, "tournaments/setup/withdrawal.html", context, status=409 if looked_at else 200)


@require_POST
@for_tournament()
def return_entry(request: StaffRequest, tournament: Tournament, entry: int) -> HttpResponse:
    return _entry_verb(request, tournament, entry, entries.return_entry)


@require_POST
@for_tournament()
def forbid_pair(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _pair_verb(request, tournament, entries.forbid_pair)


@require_POST
@for_tournament()
def allow_pair(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _pair_verb(request, tournament, entries.allow_pair)


def answer(request: StaffRequest, tournament: Tournament, outcome: Outcome, anchor: str = "") -> HttpResponse:
    """Back to the set-up or, where the form says in `about` whose page it stands on, to that person."""
    if (about := seen_number(request, "about")) > 0:
        return person_page.answer(request, tournament, about, outcome)
    if outcome.is_refused:
        return _page(request, tournament, outcome)
    return HttpResponseRedirect(_address(tournament) + anchor)


def _back(request: StaffRequest, tournament: Tournament, outcome: Outcome) -> HttpResponse:
    """To the evening, where the form says in `back` that the person comes from there."""
    if request.POST.get("back") == "evening" and not outcome.is_refused:
        return HttpResponseRedirect(reverse("evening", args=[tournament.club.slug, tournament.slug]))
    return answer(request, tournament, outcome, "#entries")


def _entry_verb(request: StaffRequest, tournament: Tournament, entry: int, verb: Callable[..., object]) -> HttpResponse:
    def carry() -> object:
        return verb(_entry(tournament, entry), **done_by(request))

    return answer(request, tournament, carry_out(carry), f"#entry-{entry}")


def _pair_verb(request: StaffRequest, tournament: Tournament, verb: Callable[..., object]) -> HttpResponse:
    form = PairForm(tournament, request.POST)
    if not form.is_valid():
        if (about := seen_number(request, "about")) > 0:
            return person_page.answer(
                request,
                tournament,
                about,
                Outcome(status=422, message=_("Choose whom to keep them apart from."), tone="bad"),
            )
        return _page(request, tournament, Outcome(status=422), pair_form=form)
    one, other = form.pair()
    outcome = carry_out(lambda: verb(tournament, one, other, **done_by(request)))
    return answer(request, tournament, outcome, "#forbidden")


def _entry(tournament: Tournament, key: int) -> Entry:
    """Stale where somebody has taken the entry off the list, 404 where it is another tournament's."""
    found = tournament.entries.filter(pk=key).first()
    if found is not None:
        return found
    if Entry.objects.filter(pk=key).exists():
        raise Http404
    raise Stale


def _page(
    request: StaffRequest,
    tournament: Tournament,
    outcome: Outcome = NOTHING_DONE,
    *,
    enter_form: EnterPlayersForm | None = None,
    pair_form: PairForm | None = None,
    box: NamesBox | None = None,
) -> HttpResponse:
    context = _context(tournament, outcome) | {
        "page": setup_page(tournament),
        "enter_form": enter_form,
        "box": box or empty_box(),
        "pair_form": pair_form or PairForm(tournament),
        "may_trash": tournament.season.is_open and may_trash(request.user, tournament),
        "back": request.POST.get("back") or request.GET.get("back"),
    }
    return render(request, "tournaments/setup/setup/page.html", context, status=outcome.status)


def _context(tournament: Tournament, outcome: Outcome) -> dict[str, object]:
    return {"club": tournament.club, "tournament": tournament, "outcome": outcome}


def _address(tournament: Tournament) -> str:
    return reverse("setup", args=[tournament.club.slug, tournament.slug])
