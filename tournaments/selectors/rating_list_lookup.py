"""Who stands in the rating lists that a club can look into: its own, and those of all clubs here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Club, ListedRating, ListState, Pace, RatingList, Title
from tournaments.models.player import date_field, rating_field
from tournaments.names import searchable

MOST_FOUND = 12
LEAST_LETTERS = 3
FIDE = "fide"
"""Of the sources the one whose ratings are FIDE's."""
_OWN_NAMES: Mapping[str, str] = {"dsb": "DWZ", "knsb": gettext_noop("KNSB rating")}
"""Of the sources those whose ratings everybody calls by a name of their own."""
_HIGHEST_BYTE = b"\xff"
_AT_ONCE = 900
"""Values in one statement: SQLite takes 999, whatever else it has to look for."""
_Value = TypeVar("_Value")


def lists_for(club: Club) -> list[RatingList]:
    """The newest of each kind, the club's own before the common one."""
    ready = RatingList.objects.filter(Q(club=club.pk) | Q(club=None), state=ListState.READY)
    found: dict[tuple[str, str], RatingList] = {}
    for each in sorted(ready, key=lambda row: (row.club_id is not None, row.pk)):
        found[each.source, each.pace] = each
    return sorted(found.values(), key=lambda row: (row.source, row.pace))


def rating_name(club: Club) -> str:
    """What its players' national ratings are called, where a list says whose they are."""
    names = {_OWN_NAMES[each.source] for each in lists_for(club) if each.source in _OWN_NAMES}
    return _(names.pop()) if len(names) == 1 else _("Rating")


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
    by_fide = (queries_of_numbers(row, fide=some, national=())[0] for some in in_parts(fide))
    by_national = (queries_of_numbers(row, fide=(), national=some)[1] for some in in_parts(national))
    return [each for rows in (*by_fide, *by_national) for each in rows]


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
    for some in in_parts(sorted(set(keys.values()))):
        for found in ListedRating.objects.filter(list=row, search__in=some):
            rows.setdefault(bytes(found.search), []).append(found)
    return {name: rows.get(key, []) for name, key in keys.items()}


def in_parts(values: Iterable[_Value]) -> Iterator[list[_Value]]:
    rest = iter(values)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def told_of(row: ListedRating, in_list: RatingList) -> dict[str, Any]:
    """What a list says of somebody, by the names of a player's and a contact's fields."""
    family, _comma, given = (part.strip() for part in row.name.partition(","))
    return {
        "given_name": given or family,
        "family_name": family if given else "",
        "title": row.title if row.title in Title.values else "",
        "federation": row.federation,
        "rating": row.rating,
        "fide_rating": row.rating if in_list.source == FIDE else None,
        "rapid_rating": row.rapid_rating,
        "blitz_rating": row.blitz_rating,
        "fide_id": row.fide_id,
        "national_id": row.national_id,
        "sex": row.sex,
        "birth_year": row.birth_year,
        **{date_field(pace): in_list.valid_on for pace in Pace if getattr(row, rating_field(pace))},
    }
