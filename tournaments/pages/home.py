"""The front door: the clubs of this installation, and the way into the demo where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club
from tournaments.pages.demo import Demo, demo_of


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubLink:
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HomePage:
    clubs: tuple[ClubLink, ...]
    demo: Demo | None


def home_page() -> HomePage:
    clubs = Club.objects.order_by("name", "pk")
    return HomePage(
        clubs=tuple(ClubLink(name=club.name, url=reverse("public_club", args=[club.slug])) for club in clubs),
        demo=next((demo for club in clubs if club.is_demo and (demo := demo_of(club))), None),
    )
