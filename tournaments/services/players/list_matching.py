"""Names, and numbers alone, matched against the rating lists that a club looks into: whom exactly one row fits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.player_list import OWN_FIELDS, ListedPlayer, PlayerList, Problem, told_once
from tournaments.models import Club, ListedRating, Pace, Player, RatingList
from tournaments.models.player import date_field, rating_field
from tournaments.names import folded_name, searchable
from tournaments.selectors.rating_list_lookup import FIDE, in_parts, named, told_of, with_numbers
from tournaments.services.players.player_import import preview_import

_LONGEST_NUMBER = 20
_MOST_WORDS = 6
"""Of a name that is looked for in more than one way."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InList:
    """Somebody as a list has them."""

    person: ListedRating
    list: RatingList


@dataclass(frozen=True, kw_only=True, slots=True)
class ListMatches:
    """By row. Whoever is in neither is in no list."""

    found: Mapping[int, tuple[InList, ...]]
    """In one list or more, never twice in one."""
    several: Collection[int]
    """Rows that more than one person of a list fits."""
    same: Mapping[int, int] = field(default_factory=dict)
    """Rows that are the person of another row, which tells only a number."""

    @property
    def are_of_the_country(self) -> bool:
        """Whether somebody is in a federation's own list: of a name alone FIDE's two million may have a stranger."""
        return any(hit.list.source != FIDE for hits in self.found.values() for hit in hits)


def by_their_numbers(
    club: Club, lists: Sequence[RatingList], read: PlayerList, *, sees_contacts: bool
) -> tuple[PlayerList, dict[int, tuple[InList, ...]]]:
    """With the people whose numbers stand alone, who are told by row; a number that is nobody's stops its row."""
    people: dict[int, tuple[InList, ...]] = {}
    stopped = list(read.stopped)
    found = _numbered(lists, read.numbers)
    first: dict[int, int] = {}
    for each in read.numbers:
        hits = found.get(each.row, [])
        earlier = next((first[hit.person.pk] for hit in hits if hit.person.pk in first), None)
        if earlier is not None:
            told = _("The same person as in row {row}.").format(row=earlier)
            stopped.append(Problem(row=each.row, column="", message=told))
        elif hits and all(_are_one(hits[0], hit) for hit in hits):
            people[each.row] = tuple(hits)
            first |= {hit.person.pk: each.row for hit in hits}
        else:
            stopped.append(Problem(row=each.row, column="", message=_nobody_of(each, hits, lists)))
    named_now = [_person_of(each, people[each.row], sees_contacts) for each in read.numbers if each.row in people]
    both = sorted([*read.players, *_as_the_club_knows_them(club, named_now)], key=lambda each: each.row)
    players, namesakes = told_once(both, stopped)
    return replace(
        read,
        players=tuple(players),
        stopped=tuple(stopped),
        namesakes=tuple(sorted((*read.namesakes, *namesakes), key=lambda each: each.row)),
        numbers=(),
    ), people


def _numbered(lists: Sequence[RatingList], rows: Sequence[ListedPlayer]) -> Mapping[int, list[InList]]:
    """The federations' own lists first."""
    found: dict[int, list[InList]] = defaultdict(list)
    numbers = {each.row: (_fide_id_of(each), each.national_id[: _LONGEST_NUMBER + 1]) for each in rows}
    for in_list in _in_turn(lists) if rows else ():
        by_fide, by_national = _by_number(in_list, numbers.values())
        for row, (fide, national) in numbers.items():
            hits = [*by_national.get(national, ()), *by_fide.get(fide, ())]
            found[row] += [InList(person=each, list=in_list) for each in {hit.pk: hit for hit in hits}.values()]
    return found


