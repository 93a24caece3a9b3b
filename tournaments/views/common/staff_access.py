"""From the address to the club or tournament, for those who may: strangers log in, others get 404, members 403."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from clubchess.offline import OWN_PAGE
from clubchess.this_machine import is_from_this_machine
from tournaments.models import Club, Tournament, User
from tournaments.models.compiled_query import CompiledQuery
from tournaments.pages.accounts.staff import admins_of
from tournaments.permissions import (
    administers_club,
    directs_in_club,
    directs_tournament,
    helps_in_tournament,
    helps_one_evening,
    works_for_club,
)
from tournaments.selectors.inbox_counts import with_waiting, with_waiting_for
from tournaments.services.accounts.second_factor import is_owed
from tournaments.views.common.request import HtmxRequest, StaffRequest

View: TypeAlias = Callable[..., HttpResponseBase]
FOR_ONE_EVENING = frozenset(
    {
        *("door", "mark_at_door", "mark_again_at_door", "mark_expected_at_door"),
        *("evening", "evening_round", "mark_attendance", "mark_again", "mark_expected"),
        *("enter_result", "clear_result", "correct_result", "postpone_game", "accept_agreed", "choose_key_map"),
        *("decide_tie", "clear_tie"),
        *("what_was_done", "undo_action"),
    }
)
"""The routes of whoever helps for one evening: check-in and results, and to take back what is their own."""
OF_TONIGHT = frozenset(
    {
        *("door", "evening", "evening_round"),
        *("staff_standings", "staff_crosstable", "staff_grid", "staff_tree", "papers", "round_papers"),
    }
)
"""The routes whose pages open without a network. None of them shows a contact."""
Predicate = Callable[[User, Any], bool]


def for_club(may: Predicate) -> Callable[[View], View]:
    """The view gets the Club in place of `club`, the slug; only for users for whom may(user, club) holds."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: StaffRequest, /, club: str, **kwargs: Any) -> HttpResponseBase:
            if not _is_theirs(request):
                return to_log_in(request)
            if is_owed(request.user):
                return to_second_factor(request)
            clubs = Club.objects.all() if request.htmx else with_waiting_for(request.user, Club.objects.all())
            found = get_object_or_404(clubs, slug=club)
            if not _is_admitted(request, found, found, may):
                return _whom_to_ask(request, found)
            request.directs = directs_in_club(request.user, found)
            request.administers = administers_club(request.user, found)
            request.runs_it = request.administers and _runs_it(request)
            with timezone.override(found.time_zone):
                return _not_kept(request, view(request, found, **kwargs))

        return wrapped

    return decorate


def _runs_it(request: StaffRequest) -> bool:
    """Whether there is a page of this installation for them, but for what only the database knows."""
    return settings.IS_SQLITE and (request.user.is_superuser or is_from_this_machine(request))


def _tournaments(club: str, tournament: str) -> QuerySet[Tournament]:
    found = Tournament.objects.select_related("club", "season")
    return found.filter(club__slug=club, slug=tournament, trashed_at=None)


_TAPPED = CompiledQuery(_tournaments, str, str)
_LOOKED_AT = CompiledQuery(lambda club, tournament: with_waiting(_tournaments(club, tournament)), str, str)
"""A tap shows no ways to other pages; all others say what waits there."""


def for_tournament(may: Predicate = directs_tournament) -> Callable[[View], View]:
    """The view gets the Tournament in place of `club` and `tournament`, the slugs."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: StaffRequest, /, club: str, tournament: str, **kwargs: Any) -> HttpResponseBase:
            if not _is_theirs(request):
                return to_log_in(request)
            if is_owed(request.user):
                return to_second_factor(request)
            found = (_TAPPED if request.htmx else _LOOKED_AT).first(club, tournament)
            if found is None:
                raise Http404
            if not _is_admitted(request, found.club, found, may):
                return _whom_to_ask(request, found.club, found)
            request.directs = directs_tournament(request.user, found)
            request.administers = administers_club(request.user, found.club)
            with timezone.override(found.club.time_zone):
                return _not_kept(request, view(request, found, **kwargs))

        return wrapped

    return decorate


def logged_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever they are, but for one evening; strangers log in first."""

    @wraps(view)
    def wrapped(request: StaffRequest, **kwargs: Any) -> HttpResponse:
        if helps_one_evening(request.user):
            raise PermissionDenied
        return view(request, **kwargs) if request.user.is_authenticated else to_log_in(request)

    return wrapped


def _not_kept(request: StaffRequest, response: HttpResponseBase) -> HttpResponseBase:
    """By no browser: staff read names that others may not, and the next one at the tablet could go back to them. What
    an evening needs the worker keeps for some hours, for this person alone (static/js/service_worker.js)."""
    patch_cache_control(response, no_store=True, private=True)
    route = request.resolver_match.url_name if request.resolver_match else None
    if route in OF_TONIGHT and response.status_code == 200:
        response[OWN_PAGE] = f"staff {request.user.pk}"
    return response


def _is_theirs(request: StaffRequest) -> bool:
    """Whether whoever is logged in has sent it: a tap that waited on a page says whose it is (static/js/queue.js)."""
    sent_by = request.headers.get("X-Sent-By", "")
    return request.user.is_authenticated and sent_by in {"", str(request.user.pk)}


def to_log_in(request: HtmxRequest) -> HttpResponse:
    """The log-in page that leads back; a tap whose session has ended loads it whole instead of swapping it in."""
    came_from = request.get_full_path() if request.method in {"GET", "HEAD"} else request.headers.get("Referer", "")
    response = redirect_to_login(_path_of(came_from) or "/")
    if request.htmx:
        answer = HttpResponse(status=200)
        answer["HX-Redirect"] = response["Location"]
        return answer
    return response


def to_second_factor(request: HtmxRequest) -> HttpResponse:
    """For whoever must set one up before anything else."""
    if request.htmx:
        answer = HttpResponse(status=200)
        answer["HX-Redirect"] = reverse("second_factor")
        return answer
    return redirect("second_factor")


def _path_of(address: str) -> str:
    """Path and query of an address, without its host: log-in leads back to our own pages only."""
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _is_admitted(request: StaffRequest, club: Club, thing: Club | Tournament, may: Predicate) -> bool:
    """Who only came to look is told whom to ask; who wants to change something is refused at once."""
    if not works_for_club(request.user, club):
        raise Http404
    route = request.resolver_match.url_name if request.resolver_match else None
    if may(request.user, thing) and (route in FOR_ONE_EVENING or not helps_one_evening(request.user)):
        return True
    if request.htmx or request.method not in {"GET", "HEAD"}:
        raise PermissionDenied
    return False


def _whom_to_ask(request: StaffRequest, club: Club, tournament: Tournament | None = None) -> HttpResponse:
    context = {
        "club": club,
        "tournament": tournament,
        "is_named": tournament is not None and helps_in_tournament(request.user, tournament),
        "admins": admins_of(club),
    }
    request.directs, request.administers = directs_in_club(request.user, club), False
    return render(request, "tournaments/accounts/staff/whom_to_ask.html", context, status=403)
