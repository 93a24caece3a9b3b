"""From the address to the club or tournament, for everybody: what is not public answers 404.

A public view reads nothing but its path, so its answers are kept (`views/page_cache.py`). They are compressed: public
pages hold no secret that their length could tell (BREACH), no token, nobody's own data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournaments.models import Club, Tournament
from tournaments.pages.published import NotPublished
from tournaments.views.access import View
from tournaments.views.page_cache import OfClub, OfTournament, keep

LIVE = "live.html"
"""The frame without the shell: what a page that is open fetches when something has changed."""


class VisitorRequest(HttpRequest):
    """Behind `club_for_all` or `tournament_for_all`."""

    version: str
    """What the answer is made for; never older than what it shows."""
    is_live: bool
    """Whether only the live fragment is asked for."""
    club: Club


def club_for_all(view: View) -> View:
    """The view gets the Club in place of `club`, the slug."""

    @wraps(view)
    def wrapped(request: VisitorRequest, /, club: str, *, is_live: bool = False, **kwargs: Any) -> HttpResponseBase:
        found = get_object_or_404(Club, slug=club)
        request.version, request.is_live, request.club = OfClub.version_of(found), is_live, found
        with timezone.override(found.time_zone):
            return or_not_found(
                lambda: keep(request, OfClub(found.pk), request.version, lambda: view(request, found, **kwargs))
            )

    return wrapped


def tournament_for_all(view: View) -> View:
    """The view gets the Tournament in place of `club` and `tournament`, the slugs."""

    @wraps(view)
    def wrapped(
        request: VisitorRequest, /, club: str, tournament: str, *, is_live: bool = False, **kwargs: Any
    ) -> HttpResponseBase:
        found = get_object_or_404(
            Tournament.objects.select_related("club", "season"), club__slug=club, slug=tournament, trashed_at=None
        )
        request.version, request.is_live = OfTournament.version_of(found), is_live
        request.club = found.club
        with timezone.override(found.club.time_zone):
            return or_not_found(
                lambda: keep(request, OfTournament(found.pk), request.version, lambda: view(request, found, **kwargs))
            )

    return wrapped


def shown(
    request: VisitorRequest, template: str, context: Mapping[str, Any], *, frame: str = "public.html"
) -> HttpResponse:
    """A public page, or its live fragment, whichever was asked for: the same template in another frame."""
    ours = {
        "frame": LIVE if request.is_live else frame,
        "version": request.version,
        "club": request.club,
        "live_url": request.path if request.is_live else f"{request.path}live/",
    }
    return render(request, template, {**context, **ours})


def or_not_found(answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    try:
        return answer()
    except NotPublished as error:
        raise Http404 from error