def _by_number(
    in_list: RatingList, numbers: Iterable[tuple[int | None, str]]
) -> tuple[Mapping[int | None, list[ListedRating]], Mapping[str, list[ListedRating]]]:
    """By FIDE ID, and by the federation's."""
    both = list(numbers)
    fide = sorted({number for number, _national in both if number})
    national = sorted({number for _fide, number in both if 0 < len(number) <= _LONGEST_NUMBER})
    by_fide: dict[int | None, list[ListedRating]] = defaultdict(list)
    by_national: dict[str, list[ListedRating]] = defaultdict(list)
    for each in {row.pk: row for row in with_numbers(in_list, fide=fide, national=national)}.values():
        if each.fide_id:
            by_fide[each.fide_id].append(each)
        if each.national_id:
            by_national[each.national_id].append(each)
    return by_fide, by_national


def _fide_id_of(row: ListedPlayer) -> int | None:
    """Of a number alone, which nobody says to be another one."""
    text = row.national_id
    is_possible = not row.given_name and row.fide_id is None and len(text) < 10 and text.isascii() and text.isdigit()
    return int(text) if is_possible else row.fide_id


def _are_one(one: InList, other: InList) -> bool:
    """Two who were found by one number."""
    mine, yours = one.person, other.person
    if mine.pk == yours.pk:
        return True
    if one.list.pk == other.list.pk or (mine.birth_year or yours.birth_year) != (yours.birth_year or mine.birth_year):
        return False
    if mine.fide_id and yours.fide_id:
        return mine.fide_id == yours.fide_id
    is_of_one_federation = one.list.source == other.list.source and mine.national_id == yours.national_id != ""
    return is_of_one_federation or bytes(mine.search) == bytes(yours.search)


def _nobody_of(row: ListedPlayer, hits: Sequence[InList], lists: Sequence[RatingList]) -> str:
    number = (row.national_id or str(row.fide_id or ""))[:40]
    if not number:
        return _("A name or a number is needed here.")
    if not lists:
        return _("{number} is only a number, and no rating list is loaded that says whose it is.").format(number=number)
    if not hits:
        return _("Nobody in the rating lists has the number {number}.").format(number=number)
    names = " · ".join(dict.fromkeys(hit.person.name for hit in hits[:4]))
    return _("{number} is the number of several people in the rating lists: {names}.").format(
        number=number, names=names
    )


def _person_of(row: ListedPlayer, people: Sequence[InList], sees_contacts: bool) -> ListedPlayer:
    told = told_of(people[0].person, people[0].list)
    national = row.national_id if row.fide_id else ""  # a number alone may be FIDE's
    named_now = replace(
        row, given_name=told["given_name"], family_name=told["family_name"], fide_id=row.fide_id, national_id=national
    )
    return with_what_lists_say(named_now, people, sees_contacts=sees_contacts)


def _as_the_club_knows_them(club: Club, rows: Sequence[ListedPlayer]) -> list[ListedPlayer]:
    """Whoever has the federation's number is meant, also under another name."""
    there: dict[str, list[Player]] = defaultdict(list)
    for some in in_parts(sorted({each.national_id for each in rows} - {""})):
        for player in club.players.filter(national_id__in=some):
            there[player.national_id].append(player)
    called = {number: players[0] for number, players in there.items() if len(players) == 1}
    return [
        replace(each, given_name=known.given_name, family_name=known.family_name)
        if (known := called.get(each.national_id)) is not None
        else each
        for each in rows
    ]


