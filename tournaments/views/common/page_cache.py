"""Public pages, kept in this process as the compressed bytes they are answered with.

Nothing of a public page depends on who asks, so one answer serves all of a club's phones. It is kept under its path,
which carries the language, with the version it was made for; one short question to the database says whether that
still is the version. Every process keeps its own, and none of them ever has to be told of a change.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from clubchess import house_words
from clubchess.offline import PUBLIC_PAGE
from clubchess.site import site_of
from clubchess.texts import switch
from clubchess.texts.recorder import is_recording_texts
from tournaments.models import Club, Tournament
from tournaments.pages.common.cache import Cache
from tournaments.recording import public_revision, public_revision_and_zone, public_revisions_within
from tournaments.selectors.evenings import evening_days
from tournaments.views.common.minify import without_indentation
from tournaments.views.common.public_site import names_site, with_site

PAGES = 4_000
BYTES = 64_000_000
EMBEDDED = "embed=1"
_QUERY = re.compile(rf"(?:({EMBEDDED})(?:&(?=c)|$))?(?:category=((?:p|period)?[1-9][0-9]?))?")
_OF_LIVE = re.compile(r"(?:^|&)v=[^&]*$")
"""The version that an open page shows, which it sends along."""
_VARIES = "Accept-Encoding"
LEVEL = 7
"""Of compression. A result makes three pages anew: 9 takes a third longer more and saves two in a hundred bytes."""


def _words() -> str:
    """Of a version: an open page that shows other words than those in force asks for news."""
    return f"-{stamp}" if (stamp := house_words.stamp()) else ""


def _day(time_zone: str) -> str:
    """Another one from midnight on, and again once the night is over: until then yesterday's evening goes on."""
    today, *evening_goes_on = evening_days(time_zone)
    return f"{today:%Y%m%d}{'n' if evening_goes_on else ''}"


class PageSource(Protocol):
    """What a public page is made from."""

    def version(self) -> str | None:
        """Another one whenever anything of it has changed for the public; None: it is not there any more."""


@dataclass(frozen=True, slots=True)
class OfTournament:
    """Pages of one tournament: its public revision rises with every change of what they show.

    The key says which one stands at the address: another may stand there tomorrow, imported anew.
    """

    key: int

    def version(self) -> str | None:
        revision = public_revision(self.key)
        return None if revision is None else f"{self.key}-{revision}{_words()}"

    @staticmethod
    def version_of(tournament: Tournament) -> str:
        """Of the row as it was read: what is read after it may be newer, never older."""
        return f"{tournament.pk}-{tournament.public_revision}{_words()}"


@dataclass(frozen=True, slots=True)
class OfHall:
    """The screen in the hall: a tournament, and what else is on there today by the club's clock."""

    key: int
    club: int

    def version(self) -> str | None:
        found, revision = public_revision_and_zone(self.club), public_revision(self.key)
        return None if found is None or revision is None else self._version(revision, *found)

    @classmethod
    def version_of(cls, tournament: Tournament) -> str:
        """Of the rows as they were read."""
        club = tournament.club
        own = cls(tournament.pk, club.pk)
        return own._version(tournament.public_revision, club.public_revision, club.time_zone)

    def _version(self, revision: int, of_club: int, time_zone: str) -> str:
        return f"{self.key}-{revision}-{of_club}-{_day(time_zone)}{_words()}"


@dataclass(frozen=True, slots=True)
class OfClub:
    """Pages of a club, which show something of all its tournaments, and what is on today by the club's clock.

    A tournament that goes into the trash lowers the sum and raises the club's own revision, so no version comes twice.
    """

    key: int

    def version(self) -> str | None:
        found = public_revision_and_zone(self.key)
        return None if found is None else self._version(*found)

    @classmethod
    def version_of(cls, club: Club) -> str:
        """Of the row as it was read."""
        return cls(club.pk)._version(club.public_revision, club.time_zone)

    def _version(self, revision: int, time_zone: str) -> str:
        return f"{self.key}-{revision}-{public_revisions_within(self.key)}-{_day(time_zone)}{_words()}"


@dataclass(frozen=True, slots=True)
class OfClubAlone:
    """What shows the club and none of its tournaments: its icons."""

    key: int

    def version(self) -> str | None:
        found = public_revision_and_zone(self.key)
        return None if found is None else f"{self.key}-{found[0]}{_words()}"

    @staticmethod
    def version_of(club: Club) -> str:
        """Of the row as it was read."""
        return f"{club.pk}-{club.public_revision}{_words()}"


@dataclass(frozen=True, slots=True)
class OfProgram:
    """What shows no club, only texts that come with the program: as they are until it is started anew."""

    VERSION: ClassVar[str] = "as started"

    def version(self) -> str:
        return self.VERSION


@dataclass(frozen=True, slots=True)
class CachedPage:
    """`etag` is weak: the same for the compressed bytes and for the plain ones.

    A page in which SITE stands is not given out as it is: `for_sites` has it as it was last given out, by the site that
    was asked. One site, or whoever asks under made-up ports would fill the memory.
    """

    source: PageSource
    body: bytes
    headers: tuple[tuple[str, str], ...]
    etag: str
    for_sites: dict[str, CachedPage] | None = None

    @property
    def weight(self) -> int:
        return len(self.body) * (1 if self.for_sites is None else 2)


class _NotForKeeping(Exception):
    def __init__(self, response: HttpResponseBase) -> None:
        super().__init__(response.status_code)
        self.response = response


_pages: Cache[str, CachedPage] = Cache(limit=PAGES, most=BYTES, weigh=lambda page: page.weight)


def forget_all() -> None:
    _pages.clear()


