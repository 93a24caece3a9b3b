"""What people are called so that two of one name are told apart: the one place that says it, for pages and refusals."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Entry, Player, PlayerContact, Tournament

K = TypeVar("K", bound=Hashable)


class DisplayName(str):
    """A name as it is read everywhere, a sentence included: Per Lundin (1650). Where it stands alone a page sets what
    tells apart, `remark`, more quietly than the name itself, `plain`. `short` is a team's where there is little room;
    people are shortened by their initials."""

    plain: str
    remark: str
    short: str

    def __new__(cls, plain: str, remark: str = "", short: str = "") -> DisplayName:
        called = super().__new__(cls, f"{plain} ({remark})" if remark else plain)
        called.plain = plain
        called.remark = remark
        called.short = short
        return called


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedPerson:
    """What may tell somebody from another of the name. `player` is the key by which a year of birth is found."""

    name: str
    player: int
    short: str = ""
    """Of a team."""
    rating: int | None = None
    hides_rating: bool = False
    """Nobody is told apart by it, nor by having none."""
    number: int | None = None
    note: str = ""
    """A class, or another of their categories: for the staff, who may read it."""
    is_guest: bool = False

    @property
    def guest_mark(self) -> str:
        """None for Guest 1, who was called so at the door."""
        return _("guest") if self.is_guest and not re.search(r" \d+$", self.name) else ""


Years = Callable[[Collection[int]], Mapping[int, int]]


def no_years(_players: Collection[int]) -> Mapping[int, int]:
    """For whatever others than the club's staff can read."""
    return {}


def birth_years(players: Collection[int]) -> Mapping[int, int]:
    """Of the players of whom it is known; asked for those of one name only."""
    contacts = PlayerContact.objects.filter(player__in=players).only("player", "birth_date", "birth_year")
    return {contact.player_id: year for contact in contacts if (year := contact.born_in)}


def disambiguated(people: Mapping[K, NamedPerson], years: Years) -> dict[K, DisplayName]:
    """Whoever has the name alone bears no mark; of several each the shortest thing that tells them apart: the rating,
    else the class or category, else the year of birth, else the number. A guest is called one."""
    by_name: dict[str, list[K]] = defaultdict(list)
    for key, person in people.items():
        by_name[person.name.casefold()].append(key)
    several = [keys for keys in by_name.values() if len(keys) > 1]
    alike = [keys for keys in several if not any(map(_tell, _own_marks([people[key] for key in keys])))]
    born = years([people[key].player for keys in alike for key in keys]) if alike else {}
    marks: dict[K, str] = {}
    for keys in several:
        marks |= zip(keys, _marks([people[key] for key in keys], born), strict=True)
    return {
        key: DisplayName(person.name, ", ".join(filter(None, (marks.get(key, ""), person.guest_mark))), person.short)
        for key, person in people.items()
    }


def _marks(people: Sequence[NamedPerson], born: Mapping[int, int]) -> Sequence[str]:
    years = [_("born {year}").format(year=born[person.player]) if person.player in born else "" for person in people]
    numbers = [_("no. {number}").format(number=person.number) if person.number else "" for person in people]
    in_turn = [_("{place}.").format(place=place) for place in range(1, len(people) + 1)]
    return next(marks for marks in (*_own_marks(people), years, numbers, in_turn) if _tell(marks))


def _own_marks(people: Sequence[NamedPerson]) -> tuple[Sequence[str], Sequence[str]]:
    return _ratings(people), [person.note for person in people]


def _ratings(people: Iterable[NamedPerson]) -> Sequence[str]:
    return ["" if person.hides_rating else str(person.rating) if person.rating else _("no rating") for person in people]


def _tell(marks: Sequence[str]) -> bool:
    return all(marks) and len(set(marks)) == len(marks)


def short_team_name(entry: Entry) -> str:
    """Of a team; empty for a player."""
    return entry.short_name or entry.team_name


def person_of(entry: Entry) -> NamedPerson:
    if entry.is_team:  # no two of a tournament are called the same
        return NamedPerson(name=entry.team_name, player=entry.who, short=short_team_name(entry), number=entry.number)
    return NamedPerson(
        name=entry.person.full_name,
        player=entry.person_id,
        rating=entry.rating,
        number=entry.number,
        note=entry.person.categories,
        is_guest=entry.is_guest,
    )


def display_names_of_entries(entries: Iterable[Entry]) -> dict[int, DisplayName]:
    """For the staff's screens, by the entry's key. They come with their players; all of a tournament belong in it."""
    return disambiguated({entry.pk: person_of(entry) for entry in entries}, birth_years)


def numbered(entries: Iterable[Entry], called: Mapping[int, DisplayName]) -> dict[int, DisplayName]:
    """The same by start number, as reasons ask for them."""
    return {entry.number: called[entry.pk] for entry in entries if entry.number is not None}


def display_names_in(tournament: Tournament | int) -> dict[int, DisplayName]:
    """All entries of a tournament, by key: for a refusal that names somebody."""
    return display_names_of_entries(Entry.objects.filter(tournament=tournament).select_related("player").order_by("pk"))


def display_names_of_players(players: Iterable[Player]) -> dict[int, DisplayName]:
    """Players of a club for its staff, by key, told apart among themselves."""
    people = {
        player.pk: NamedPerson(name=player.full_name, player=player.pk, rating=player.rating, note=player.categories)
        for player in players
    }
    return disambiguated(people, birth_years)


def display_name_of(player: Player) -> DisplayName:
    """One of a club, for a sentence."""
    return display_names_in_club([player.pk])[player.pk]


def display_names_in_club(players: Collection[int]) -> dict[int, DisplayName]:
    """The players of these keys and whoever in their clubs is called the same."""
    return display_names_of_players(with_namesakes(players).order_by("pk"))


def with_namesakes(players: Collection[int]) -> QuerySet[Player]:
    """The two kinds apart, since a database that is asked for one or the other reads all the players there are."""
    own = Player.with_merged.filter(pk__in=players)
    namesakes = Player.objects.filter(club__players__in=players, club__players__folded_name=F("folded_name"))
    return Player.with_merged.filter(pk__in=own.values("pk").union(namesakes.values("pk")))
