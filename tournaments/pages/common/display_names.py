"""How players are called: in full for the club's staff, as each wishes for the public; two of one name told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from django.utils.translation import gettext as _

from tournaments.models import Entry, Player, ShownAs
from tournaments.pages.common.capitals import IJ
from tournaments.pages.common.wording import Names
from tournaments.selectors.display_names import DisplayName, NamedPerson, disambiguated, no_years, short_team_name

_ERASED = "N.N."
"""As services/players/erasing.py leaves them."""


class Audience(Enum):
    STAFF = "staff"
    PUBLIC = "public"


def shown_as(player: Player) -> ShownAs:
    """To the public: as they wish, a child by no more than the given name and an initial."""
    return ShownAs.INITIAL if player.is_child and player.shown_as == ShownAs.FULL else ShownAs(player.shown_as)


def name_of(player: Player, audience: Audience, number: int | None) -> str:
    """The name alone. `number` is the start number, for those who show nothing else."""
    if audience is Audience.STAFF or shown_as(player) == ShownAs.FULL:
        return player.full_name
    if shown_as(player) == ShownAs.INITIAL:
        initial = _initial(player.family_name)
        return f"{player.given_name} {initial}." if initial else player.given_name
    return _("Player {number}").format(number=number) if number else _("Player")


def knows_rating(player: Player, audience: Audience) -> bool:
    """A rating stands beside a full name only: where there is a rating list, it is as good as the name. The one place
    that says so, for pages, papers and files."""
    return audience is Audience.STAFF or shown_as(player) == ShownAs.FULL


def entry_name(entry: Entry, audience: Audience) -> str:
    """Of a player, or of a team, which hides behind nothing."""
    return entry.team_name or name_of(entry.person, audience, entry.number)


def knows_rating_of(entry: Entry, audience: Audience) -> bool:
    return entry.is_team or knows_rating(entry.person, audience)


def is_number_only(entry: Entry) -> bool:
    """To the public."""
    return not entry.is_team and entry.person.shown_as == ShownAs.NUMBER


def display_names(entries: Iterable[Entry], audience: Audience) -> Mapping[int, DisplayName]:
    """By the entry's key. All entries of a tournament belong in it, with their players (select_related).

    For what can be hung up: nobody's year of birth stands in it. Whoever is only a number to the public bears no other
    mark there.
    """
    rows = list(entries)
    numbers_only = {entry.pk for entry in rows if audience is Audience.PUBLIC and is_number_only(entry)}
    people = {entry.pk: _person(entry, audience) for entry in rows if entry.pk not in numbers_only}
    names = disambiguated(people, no_years)
    for entry in rows:
        if entry.pk in numbers_only:
            names[entry.pk] = DisplayName(entry_name(entry, audience), _("guest") if entry.is_guest else "")
    return names


def display_names_across(entries: Iterable[Entry]) -> Mapping[int, DisplayName]:
    """By the entry's key, for the public, of several tournaments of a club, the latest first: who is known by a name is
    called the same in all of them.

    Whoever is only a number to the public is that number in each, and nothing says that two of them are one person.
    """
    rows = list(entries)
    latest: dict[int, Entry] = {}
    for entry in rows:
        if not is_number_only(entry):
            latest.setdefault(entry.who, entry)
    names = disambiguated({key: _person(entry, Audience.PUBLIC) for key, entry in latest.items()}, no_years)
    return {entry.pk: names.get(entry.who) or DisplayName(entry_name(entry, Audience.PUBLIC)) for entry in rows}


def display_names_of_people(players: Iterable[Player], ratings: Mapping[int, int | None]) -> Mapping[int, DisplayName]:
    """For the public, by the player's key, of people as such, in no tournament: all who stand on the page belong in it.

    `ratings` may tell apart whose name is known in full. Nothing tells two apart of whom the public knows a number
    only, and they have none here; who was erased is called as in tables.
    """
    named: dict[int, NamedPerson] = {}
    nameless: dict[int, DisplayName] = {}
    for each in players:
        if each.shown_as == ShownAs.NUMBER:
            nameless[each.pk] = DisplayName(_ERASED if each.full_name == _ERASED else _("Player"))
        else:
            knows = knows_rating(each, Audience.PUBLIC)
            named[each.pk] = NamedPerson(
                name=name_of(each, Audience.PUBLIC, None),
                player=each.pk,
                rating=ratings.get(each.pk) if knows else None,
                hides_rating=not knows,
            )
    return disambiguated(named, no_years) | nameless


def names_of(entries: Iterable[Entry], audience: Audience) -> Names:
    """By start number."""
    rows = list(entries)
    names = display_names(rows, audience)
    return {entry.number: names[entry.pk] for entry in rows if entry.number is not None}


def plain_names_of(entries: Iterable[Entry], audience: Audience) -> Names:
    """By start number, for a file: what tells apart stands beside the name there."""
    return {entry.number: entry_name(entry, audience) for entry in entries if entry.number is not None}


def _person(entry: Entry, audience: Audience) -> NamedPerson:
    knows = knows_rating_of(entry, audience)
    return NamedPerson(
        name=entry_name(entry, audience),
        player=entry.who,
        short=short_team_name(entry),
        rating=entry.rating if knows else None,
        hides_rating=not knows,
        number=entry.number,
        note=entry.person.categories if audience is Audience.STAFF and not entry.is_team else "",
        is_guest=entry.is_guest,
    )


def _initial(family_name: str) -> str:
    """Of the name itself, not of what stands before it: van der Meulen is M. In Dutch IJ is one letter."""
    start = next((place for place, letter in enumerate(family_name) if letter.isupper()), 0)
    return family_name[start : start + 2] if family_name.startswith(IJ, start) else family_name[start : start + 1]
