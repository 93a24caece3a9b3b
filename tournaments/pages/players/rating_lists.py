"""The rating lists that a club looks into, and what one of them would change in its members."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Club, ListedRating, ListState, Pace, Player, RatingList
from tournaments.models.player import rating_field
from tournaments.pages.common.collation import sorted_by_name
from tournaments.selectors.display_names import display_names_of_players
from tournaments.selectors.rating_list_lookup import found_by, lists_for, told_of

NAMES = {
    "fide": "FIDE",
    "knsb": "KNSB",
    "dsb": "DSB",
    "dsu": "DSU",
    "ssf": "SSF",
    "swiss_manager": "Swiss-Manager",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ListRow:
    key: int
    name: str
    of: str
    people: int
    is_own: bool
    left_out: int
    told: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Under:
    """A list that is on its way, or has failed; `message` says why."""

    name: str
    is_waiting: bool
    """Not begun: another list is being loaded."""
    percent: int
    message: str
    is_failed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingListsPage:
    lists: tuple[ListRow, ...]
    under_way: tuple[Under, ...]

    @property
    def is_waiting(self) -> bool:
        return any(not each.is_failed for each in self.under_way)


def rating_lists_page(club: Club) -> RatingListsPage:
    others = RatingList.objects.filter(club=club).exclude(state=ListState.READY).order_by("pk")
    return RatingListsPage(
        lists=tuple(_list_row(each) for each in lists_for(club)),
        under_way=tuple(
            Under(
                name=list_name(each),
                is_waiting=each.state == ListState.WAITING,
                percent=each.percent,
                message=each.message,
                is_failed=each.state == ListState.FAILED,
            )
            for each in others
        ),
    )


def list_name(row: RatingList) -> str:
    name = NAMES.get(row.source, "")
    return _("{name}, {pace}").format(name=name, pace=Pace(row.pace).label) if row.pace else name


def _list_row(row: RatingList) -> ListRow:
    return ListRow(
        key=row.pk,
        name=list_name(row),
        of=date_format(row.valid_on) if row.valid_on else "",
        people=row.people,
        is_own=row.club_id is not None,
        left_out=row.left_out,
        told=tuple(row.told),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedValue:
    name: str
    old: str
    new: str


@dataclass(frozen=True, kw_only=True, slots=True)
class UpdateRow:
    key: int
    name: str
    listed: str
    by_name: bool
    changes: tuple[ChangedValue, ...]
    problem: str


def update_rows(rows: Sequence[tuple[Player, ListedRating | None, bool, Mapping[str, Any], str]]) -> list[UpdateRow]:
    """Of each: the member, who in the list it is, whether only by name, the new values, what is wrong."""
    names = display_names_of_players([player for player, *_rest in rows])
    in_turn = sorted_by_name(rows, lambda row: names[row[0].pk])
    return [
        UpdateRow(
            key=player.pk,
            name=names[player.pk],
            listed=person_in_words(listed) if listed else "",
            by_name=by_name,
            changes=tuple(
                ChangedValue(
                    name=str(Player._meta.get_field(name).verbose_name),  # type: ignore[union-attr]
                    old=_shown(getattr(player, name)),
                    new=_shown(value),
                )
                for name, value in values.items()
            ),
            problem=problem,
        )
        for player, listed, by_name, values, problem in in_turn
    ]


def person_in_words(listed: ListedRating) -> str:
    """As a list has them."""
    return " · ".join(filter(None, (listed.name, str(listed.birth_year or ""), listed.federation, listed.club)))


def _shown(value: Any) -> str:
    if isinstance(value, datetime.date):
        return date_format(value)
    return str(value or "–")


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundPerson:
    """Somebody in the lists who may be taken as a new player."""

    key: int
    name: str
    title: str
    about: str
    ratings: str


def found_people(club: Club, typed: str) -> tuple[FoundPerson, ...]:
    return tuple(
        FoundPerson(
            key=row.pk,
            name=row.name,
            title=row.title,
            about=" · ".join(filter(None, (str(row.birth_year or ""), row.federation, row.club))),
            ratings=_ratings(row),
        )
        for row in found_by(club, typed)
    )


def _ratings(row: ListedRating) -> str:
    """Classical, rapid, blitz; empty for whoever has none."""
    ratings = [getattr(row, rating_field(pace)) for pace in Pace]
    return " / ".join(str(rating or "–") for rating in ratings) if any(ratings) else ""


def as_new_player(club: Club, key: int) -> dict[str, Any] | None:
    """What the form of a new player begins with; None where nobody of the key can be looked into."""
    row = ListedRating.objects.filter(pk=key, list__in=[each.pk for each in lists_for(club)]).first()
    if row is None:
        return None
    return told_of(row, RatingList.objects.get(pk=row.list_id))
