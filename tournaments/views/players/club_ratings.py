"""The club's own rating: the list for the staff and for everybody, one person's history, the settings."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.players.club_ratings import RatingForms, RatingStartForm
from tournaments.models import Club, Pace, Player, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.players.club_rating_history import public_rating_page, staff_rating_page
from tournaments.pages.players.club_ratings import proposed_page, published_list_page, rating_list_page
from tournaments.permissions import administers_club, directs_in_club
from tournaments.selectors.club_ratings import proposed_ratings
from tournaments.services.players import club_ratings as services
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.public_access import VisitorRequest, club_for_all, or_not_found, shown
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import for_club, for_tournament


@never_cache
@require_safe
@for_club(directs_in_club)
def club_ratings(request: StaffRequest, club: Club, pace: str = "") -> HttpResponseBase:
    return _list(request, club, pace)


@never_cache
@require_safe
@for_club(directs_in_club)
def club_rating_list(request: StaffRequest, club: Club, published: int) -> HttpResponseBase:
    return or_not_found(
        lambda: render(
            request,
            "tournaments/players/club_ratings/staff.html",
            {"club": club, "page": published_list_page(club, published, Audience.STAFF)},
        )
    )


@require_POST
@for_club(administers_club)
def publish_club_ratings(request: StaffRequest, club: Club, pace: str) -> HttpResponseBase:
    chosen = _pace(pace)
    outcome = carry_out(lambda: services.publish_list(club, chosen, **done_by(request)))
    if outcome.is_refused:
        return _list(request, club, pace, outcome)
    messages.success(request, _("The list is published. It can be undone on the club's home page."))
    return redirect("club_ratings_of_pace", club.slug, pace)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def club_rating_settings(request: StaffRequest, club: Club) -> HttpResponse:
    data = sent(request)
    forms = RatingForms(club, data)
    seen = services.settings_version(club) if data is None else data.get("seen", "")
    outcome = NOTHING_DONE
    if data is not None and not forms.is_valid():
        outcome = Outcome(status=422)
    elif data is not None:
        outcome = carry_out(lambda: services.save_settings(club, forms.settings, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            messages.success(request, _("Saved. From now on the ratings are calculated this way."))
            return redirect("club_ratings", club.slug)
        if outcome.is_stale:
            club.refresh_from_db()
            forms, seen = RatingForms(club), services.settings_version(club)
    context = {"club": club, "forms": forms, "seen": seen, "outcome": outcome}
    return render(request, "tournaments/players/club_ratings/settings.html", context, status=outcome.status)


@never_cache
@require_safe
@for_club(directs_in_club)
def club_rating(request: StaffRequest, club: Club, player: int, pace: str) -> HttpResponseBase:
    return _person(request, club, player, pace)


@require_POST
@for_club(administers_club)
def set_rating_start(request: StaffRequest, club: Club, player: int, pace: str) -> HttpResponseBase:
    found, chosen = get_object_or_404(Player, pk=player, club=club), _pace(pace)
    form = RatingStartForm(found, chosen, request.POST)
    if not form.is_valid():
        return _person(request, club, player, pace, Outcome(status=422), form)
    outcome = carry_out(
        lambda: services.set_start(
            found,
            chosen,
            form.cleaned_data["rating"],
            games=form.cleaned_data["games"] or 0,
            seen=request.POST.get("seen", ""),
            **done_by(request),
        )
    )
    if outcome.is_refused:
        return _person(request, club, player, pace, outcome)
    return redirect("club_rating", club.slug, player, pace)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def take_ratings(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    """Old and new of everybody who is entered; nothing changes before it is confirmed."""
    outcome = NOTHING_DONE
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        outcome = carry_out(lambda: services.take_ratings(tournament, seen=seen, **done_by(request)))
        if not outcome.is_refused:
            return redirect("setup", tournament.club.slug, tournament.slug)
    proposed = proposed_ratings(tournament)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": proposed_page(tournament, proposed),
        "seen": services.proposed_version(proposed),
        "outcome": outcome,
    }
    return render(request, "tournaments/players/club_ratings/take.html", context, status=outcome.status)


@require_safe
@club_for_all
def public_ratings(request: VisitorRequest, club: Club, pace: str = "") -> HttpResponse:
    page = rating_list_page(club, pace, Audience.PUBLIC)
    return shown(request, "tournaments/players/club_ratings/public.html", {"page": page})


@require_safe
@club_for_all
def public_rating_list(request: VisitorRequest, club: Club, published: int) -> HttpResponse:
    page = published_list_page(club, published, Audience.PUBLIC)
    return shown(request, "tournaments/players/club_ratings/public.html", {"page": page})


@require_safe
@club_for_all
def public_rating(request: VisitorRequest, club: Club, public_key: str, pace: str) -> HttpResponse:
    page = public_rating_page(club, public_key, pace)
    return shown(request, "tournaments/players/club_ratings/person.html", {"page": page})


def _list(request: StaffRequest, club: Club, pace: str, outcome: Outcome = NOTHING_DONE) -> HttpResponseBase:
    return or_not_found(
        lambda: render(
            request,
            "tournaments/players/club_ratings/staff.html",
            {"club": club, "page": rating_list_page(club, pace, Audience.STAFF), "outcome": outcome},
            status=outcome.status,
        )
    )


def _person(
    request: StaffRequest,
    club: Club,
    player: int,
    pace: str,
    outcome: Outcome = NOTHING_DONE,
    form: RatingStartForm | None = None,
) -> HttpResponseBase:
    found, chosen = get_object_or_404(Player, pk=player, club=club), _pace(pace)

    def answer() -> HttpResponse:
        context = {
            "club": club,
            "player": found,
            "page": staff_rating_page(club, found, pace),
            "form": form or RatingStartForm(found, chosen),
            "seen": services.start_version(found, chosen),
            "outcome": outcome,
        }
        return render(request, "tournaments/players/club_ratings/staff_person.html", context, status=outcome.status)

    return or_not_found(answer)


def _pace(pace: str) -> Pace:
    if pace not in Pace:
        raise Http404
    return Pace(pace)
