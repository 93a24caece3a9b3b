"""The clubs that somebody works for; of whoever runs the installation, all of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Club
from tournaments.pages.clubs.club_search import FoundClubs, find_clubs


@dataclass(frozen=True, kw_only=True, slots=True)
class MyClub:
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MyClubsPage:
    found: FoundClubs
    clubs: tuple[MyClub, ...]


def my_clubs_page(clubs: QuerySet[Club], search: str, page: int) -> MyClubsPage:
    found = find_clubs(list(clubs.values_list("pk", "name", "place")), search, page, address=reverse("my_clubs"))
    shown = Club.objects.in_bulk(found.keys)
    return MyClubsPage(
        found=found,
        clubs=tuple(
            MyClub(name=shown[key].name, url=reverse("club_home", args=[shown[key].slug]))
            for key in found.keys
            if key in shown
        ),
    )
