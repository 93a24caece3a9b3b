"""Who stands in the rating lists that a club can look into: its own, and those of all clubs here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet

from tournaments.models import Club, ListedRating, ListState, RatingList
from tournaments.models.name_matching import searchable

MOST_FOUND = 12
LEAST_LETTERS = 3
_HIGHEST_BYTE = b"\xff"


def lists_for(club: Club) -> list[RatingList]:
    """The newest of each kind, the club's own before the common one."""
    ready = RatingList.objects.filter(Q(club=club.pk) | Q(club=None), state=ListState.READY)
    found: dict[tuple[str, str], RatingList] = {}
    for each in sorted(ready, key=lambda row: (row.club_id is not None, row.pk)):
        found[each.source, each.pace] = each
    return sorted(found.values(), key=lambda row: (row.source, row.pace))


def found_by(club: Club, typed: str) -> list[ListedRating]:
    """By the beginning of a name, in either order, or a whole number; people of the club's federation first. Nobody
    where fewer than three letters are typed."""
    lists = lists_for(club)
    text = searchable(typed.replace(",", " "))
    if len(text) < LEAST_LETTERS or not lists:
        return []
    if text.isdigit():
        fide = [int(text)] if len(text) < 10 else []
        numbered = (row for each in lists for row in with_numbers(each, fide=fide, national=[text]))
        return list({row.pk: row for row in numbered}.values())[:MOST_FOUND]
    home = home_federation(club)
    found: dict[tuple[object, ...], ListedRating] = {}
    for each in lists:
        within = ListedRating.objects.filter(list=each)
        for beginning in _orders(text):
            from_here = within.filter(search__gte=beginning, search__lt=beginning + _HIGHEST_BYTE).order_by("search")
            near = list(from_here.filter(federation=home)[:MOST_FOUND]) if home else []
            for row in [*near, *(from_here[:MOST_FOUND] if len(near) < MOST_FOUND else ())]:
                found.setdefault((row.name, row.birth_year, row.fide_id or row.national_id), row)
    return sorted(found.values(), key=lambda row: (row.federation != home, bytes(row.search)))[:MOST_FOUND]


def _orders(text: str) -> list[bytes]:
    """As typed, and with the last word first, since lists have the family name first."""
    words = text.split()
    turned = " ".join([words[-1], *words[:-1]])
    return list(dict.fromkeys([text.encode(), turned.encode()]))


def home_federation(club: Club) -> str:
    """Of most of its players; empty where none is known."""
    if club.pk is None:
        return ""
    told = Counter(club.players.exclude(federation="").values_list("federation", flat=True))
    return told.most_common(1)[0][0] if told else ""


def with_numbers(row: RatingList, *, fide: Sequence[int], national: Sequence[str]) -> list[ListedRating]:
    """Somebody who has both kinds of number stands in it twice."""
    return [each for rows in queries_of_numbers(row, fide=fide, national=national) for each in rows]


def queries_of_numbers(
    row: RatingList, *, fide: Sequence[int], national: Sequence[str]
) -> tuple[QuerySet[ListedRating], QuerySet[ListedRating]]:
    """One for each kind, with the condition of its index: together, or without it, all two million are gone through."""
    within = ListedRating.objects.filter(list=row)
    return within.exclude(fide_id=None).filter(fide_id__in=fide), within.exclude(national_id="").filter(
        national_id__in=national
    )


def named(row: RatingList, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], list[ListedRating]]:
    """By given and family name, in either order as lists may have them: whoever is called exactly so."""
    keys = {(given, family): searchable(family, given).encode()[:100] for given, family in names}
    rows: dict[bytes, list[ListedRating]] = {}
    for found in ListedRating.objects.filter(list=row, search__in=list(set(keys.values()))):
        rows.setdefault(bytes(found.search), []).append(found)
    return {name: rows.get(key, []) for name, key in keys.items()}