def page_cache(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that answers with what is kept, before session, language and address have been looked at.

    What every answer carries is put on by the middleware around it; the host is checked here as everywhere.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if (kept := _kept_answer(request)) is not None:
            return kept
        response = get_response(request)
        if PUBLIC_PAGE in response:  # just made, and said to vary by a language that its address does not name
            response["Vary"] = _VARIES
        return response

    return middleware


def _kept_answer(request: HttpRequest) -> HttpResponseBase | None:
    if request.method not in {"GET", "HEAD"} or (switch.is_on(request) and switch.asks_for_page(request)):
        return None
    found = _pages.peek(_address(request, by_category=True))
    if found is None:
        return None
    request.get_host()  # raises DisallowedHost
    stamp, page = found
    try:
        version = page.source.version()
    except (OperationalError, InterfaceError):
        return None  # the view meets it too, and its answer says so
    return _answer(request, page, version) if version is not None and version == stamp else None


def keep(
    request: HttpRequest,
    source: PageSource,
    version: str,
    make: Callable[[], HttpResponseBase],
    *,
    by_category: bool = False,
) -> HttpResponseBase:
    """The kept answer, made where there is none of this version: once, however many ask. Only an answer of 200 is kept.

    `version` must have been read before anything that `make` shows. `by_category`: it shows the category asked for.
    For somebody who looks for texts that are wrong it is made anew, and not kept.
    """
    if is_recording_texts():
        return _at_this_site(request, make())
    address = _address(request, by_category=by_category)

    def made() -> CachedPage:
        response = make()
        if response.status_code != 200 or not isinstance(response, HttpResponse):
            raise _NotForKeeping(response)
        return _packed(source, response)

    if _can_wait(request, address):
        return _nothing_new()
    try:
        page = _pages.get(address, made, stamp=version)
    except _NotForKeeping as error:
        return error.response
    return _answer(request, page, version)


@dataclass(frozen=True, slots=True)
class PublicQuery:
    """All that a public page reads besides its path, in this one spelling (docs/decisions/0050, 0087): whether another
    web site shows it, and which category. Any other query is none."""

    embeds: bool
    category: str


def query_of(request: HttpRequest) -> PublicQuery:
    query = request.META.get("QUERY_STRING", "")
    found = _QUERY.fullmatch(_OF_LIVE.sub("", query) if _is_live(request) else query)
    return PublicQuery(embeds=bool(found and found[1]), category=(found[2] or "") if found else "")


def _address(request: HttpRequest, *, by_category: bool) -> str:
    query = query_of(request)
    asked = [EMBEDDED] if query.embeds else []
    asked += [f"category={query.category}"] if by_category and query.category else []
    return f"{request.path_info}?{'&'.join(asked)}" if asked else request.path_info


def _can_wait(request: HttpRequest, address: str) -> bool:
    """Whether an open page asks for news that somebody else's request is just making: it shows the version before, and
    will ask again. Or hundreds of phones would wait for each result, and their threads with them."""
    found = _pages.peek(address)
    shows_the_last = found is not None and _is_live(request) and request.GET.get("v") == found[0]
    return shows_the_last and _pages.is_being_made(address)


def _is_live(request: HttpRequest) -> bool:
    return request.path_info.endswith("/live/")


def _nothing_new() -> HttpResponse:
    """Browsers keep it not at all; a proxy in front may, for a second, since it is the same for everybody."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store", PUBLIC_PAGE: "1"})


def _at_this_site(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if isinstance(response, HttpResponse) and names_site(response.content):
        response.content = with_site(response.content, site_of(request))
    return response


def _packed(source: PageSource, response: HttpResponse) -> CachedPage:
    response.headers.setdefault("Content-Language", get_language() or "")
    response.headers.setdefault("X-Robots-Tag", "noindex")
    if response["Content-Type"].startswith("text/html"):
        response.content = without_indentation(response.content)
    names = names_site(response.content)
    headers = tuple(response.items())
    return _compressed(source, response.content, headers, level=1 if names else LEVEL, for_sites={} if names else None)


def _compressed(
    source: PageSource,
    content: bytes,
    headers: tuple[tuple[str, str], ...],
    *,
    level: int,
    for_sites: dict[str, CachedPage] | None = None,
) -> CachedPage:
    return CachedPage(
        source=source,
        body=gzip.compress(content, compresslevel=level, mtime=0),
        headers=headers,
        etag=f'W/"{hashlib.sha256(content).hexdigest()[:24]}"',
        for_sites=for_sites,
    )


def _for_site(page: CachedPage, site: str) -> CachedPage:
    if page.for_sites is None:
        return page
    found = page.for_sites.get(site)
    if found is None:
        content = with_site(gzip.decompress(page.body), site)
        found = _compressed(page.source, content, page.headers, level=LEVEL)
        page.for_sites.clear()
        page.for_sites[site] = found
    return found


def _answer(request: HttpRequest, page: CachedPage, version: str) -> HttpResponseBase:
    if _is_live(request) and request.GET.get("v") == version:
        return _nothing_new()
    page = _for_site(page, site_of(request))
    # May be stored, must be asked for again: then the phone gets 304 and shows what it has.
    common = {"ETag": page.etag, "Cache-Control": "no-cache", "Vary": _VARIES, PUBLIC_PAGE: "1"}
    if request.META.get("HTTP_IF_NONE_MATCH"):
        same = get_conditional_response(request, etag=page.etag)
        if isinstance(same, HttpResponseNotModified):
            for name, value in common.items():
                same[name] = value
            return same
    takes_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    body = page.body if takes_gzip else gzip.decompress(page.body)
    encoding = {"Content-Encoding": "gzip"} if takes_gzip else {}
    return HttpResponse(body, headers={**dict(page.headers), **common, **encoding, "Content-Length": str(len(body))})
