"""From the address to the club or tournament, for everybody: what is not public answers 404.

A public view reads nothing but its path, so its answers are kept (`page_cache` beside it). They are compressed: public
pages hold no secret that their length could tell (BREACH), no token, nobody's own data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from csp.utils import build_policy
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.exchange.images.accents import BANDS
from tournaments.models import Club, Tournament
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.table_filters import QUERY
from tournaments.views.common.page_cache import OfClub, OfClubAlone, OfHall, OfTournament, keep, query_of
from tournaments.views.common.public_site import SITE
from tournaments.views.common.staff_access import View

READ_BY_ANY_SITE = {"Access-Control-Allow-Origin": "*"}
"""A script of any site may read what is for other programs: it is public, and no cookie changes it."""
WITH_OEMBED = frozenset({"public_club", "public_tournament", "public_round", "public_standings"})
"""Pages whose link, pasted into a site that may show them, becomes a frame (views/files/addresses.py)."""
_LOCALES = {"en": "en_GB", "nb": "nb_NO", "sv": "sv_SE", "da": "da_DK", "de": "de_DE", "nl": "nl_NL"}
_TITLE_LATER = "title-of-this-page"
"""A template can say its title once only; previews of links want it a second time."""
PUBLIC = "public.html"
LIVE = "live.html"
"""The frame without the shell: what a page that is open fetches when something has changed."""


class VisitorRequest(HttpRequest):
    """Behind `club_for_all` or `tournament_for_all`."""

    version: str
    """What the answer is made for; never older than what it shows."""
    is_live: bool
    """Whether only the live fragment is asked for."""
    club: Club
    category: str
    """Which is asked for of a view that shows them; empty for all players."""
    is_embedded: bool
    """Whether another web site that the club names may show the answer inside its own page."""


def club_for_all(view: View) -> View:
    """The view gets the Club in place of `club`, the slug."""
    return _of_club(view, OfClub)


def club_alone_for_all(view: View) -> View:
    """For what shows nothing of its tournaments, and so is kept while they are played."""
    return _of_club(view, OfClubAlone)


def _of_club(view: View, source: type[OfClub] | type[OfClubAlone]) -> View:
    @wraps(view)
    def wrapped(request: VisitorRequest, /, club: str, *, is_live: bool = False, **kwargs: Any) -> HttpResponseBase:
        found = get_object_or_404(Club, slug=club)
        request.version, request.is_live, request.club = source.version_of(found), is_live, found
        request.is_embedded = query_of(request).embeds and bool(found.embedded_on)
        request.category = ""
        with timezone.override(found.time_zone):
            return or_not_found(
                lambda: keep(request, source(found.pk), request.version, lambda: view(request, found, **kwargs))
            )

    return wrapped


def tournament_for_all(view: View) -> View:
    """The view gets the Tournament in place of `club` and `tournament`, the slugs."""
    return _of_tournament(view, by_category=False)


def tournament_by_category_for_all(view: View) -> View:
    """The same for a view that shows the `category` it is asked for, and raises NotPublished where there is none."""
    return _of_tournament(view, by_category=True)


def hall_for_all(view: View) -> View:
    """The same for the screen in the hall, which shows besides what the club plays there today."""
    return _of_tournament(view, by_category=False, is_hall=True)


def _of_tournament(view: View, *, by_category: bool, is_hall: bool = False) -> View:
    @wraps(view)
    def wrapped(
        request: VisitorRequest, /, club: str, tournament: str, *, is_live: bool = False, **kwargs: Any
    ) -> HttpResponseBase:
        found = get_object_or_404(
            Tournament.objects.select_related("club", "season"), club__slug=club, slug=tournament, trashed_at=None
        )
        source: OfTournament | OfHall = OfHall(found.pk, found.club_id) if is_hall else OfTournament(found.pk)
        request.version, request.is_live = source.version_of(found), is_live
        request.club = found.club
        query = query_of(request)
        request.is_embedded = query.embeds and bool(found.club.embedded_on)
        request.category = query.category if by_category else ""
        with timezone.override(found.club.time_zone):
            return or_not_found(
                lambda: keep(
                    request,
                    source,
                    request.version,
                    lambda: view(request, found, **kwargs),
                    by_category=by_category,
                )
            )

    return wrapped


def shown(request: VisitorRequest, template: str, context: Mapping[str, Any], *, frame: str = PUBLIC) -> HttpResponse:
    """A public page, or its live fragment, whichever was asked for: the same template in another frame.

    With `?embed=1` for the web sites that the club names: without the shell, and allowed inside theirs.
    """
    if request.is_embedded and frame == PUBLIC:
        frame = "embedded.html"
    match = request.resolver_match
    ours = {
        "oembed_url": f"{request.path}oembed.json"
        if request.club.embedded_on and match is not None and match.url_name in WITH_OEMBED
        else "",
        "frame": LIVE if request.is_live else frame,
        "version": request.version,
        "club": request.club,
        "band": BANDS[request.club.accent],
        "site": SITE,
        "webcal": f"webcal://{SITE.partition('://')[2]}",
        "locale": _LOCALES[get_language() or "en"],
        "title_later": _TITLE_LATER,
        "keeps_offline": settings.OFFLINE_PAGES,
        "live_url": (request.path if request.is_live else f"{request.path}live/")
        + (f"?{QUERY}={request.category}" if request.category else ""),
    }
    response = render(request, template, {**context, **ours})
    if title := re.search(rb"<title>(.*?)</title>", response.content, re.DOTALL):
        quoted = b" ".join(title[1].replace(b'"', b"&quot;").split())
        response.content = response.content.replace(_TITLE_LATER.encode(), quoted)
    if request.is_embedded:
        response["Content-Security-Policy"] = build_policy(replace={"frame-ancestors": request.club.embedded_on})
    return response


def or_not_found(answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    try:
        return answer()
    except NotPublished as error:
        raise Http404 from error
