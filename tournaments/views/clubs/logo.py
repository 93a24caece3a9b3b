"""Clubs' logos, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.pages.common.cache import Cache
from tournaments.services.clubs.logos import SIZES, shown_logo_of

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
