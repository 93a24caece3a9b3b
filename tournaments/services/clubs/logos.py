"""Clubs' logos: as they are kept, and as the pages show them."""

from __future__ import annotations

from tournaments.exchange.logo import for_pages
from tournaments.models import Club, ClubLogo

_WIDEST = {64: 1, 192: 3}
"""So many times as wide as high: the bar above every page has no room, a masthead and a paper have."""
SIZES = tuple(_WIDEST)
"""Pixels of its height, twice those of the glass."""


def logo_of(club: Club) -> bytes | None:
    """The logo as it is kept: a PNG of at most 512 pixels in its own shape. None for a club without."""
    if not club.logo:
        return None
    png = ClubLogo.objects.filter(club=club, digest=club.logo).values_list("png", flat=True).first()
    return None if png is None else bytes(png)


def shown_logo_of(club: Club, size: int) -> bytes | None:
    """The logo as a WebP, so many pixels high, one of SIZES. None for a club without."""
    png = logo_of(club)
    return None if png is None else for_pages(png, size, widest=_WIDEST[size])
