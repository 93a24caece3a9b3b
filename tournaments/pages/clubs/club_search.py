"""Finding a club of an installation by name or place, and turning the pages of many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Club
from tournaments.names import searchable
from tournaments.pages.common.collation import name_key

CLUBS = 48
"""On a page."""
FEW = 8
"""So many clubs are seen at a glance: nobody need search."""
LONGEST_SEARCH = 100
_MOST_WORDS = 6
_FOLDED = 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundClubs:
    """One page of the clubs that were searched for, of all without a `search`. `keys`: of those on it, in their order;
    `count`: of all that were found."""

    search: str
    has_search: bool
    keys: tuple[int, ...]
    count: int
    page: int
    pages: int
    previous_url: str
    next_url: str


def find_clubs(everybody: Collection[tuple[int, str, str]], search: str, page: int, *, address: str) -> FoundClubs:
    """Among these, each with its key, name and place. `page` counts from 1; beyond the last it is the last. `address`
    is that of the page that shows them."""
    search = cut(search)
    found = _matching(everybody, search)
    pages = max(1, -(-len(found) // CLUBS))
    page = min(max(page, 1), pages)

    def at(number: int) -> str:
        query = urlencode({**({"q": search} if search else {}), **({"page": number} if number > 1 else {})})
        return f"{address}?{query}" if query else address

    return FoundClubs(
        search=search,
        has_search=len(everybody) > FEW,
        keys=tuple(found[(page - 1) * CLUBS : page * CLUBS]),
        count=len(found),
        page=page,
        pages=pages,
        previous_url=at(page - 1) if page > 1 else "",
        next_url=at(page + 1) if page < pages else "",
    )


def cut(search: str) -> str:
    return search[:LONGEST_SEARCH].strip()


def _matching(everybody: Collection[tuple[int, str, str]], search: str) -> Sequence[int]:
    """The keys of clubs whose name and place hold all the words, whatever their accents; by name in the reader's
    language, but those that begin with what was typed come first."""
    typed = searchable(search)
    words = typed.split()[:_MOST_WORDS]
    named = [
        (not _folded(name, "").startswith(typed), name_key(name), key)
        for key, name, place in everybody
        if all(word in _folded(name, place) for word in words)
    ]
    return [key for _later, _name, key in sorted(named)]


@lru_cache(maxsize=_FOLDED)
def _folded(name: str, place: str) -> str:
    """Kept: some thousands of names take a tenth of a second."""
    return searchable(name, place)


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
