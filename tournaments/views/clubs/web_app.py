"""A club's pages as an app on a phone: the manifest and the icons; and /favicon.ico for whoever asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.exchange.images.accents import BANDS
from tournaments.exchange.images.icon import favicon, icon
from tournaments.models import Club
from tournaments.pages.common.cache import Cache
from tournaments.services.clubs.logos import SIZES, logo_of, shown_logo_of
from tournaments.views.common.public_access import VisitorRequest, club_alone_for_all

_SHORT = 15
"""Letters that a home screen has room for under an icon: of one word that is longer it cuts the end itself."""


@dataclass(frozen=True, slots=True)
class _Kind:
    size: int
    is_maskable: bool = False


ICONS: Mapping[str, _Kind] = {
    "192": _Kind(192),
    "512": _Kind(512),
    "maskable": _Kind(512, is_maskable=True),
    "touch": _Kind(180),
}


@require_safe
@club_alone_for_all
def public_manifest(_request: VisitorRequest, club: Club) -> JsonResponse:
    manifest = {
        "id": f"/{club.slug}/",
        "name": club.name,
        "short_name": _short(club.name),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": f"{reverse('me', args=[club.slug])}?app",  # without a card it goes on to the club's page
        "scope": "/",  # in every language, and the links on slips
        "display": "minimal-ui",
        "theme_color": BANDS[club.accent].light,
        "background_color": "#f6f4ee",
        "icons": [
            {
                "src": reverse("public_icon", args=[club.slug, name]),
                "sizes": f"{kind.size}x{kind.size}",
                "type": "image/png",
                "purpose": "maskable" if kind.is_maskable else "any",
            }
            for name, kind in ICONS.items()
            if name != "touch"
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@club_alone_for_all
def public_icon(_request: VisitorRequest, club: Club, kind: str) -> HttpResponse:
    if kind not in ICONS:
        raise Http404
    wanted = ICONS[kind]
    image = icon(wanted.size, club.accent, logo_of(club), is_maskable=wanted.is_maskable)
    return HttpResponse(image, content_type="image/png")


@require_safe
@cache_control(public=True, max_age=7 * 24 * 3600)
def favicon_ico(_request: HttpRequest) -> HttpResponse:
    """Pages name a better one; programs that look here look into no page."""
    return HttpResponse(_favicon(), content_type="image/x-icon")


@lru_cache(maxsize=1)
def _favicon() -> bytes:
    return favicon()


def _short(name: str) -> str:
    """Whole words, as many as there is room for."""
    words = name.split()
    short = words[0] if words else ""
    for word in words[1:]:
        if len(f"{short} {word}") > _SHORT:
            break
        short = f"{short} {word}"
    return short


_A_YEAR = 31_536_000
_shown: Cache[tuple[int, str, int], bytes] = Cache(limit=500, most=16_000_000, weigh=len)


@require_safe
def club_logo(_request: HttpRequest, club: str, revision: str, size: int) -> HttpResponse:
    """Only the one that is shown: what a club has taken away is not there any more."""
    found = get_object_or_404(Club, slug=club)
    if size not in SIZES or not found.logo or not found.logo.startswith(revision) or len(revision) < 8:
        raise Http404
    try:
        image = _shown.get((found.pk, found.logo, size), lambda: _made(found, size))
    except LookupError as error:
        raise Http404 from error
    return HttpResponse(
        image,
        content_type="image/webp",
        headers={
            "Cache-Control": f"public, max-age={_A_YEAR}, immutable",
            "ETag": f'"{found.logo[:16]}-{size}"',
            "X-Robots-Tag": "noindex",
        },
    )


def _made(club: Club, size: int) -> bytes:
    image = shown_logo_of(club, size)
    if image is None:
        raise LookupError
    return image
