"""From the address to the club or tournament, for those who may: strangers log in, others get 404, members 403."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from tournaments.models import Club, Tournament, User
from tournaments.permissions import administers_club, directs_in_club, directs_tournament, works_for_club
from tournaments.views.request import HtmxRequest, StaffRequest

View: TypeAlias = Callable[..., HttpResponseBase]
Predicate = Callable[[User, Any], bool]


def for_club(may: Predicate) -> Callable[[View], View]:
    """The view gets the Club in place of `club`, the slug; only for users for whom may(user, club) holds."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: StaffRequest, /, club: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return to_log_in(request)
            found = get_object_or_404(Club, slug=club)
            _admit(request.user, found, found, may)
            request.directs = directs_in_club(request.user, found)
            request.administers = administers_club(request.user, found)
            with timezone.override(found.time_zone):
                return view(request, found, **kwargs)

        return wrapped

    return decorate


def for_tournament(may: Predicate = directs_tournament) -> Callable[[View], View]:
    """The view gets the Tournament in place of `club` and `tournament`, the slugs."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: StaffRequest, /, club: str, tournament: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return to_log_in(request)
            found = get_object_or_404(
                Tournament.objects.select_related("club", "season"),
                club__slug=club,
                slug=tournament,
                trashed_at=None,
            )
            _admit(request.user, found.club, found, may)
            request.directs = directs_tournament(request.user, found)
            request.administers = administers_club(request.user, found.club)
            with timezone.override(found.club.time_zone):
                return view(request, found, **kwargs)

        return wrapped

    return decorate


def to_log_in(request: HtmxRequest) -> HttpResponse:
    """The log-in page that leads back; a tap whose session has ended loads it whole instead of swapping it in."""
    came_from = request.get_full_path() if request.method in {"GET", "HEAD"} else request.headers.get("Referer", "")
    response = redirect_to_login(_path_of(came_from) or "/")
    if request.htmx:
        answer = HttpResponse(status=200)
        answer["HX-Redirect"] = response["Location"]
        return answer
    return response


def _path_of(address: str) -> str:
    """Path and query of an address, without its host: log-in leads back to our own pages only."""
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _admit(user: User, club: Club, thing: Club | Tournament, may: Predicate) -> None:
    if not works_for_club(user, club):
        raise Http404
    if not may(user, thing):
        raise PermissionDenied
