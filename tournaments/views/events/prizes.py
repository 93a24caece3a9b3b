"""Prizes of a tournament or of a series: looked at, set up, decided, fixed, printed; and what the public sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.events.prizes import PrizesForms
from tournaments.models import Club, Player, Series, Tournament
from tournaments.pages.events.prizes import ALL, prize_certificates, prizes_page, prizes_url, public_prizes_page
from tournaments.permissions import directs_in_club, directs_tournament
from tournaments.selectors.prizes import Prized
from tournaments.services.events import prizes as services
from tournaments.services.events.prizes import PrizeDecision
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by
from tournaments.views.common.paper_language import in_the_papers_language
from tournaments.views.common.public_access import VisitorRequest, or_not_found, shown, tournament_for_all
from tournaments.views.common.request import StaffRequest, sent, whole_number
from tournaments.views.common.staff_access import View, for_club, for_tournament

OfPrized = Callable[[StaffRequest, Prized], HttpResponseBase]


Allowed = Callable[[View], View]
"""Which methods: require_safe and its like."""


def both(view: OfPrized, allowed: Allowed) -> tuple[View, View]:
    """The view for a tournament, and for a series."""

    @never_cache
    @allowed
    @for_tournament(directs_tournament)
    @wraps(view)
    def of_tournament(request: StaffRequest, tournament: Tournament) -> HttpResponseBase:
        return view(request, tournament)

    @never_cache
    @allowed
    @for_club(directs_in_club)
    @wraps(view)
    def of_series(request: StaffRequest, club: Club, series: int) -> HttpResponseBase:
        found = get_object_or_404(Series.objects.select_related("season", "club"), pk=series, club=club)
        return view(request, found)

    return of_tournament, of_series


def _show(request: StaffRequest, thing: Prized) -> HttpResponse:
    return _page(request, thing, NOTHING_DONE)


def _edit(request: StaffRequest, thing: Prized) -> HttpResponse:
    data = sent(request)
    may_propose = isinstance(thing, Tournament) and not thing.prizes
    forms = PrizesForms.of(thing, data, proposes=may_propose and "usual" in request.GET)
    seen = services.version_of(thing) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None and not forms.is_valid():
        outcome = Outcome(status=422)
    elif data is not None:
        outcome = carry_out(lambda: services.set_prizes(thing, forms.scheme(), seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect(prizes_url(thing))
        if outcome.is_stale:
            thing.refresh_from_db()
            forms, seen = PrizesForms.of(thing, None), services.version_of(thing)
    return _render(
        request, thing, "edit", {"forms": forms, "seen": seen, "outcome": outcome, "may_propose": may_propose}
    )


def _decide(request: StaffRequest, thing: Prized) -> HttpResponse:
    key, decision = whole_number(request.POST.get("player", "")), request.POST.get("decision", "")
    if key is None or decision not in set(PrizeDecision):
        return _page(request, thing, UNREADABLE)
    player = get_object_or_404(Player, pk=key, club=thing.club)
    return _done(
        request,
        thing,
        lambda: services.decide_prize(
            thing, player, PrizeDecision(decision), seen=request.POST.get("seen", ""), **done_by(request)
        ),
    )


def _fix(request: StaffRequest, thing: Prized) -> HttpResponse:
    """Or opened again: the button says which."""
    if "open" in request.POST:
        return _done(request, thing, lambda: services.open_prizes(thing, **done_by(request)))
    seen = request.POST.get("seen_awards", "")
    return _done(
        request,
        thing,
        lambda: services.fix_prizes(thing, seen=seen, **done_by(request)),
    )


@in_the_papers_language
def _paper(request: StaffRequest, thing: Prized) -> HttpResponse:
    page = prizes_page(thing)
    return _render(request, thing, "paper", {"page": page, "printed": timezone.localtime(), "outcome": NOTHING_DONE})


@in_the_papers_language
def _certificates(request: StaffRequest, thing: Prized) -> HttpResponseBase:
    return or_not_found(
        lambda: _render(
            request,
            thing,
            "certificates",
            {
                "page": prize_certificates(thing, request.GET.get("for", ALL), timezone.localdate()),
                "outcome": NOTHING_DONE,
            },
        )
    )


def _done(request: StaffRequest, thing: Prized, verb: Callable[[], object]) -> HttpResponse:
    outcome = carry_out(verb)
    if not outcome.is_refused:
        return redirect(prizes_url(thing))
    thing.refresh_from_db()
    return _page(request, thing, outcome)


def _page(request: StaffRequest, thing: Prized, outcome: Outcome) -> HttpResponse:
    context = {
        "page": prizes_page(thing),
        "seen": services.version_of(thing),
        "seen_awards": services.version_of_awards(thing),
        "outcome": outcome,
    }
    return _render(request, thing, "page", context)


def _render(request: StaffRequest, thing: Prized, screen: str, context: dict[str, Any]) -> HttpResponse:
    """`tournament` is None for a series; `ways` lead to all pages of its prizes."""
    ours = {
        "club": thing.club,
        "thing": thing,
        "tournament": thing if isinstance(thing, Tournament) else None,
        "series": thing if isinstance(thing, Series) else None,
        "place": "setup",
        "ways": {name: prizes_url(thing, f"{name}_prizes") for name in ("edit", "decide", "fix", "print")}
        | {"page": prizes_url(thing), "certificates": prizes_url(thing, "prize_certificates")},
    }
    return render(request, f"tournaments/events/prizes/{screen}.html", ours | context, status=context["outcome"].status)


prizes, series_prizes = both(_show, require_safe)
edit_prizes, series_edit_prizes = both(_edit, require_http_methods(["GET", "HEAD", "POST"]))
decide_prizes, series_decide_prizes = both(_decide, require_POST)
fix_prizes, series_fix_prizes = both(_fix, require_POST)
print_prizes, series_print_prizes = both(_paper, require_safe)
prize_certificates_page, series_prize_certificates = both(_certificates, require_safe)


@require_safe
@tournament_for_all
def public_prizes(request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    context = {"page": public_prizes_page(tournament), "tournament": tournament, "place": "prizes"}
    return shown(request, "tournaments/events/prizes/public.html", context)