def by_their_names(
    club: Club,
    lists: Sequence[RatingList],
    found: PlayerList,
    *,
    of_numbers: Mapping[int, tuple[InList, ...]],
    others: Collection[int],
    sees_contacts: bool,
) -> ListMatches:
    """`of_numbers`: rows that were a number alone. `others`: rows of namesakes who are somebody else.

    A row that means somebody in the club is matched with what the club knows of them; one of which it cannot be told
    whom of the club it means is not.
    """
    if not lists:
        return ListMatches(found={}, several=())
    rows = [*found.players, *(each for each in found.namesakes if each.row in others)]
    there = {each.listed.row: each for each in preview_import(club, rows, update=False).rows}
    often = Counter(folded_name(each.given_name, each.family_name) for each in rows)
    of_numbers = {each.row: of_numbers[each.row] for each in rows if each.row in of_numbers}
    sought = {
        each.row: _Sought.of(each, there[each.row].player, sees_contacts)
        for each in rows
        if each.row not in of_numbers
        and not there[each.row].problem
        and (there[each.row].player is None or often[folded_name(each.given_name, each.family_name)] == 1)
    }
    in_lists: dict[int, list[InList]] = defaultdict(list)
    several: set[int] = set()
    same: dict[int, int] = {}
    taken = {hit.person.pk: row for row, hits in of_numbers.items() for hit in hits}
    for in_list in _in_turn(lists):
        once, more = _fitting(club, in_list, sought)
        several |= more
        for row, person in once.items():
            if person.pk in taken:
                same |= {row: taken[person.pk]} if not {row, taken[person.pk]} & {*others} else {}
                continue
            in_lists[row].append(InList(person=person, list=in_list))
            sought[row] = sought[row].known_as(person)
    of_others = _of_others(club, in_lists, {row: each.player for row, each in there.items()})
    people = {row: tuple(hits) for row, hits in in_lists.items() if row not in of_others}
    return ListMatches(found={**of_numbers, **people}, several=several - people.keys(), same=same)


