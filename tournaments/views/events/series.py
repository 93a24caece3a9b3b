"""Series for those who run them: set up, changed, looked at; bonus points, the play-off and the final table."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.events.series import BonusForm, FinalForm, SeriesForms
from tournaments.models import Club, Player, Season, Series, Tournament
from tournaments.pages.events.public_series import series_page, series_person_page
from tournaments.pages.events.series import staff_series_page
from tournaments.pairing.series.options import SeriesOptions
from tournaments.permissions import directs_in_club, works_for_club
from tournaments.recording import action_of
from tournaments.services.events import series as services
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.public_access import VisitorRequest, club_for_all, shown
from tournaments.views.common.request import StaffRequest, sent, whole_number
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def make_series(request: StaffRequest, club: Club, season: int) -> HttpResponse:
    found = get_object_or_404(Season, pk=season, club=club)
    data = sent(request)
    preset = (data or request.GET).get("preset", "")
    if preset and preset not in SeriesOptions.info.presets:
        raise Http404
    forms = SeriesForms.of(club, data, season=found, preset=preset)
    outcome = NOTHING_DONE
    if data is not None:
        if (made := _made_by(request, club)) is not None:
            return _to(made)  # sent twice
        if not forms.is_valid():
            outcome = Outcome(status=422)
        else:
            plan = forms.scheme()
            outcome = carry_out(lambda: services.make_series(club, season=found, plan=plan, **done_by(request)))
            made = _made_by(request, club)
            if made is not None:
                return _to(made)
    context = {
        "club": club,
        "season": found,
        "forms": forms,
        "preset": preset,
        "presets": [(code, _(name)) for code, name in SeriesOptions.info.preset_names.items()],
        "outcome": outcome,
    }
    return render(request, "tournaments/events/series/edit.html", context, status=outcome.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(directs_in_club)
def edit_series(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    found = _found(club, series)
    data = sent(request)
    forms = SeriesForms.of(club, data, season=found.season, series=found)
    seen = services.version_of(found) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None and not forms.is_valid():
        outcome = Outcome(status=422)
    elif data is not None:
        plan = forms.scheme()
        outcome = carry_out(lambda: services.edit_series(found, plan, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return _to(found)
        if outcome.is_stale:
            found = _found(club, series)
            forms, seen = SeriesForms.of(club, None, season=found.season, series=found), services.version_of(found)
    context = {
        "club": club,
        "season": found.season,
        "series": found,
        "forms": forms,
        "seen": seen,
        "outcome": outcome,
    }
    return render(request, "tournaments/events/series/edit.html", context, status=outcome.status)


@never_cache
@require_safe
@for_club(works_for_club)
def series(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    return _page(request, club, series)


@require_POST
@for_club(directs_in_club)
def delete_series(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    found = Series.objects.filter(pk=series, club=club).select_related("season", "club").first()
    if found is None:
        if action_of(club, **done_by(request)) is not None:
            return redirect("club_home", club.slug)  # sent twice
        raise Http404
    outcome = carry_out(lambda: services.delete_series(found, **done_by(request)))
    return _page(request, club, series, outcome) if outcome.is_refused else redirect("club_home", club.slug)


@require_POST
@for_club(directs_in_club)
def give_bonus(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    found = _found(club, series)
    form = BonusForm(club, request.POST)
    if not form.is_valid():
        return _page(request, club, series, Outcome(status=422), bonus=form)
    given = {**form.cleaned_data, "amount": form.cleaned_data["amount"] or 0}
    return _done(
        request,
        found,
        lambda: services.give_bonus(found, **given, **done_by(request)),
        bonus=form,
    )


@require_POST
@for_club(directs_in_club)
def take_bonus(request: StaffRequest, club: Club, series: int, bonus: int) -> HttpResponse:
    found = _found(club, series)
    return _done(
        request,
        found,
        lambda: services.take_bonus(found, bonus, **done_by(request)),
    )


@require_POST
@for_club(directs_in_club)
def decide_play_off(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    found = _found(club, series)
    key = whole_number(request.POST.get("winner", ""))
    winner = get_object_or_404(Player, pk=key, club=club) if key is not None else None
    seen = request.POST.get("seen", "")
    return _done(
        request,
        found,
        lambda: services.decide_play_off(found, winner, seen=seen, **done_by(request)),
    )


@require_POST
@for_club(directs_in_club)
def publish_series(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    found = _found(club, series)
    return _done(request, found, lambda: services.publish_table(found, **done_by(request)))


@require_POST
@for_club(directs_in_club)
def make_series_final(request: StaffRequest, club: Club, series: int) -> HttpResponse:
    found = _found(club, series)
    form = FinalForm(request.POST)
    if not form.is_valid():
        return _page(request, club, series, Outcome(status=422), final=form)
    outcome = carry_out(lambda: services.advance(found, **form.cleaned_data, **done_by(request)))
    action = action_of(club, **done_by(request))
    made = Tournament.objects.filter(pk=action.facts.get("tournament"), club=club).first() if action else None
    if outcome.is_refused or made is None:
        return _page(request, club, series, outcome, final=form)
    return redirect("setup", club.slug, made.slug)


def _found(club: Club, key: int) -> Series:
    return get_object_or_404(Series.objects.select_related("season", "club"), pk=key, club=club)


def _done(
    request: StaffRequest, found: Series, verb: Callable[[], object], *, bonus: BonusForm | None = None
) -> HttpResponse:
    outcome = carry_out(verb)
    return _page(request, found.club, found.pk, outcome, bonus=bonus) if outcome.is_refused else _to(found)


def _to(found: Series) -> HttpResponse:
    return HttpResponseRedirect(reverse("series", args=[found.club.slug, found.pk]))


def _made_by(request: StaffRequest, club: Club) -> Series | None:
    action = action_of(club, **done_by(request))
    return Series.objects.filter(pk=action.facts.get("series"), club=club).first() if action else None


def _page(
    request: StaffRequest,
    club: Club,
    key: int,
    outcome: Outcome = NOTHING_DONE,
    *,
    bonus: BonusForm | None = None,
    final: FinalForm | None = None,
) -> HttpResponse:
    found = _found(club, key)
    context = {
        "club": club,
        "page": staff_series_page(found),
        "bonus": bonus or BonusForm(club),
        "final": final or FinalForm(),
        "outcome": outcome,
    }
    return render(request, "tournaments/events/series/staff.html", context, status=outcome.status)


@require_safe
@club_for_all
def public_series(request: VisitorRequest, club: Club, series: int) -> HttpResponse:
    return shown(request, "tournaments/events/series/public.html", {"page": series_page(club, series)})


@require_safe
@club_for_all
def public_series_person(request: VisitorRequest, club: Club, series: int, public_key: str) -> HttpResponse:
    page = series_person_page(club, series, public_key)
    return shown(request, "tournaments/events/series/person.html", {"page": page})
