"""How a club shows itself: what stands in its masthead, and the address of its logo."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club
from tournaments.pages.common.meeting_times import when_in_words

_E_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
_TELEPHONE = re.compile(r"\+?\d[\d\s()/.-]{5,}\d", re.ASCII)
_DIGITS_OF_THE_REVISION = 16


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubIdentity:
    """`accent`: one of models.Accent. `logo_url` is empty for a club without; `contact_url` leads to the e-mail address
    or the telephone number that the contact names, empty where it names none."""

    name: str
    accent: str
    logo_url: str
    sentence: str
    evening: str
    place: str
    contact: str
    contact_url: str


def club_identity(club: Club) -> ClubIdentity:
    return ClubIdentity(
        name=club.name,
        accent=club.accent,
        logo_url=logo_address(club, 192),
        sentence=club.sentence,
        evening=when_in_words(club),
        place=club.place,
        contact=club.contact,
        contact_url=_address_in(club.contact),
    )


def logo_address(club: Club, size: int) -> str:
    """Of the logo as a WebP, `size` one of services.logos.SIZES; empty for a club without.

    The revision stands in it, so that browsers may keep the picture for good.
    """
    if not club.logo:
        return ""
    return reverse("club_logo", args=[club.slug, club.logo[:_DIGITS_OF_THE_REVISION], size])


def _address_in(contact: str) -> str:
    if found := _E_MAIL.search(contact):
        return f"mailto:{found[0]}"
    if found := _TELEPHONE.search(contact):
        return f"tel:{'+' if found[0].startswith('+') else ''}{re.sub('[^0-9]', '', found[0])}"
    return ""