def _of_others(
    club: Club, in_lists: Mapping[int, Sequence[InList]], players: Mapping[int, Player | None]
) -> Collection[int]:
    """Rows of people in the club, whom a list would give the FIDE ID of somebody else there."""
    ids = {row: {hit.person.fide_id for hit in hits if hit.person.fide_id} for row, hits in in_lists.items()}
    wanted = set().union(*(found for row, found in ids.items() if players[row])) if ids else set()
    owners: dict[int | None, int] = {}
    for some in in_parts(sorted(wanted)):
        owners |= dict(club.players.filter(fide_id__in=some).values_list("fide_id", "pk"))
    return {
        row
        for row, found in ids.items()
        if (player := players[row]) is not None and any(owners.get(each, player.pk) != player.pk for each in found)
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sought:
    """Somebody, and what else is known of them."""

    given_name: str
    family_name: str
    fide_id: int | None
    national_id: str
    year: int | None
    federation: str

    @classmethod
    def of(cls, row: ListedPlayer, player: Player | None, sees_contacts: bool) -> _Sought:
        contact = getattr(player, "contact", None) if sees_contacts else None
        year = row.known[2] or (contact.born_in if contact else None)
        return cls(
            given_name=row.given_name,
            family_name=row.family_name,
            fide_id=row.fide_id or (player.fide_id if player else None),
            national_id=row.national_id or (player.national_id if player else ""),
            year=year if isinstance(year, int) else None,
            federation=row.federation,
        )

    def known_as(self, person: ListedRating) -> _Sought:
        return replace(
            self,
            fide_id=self.fide_id or person.fide_id,
            national_id=self.national_id or person.national_id,
            year=self.year or person.birth_year,
        )

    @property
    def words(self) -> frozenset[str]:
        return frozenset(searchable(self.given_name, self.family_name).split())

    @property
    def in_two(self) -> list[tuple[str, str]]:
        """Given and family name, first as they are told: in one cell nobody says which is the middle one's, as in Jonas
        Buhl Bjerre."""
        words = f"{self.given_name} {self.family_name}".split()
        told = (self.given_name, self.family_name)
        if not self.family_name or len(words) > _MOST_WORDS:
            return [told] if self.family_name else []
        ways = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
        return [told, *(way for way in ways if way != told)]

    def may_be(self, person: ListedRating) -> bool:
        pairs = (
            (self.year, person.birth_year),
            (self.fide_id, person.fide_id),
            (self.national_id, person.national_id),
            (self.federation, person.federation),
        )
        return all(not mine or not yours or mine == yours for mine, yours in pairs)


def _fitting(
    club: Club, in_list: RatingList, sought: Mapping[int, _Sought]
) -> tuple[dict[int, ListedRating], set[int]]:
    """By row: whom alone of a list it fits; and the rows that several fit, or that fit somebody who fits another row,
    too. A number goes before a name."""
    by_fide, by_national = _by_number(in_list, [(each.fide_id, each.national_id) for each in sought.values()])
    of_the_name = named(in_list, {names for each in sought.values() for names in each.in_two})
    by_number: dict[int, list[ListedRating]] = {}
    by_name: dict[int, list[ListedRating]] = {}
    for row, who in sought.items():
        hits = [*by_national.get(who.national_id, ()), *by_fide.get(who.fide_id, ())]
        by_number[row] = [hit for hit in {hit.pk: hit for hit in hits}.values() if who.words & _words_of(hit)]
        if not by_number[row] and who.family_name:
            own, *others = (of_the_name[names] for names in who.in_two)
            by_name[row] = _narrowed(club, who, own or [each for found in others for each in found])
    once = {row: hits[0] for row, hits in by_number.items() if len(hits) == 1}
    named_first = {person.pk for person in once.values()}
    for row, hits in by_name.items():
        if len(hits) == 1 and hits[0].pk not in named_first:
            once[row] = hits[0]
    often = Counter(person.pk for person in once.values())
    several = {row for row, hits in (by_number | by_name).items() if len(hits) > 1}
    several |= {row for row, person in once.items() if often[person.pk] > 1}
    return {row: person for row, person in once.items() if often[person.pk] == 1}, several


def _words_of(person: ListedRating) -> frozenset[str]:
    return frozenset(bytes(person.search).decode(errors="ignore").split())


def _narrowed(club: Club, who: _Sought, people: Sequence[ListedRating]) -> list[ListedRating]:
    """Of several those born that year, and of these those of the club, where the list says so."""
    possible = [each for each in people if who.may_be(each)]
    possible = [each for each in possible if who.year and each.birth_year == who.year] or possible
    return [each for each in possible if searchable(each.club) == searchable(club.name)] or possible


def _in_turn(lists: Sequence[RatingList]) -> list[RatingList]:
    """A federation's own says more of its people than FIDE's, so is asked first."""
    return sorted(lists, key=lambda each: (each.source == FIDE, each.source, each.pace))


def taken_from_lists(
    found: PlayerList, people: Mapping[int, Sequence[InList]], *, besides: Collection[int], sees_contacts: bool
) -> PlayerList:
    """With what the lists say where a row is silent. `besides`: rows that have it already."""

    def taken(rows: Iterable[ListedPlayer]) -> tuple[ListedPlayer, ...]:
        return tuple(
            with_what_lists_say(each, people[each.row], sees_contacts=sees_contacts)
            if each.row in people and each.row not in besides
            else each
            for each in rows
        )

    return replace(found, players=taken(found.players), namesakes=taken(found.namesakes))


def with_what_lists_say(row: ListedPlayer, people: Iterable[InList], *, sees_contacts: bool) -> ListedPlayer:
    """The first list that says something counts; a rating comes with its day."""
    said: dict[str, Any] = {}
    for each in people:
        told = told_of(each.person, each.list)
        new = {name for name, value in told.items() if value and not said.get(name)}
        dated = {date_field(pace): rating_field(pace) for pace in Pace}
        said |= {name: told[name] for name in new if name not in dated}
        said |= {date: told[date] for date, rating in dated.items() if rating in new}
    own = {name: said[name] for name in OWN_FIELDS if said.get(name) and not getattr(row, name)}
    dates = {pace.value: said.get(date_field(pace)) for pace in Pace if rating_field(pace) in own}
    contact = {name: said[name] for name in ("sex", "birth_year") if said.get(name)} if sees_contacts else {}
    if row.known[2]:
        contact.pop("birth_year", None)
    return replace(row, **own, rating_dates={**row.rating_dates, **dates}, contact={**contact, **row.contact})
