"""Clubs' logos as they are served: squares for pages, icons and pictures of links."""

from __future__ import annotations

from tournaments.exchange.logo import square
from tournaments.models import Club, ClubLogo

SIZES = (64, 180, 192, 512)
"""Pixels of a side: the bar above every page; a phone's home screen; a masthead, or a manifest's small icon;
and its large one."""


def logo_of(club: Club) -> bytes | None:
    """The logo as it is kept: a PNG of at most 512 pixels in its own shape. None for a club without."""
    if not club.logo:
        return None
    png = ClubLogo.objects.filter(club=club, digest=club.logo).values_list("png", flat=True).first()
    return None if png is None else bytes(png)


def icon_of(club: Club, size: int) -> bytes | None:
    """The logo as a PNG square with sides of so many pixels, one of SIZES. None for a club without."""
    png = logo_of(club)
    return None if png is None else square(png, size)
