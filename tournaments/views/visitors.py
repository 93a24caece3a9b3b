"""From the address to the club or tournament, for everybody: what is not public answers 404.

Answers are compressed. Public pages hold no secret that their length could tell (BREACH): no token, nobody's own data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.gzip import gzip_page

from tournaments.models import Club, Tournament
from tournaments.pages.published import NotPublished
from tournaments.views.access import View


def club_for_all(view: View) -> View:
    """The view gets the Club in place of `club`, the slug."""

    @gzip_page
    @wraps(view)
    def wrapped(request: HttpRequest, /, club: str, **kwargs: Any) -> HttpResponseBase:
        found = get_object_or_404(Club, slug=club)
        with timezone.override(found.time_zone):
            return view(request, found, **kwargs)

    return wrapped


def tournament_for_all(view: View) -> View:
    """The view gets the Tournament in place of `club` and `tournament`, the slugs."""

    @gzip_page
    @wraps(view)
    def wrapped(request: HttpRequest, /, club: str, tournament: str, **kwargs: Any) -> HttpResponseBase:
        found = get_object_or_404(
            Tournament.objects.select_related("club", "season"), club__slug=club, slug=tournament, trashed_at=None
        )
        with timezone.override(found.club.time_zone):
            return or_not_found(lambda: view(request, found, **kwargs))

    return wrapped


def or_not_found(answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    try:
        return answer()
    except NotPublished as error:
        raise Http404 from error
