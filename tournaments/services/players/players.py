"""Players: added, edited, and the contact that only admins see."""

from __future__ import annotations

import datetime
import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from django.db import models, transaction
from django.utils.translation import gettext as _

from tournaments.models import Club, Player, PlayerContact, ShownAs, Tournament, User
from tournaments.names import clean_name, folded_name
from tournaments.recording import Change, Scope, Stale, last_change_in_club, recording
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.minors import is_under_age, is_under_age_by_birth, last_possible_birthday
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

Contact: TypeAlias = Mapping[str, datetime.date | str | int | None]
"""By the names in PlayerContact.PRIVATE."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerDetails:
    """What the club's directors know of a player."""

    given_name: str
    family_name: str = ""
    shown_as: str = ShownAs.FULL
    title: str = ""
    federation: str = ""
    rating: int | None = None
    rating_date: datetime.date | None = None
    fide_rating: int | None = None
    rapid_rating: int | None = None
    rapid_date: datetime.date | None = None
    blitz_rating: int | None = None
    blitz_date: datetime.date | None = None
    fide_id: int | None = None
    national_id: str = ""
    member_number: str = ""
    categories: str = ""
    is_active: bool = True
    is_child: bool = False


def details_of(player: Player) -> PlayerDetails:
    return PlayerDetails(**{name: getattr(player, name) for name in PlayerDetails.__dataclass_fields__})


def version_of(player: Player) -> str:
    """What a form about this player was made for: another state means that somebody changed them since."""
    return fingerprint(asdict(details_of(player)))


def contact_version_of(player: Player) -> str:
    """The same of their contact; for forms of those who see it."""
    return fingerprint(_contact_values(player))


def same_name(club: Club, details: PlayerDetails, *, besides: Player | None = None) -> models.QuerySet[Player]:
    """Players of the club whose name reads the same: case, accents and blanks do not count."""
    folded = folded_name(details.given_name, details.family_name)
    return _besides(club, besides).filter(folded_name=folded)


def add_player(
    club: Club,
    details: PlayerDetails,
    contact: Contact | None = None,
    *,
    another_of_the_name: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Player:
    with recording(club, actor=actor, verb="player.add", receipt=receipt) as change:
        details = as_child(cleaned(details), contact)
        _check(club, details, another_of_the_name)
        player = change.create(new_player(club, details))
        write_contact(change, player, **(contact or {}))
        change.facts["player"] = player.pk
    return player


def save_player(
    player: Player,
    details: PlayerDetails,
    contact: Contact | None,
    *,
    seen: str,
    seen_contact: str,
    another_of_the_name: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """What stands on one form: all of it or nothing. Two actions, since only the first can be undone.

    `contact` is None where the form had none.
    """
    with transaction.atomic():
        details = as_child(details, contact)
        edit_player(player, details, seen=seen, another_of_the_name=another_of_the_name, actor=actor, receipt=receipt)
        if contact is not None:
            edit_contact(player, seen=seen_contact, actor=actor, receipt=None, **contact)


def edit_player(
    player: Player,
    details: PlayerDetails,
    *,
    seen: str,
    another_of_the_name: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Player:
    """`seen` is the version_of(player) that the form was made for."""
    club = player.club
    details = cleaned(details)
    if is_under_age_by_birth(player):
        details = replace(details, is_child=True)
    public = where_shown_otherwise(club, lambda: [(club.players.get(pk=player.pk), details)])
    with recording(club, actor=actor, verb="player.edit", receipt=receipt, public=public) as change:
        player = club.players.get(pk=player.pk)
        if details_of(player) == details:
            return player
        if version_of(player) != seen:
            raise Stale(last_change_in_club(player, club=club))
        _check(club, details, another_of_the_name, besides=player)
        change.update(player, **columns_of(details))
        change.facts["player"] = player.pk
    return player


def edit_contact(
    player: Player,
    *,
    seen: str | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
    **contact: datetime.date | str | int | None,
) -> None:
    """By the names in PlayerContact.PRIVATE; what is not given stays as it is. `seen`: contact_version_of(player)."""
    with recording(player.club, actor=actor, verb="player.edit_contact", receipt=receipt) as change:
        there = _contact_values(player)
        if seen is not None and there != there | contact and fingerprint(there) != seen:
            row = PlayerContact.objects.filter(player=player).first()
            raise Stale(last_change_in_club(row, club=player.club) if row else None)
        write_contact(change, player, **contact)
        change.facts["player"] = player.pk


def _contact_values(player: Player) -> dict[str, Any]:
    """Of whoever has none: as of an empty one."""
    found = PlayerContact.objects.filter(player=player).first() or PlayerContact(player=player)
    return {name: getattr(found, name) for name in PlayerContact.PRIVATE}


def as_child(details: PlayerDetails, contact: Contact | None) -> PlayerDetails:
    """Ticked by a date of birth, so that whatever reads the tick alone knows it too; taken away by hand once of age."""
    date, year = ((contact or {}).get(name) for name in ("birth_date", "birth_year"))
    born = last_possible_birthday(
        date if isinstance(date, datetime.date) else None, year if isinstance(year, int) else None
    )
    return replace(details, is_child=True) if is_under_age(born) else details


def cleaned(details: PlayerDetails) -> PlayerDetails:
    texts = ("given_name", "family_name", "national_id", "member_number")
    names = {name: clean_name(getattr(details, name)) for name in texts}
    names |= {"federation": clean_name(details.federation).upper()}
    names |= {"categories": cleaned_categories(details.categories)}
    return PlayerDetails(**{**asdict(details), **names})


def cleaned_categories(text: str) -> str:
    """Each once, in the order in which they were typed."""
    names = {folded_name(name): clean_name(name) for name in reversed(re.split(r"[,;/|]", text))}
    return ", ".join(name for name in reversed(names.values()) if name)


def new_player(club: Club, details: PlayerDetails) -> Player:
    return Player(club=club, **columns_of(details))


def columns_of(details: PlayerDetails) -> dict[str, Any]:
    return {**asdict(details), "folded_name": folded_name(details.given_name, details.family_name)}


def with_year(contact: Contact, there: PlayerContact | None = None) -> Contact:
    """The year goes with the date; and a year told alone takes no date away that says the same or more."""
    date, year = contact.get("birth_date"), contact.get("birth_year")
    if isinstance(date, datetime.date):
        return {**contact, "birth_year": date.year}
    if year and "birth_date" not in contact and there is not None and there.birth_date:
        return {name: value for name, value in contact.items() if name != "birth_year"}
    return contact


def write_contact(change: Change, player: Player, **values: datetime.date | str | int | None) -> None:
    if unknown := values.keys() - set(PlayerContact.PRIVATE):
        raise TypeError(f"not a private field of a contact: {', '.join(sorted(unknown))}")
    contact = PlayerContact.objects.filter(player=player).first()
    values = dict(with_year(values, contact))
    if contact is not None:
        change.update(contact, **values)
    elif any(values.values()):
        change.create(PlayerContact(player=player, **values))


_SHOWN = ("given_name", "family_name", "shown_as", "is_child")


def shows_otherwise(player: Player, details: PlayerDetails) -> bool:
    """Whether the public would read another name."""
    return any(getattr(player, name) != getattr(details, name) for name in _SHOWN)


def where_shown_otherwise(club: Club, edited: Callable[[], Iterable[tuple[Player, PlayerDetails]]]) -> Iterator[Scope]:
    """The club and all tournaments where players stand whose names the public would read otherwise.

    To be gone through under the club's lock, which entering waits for: nobody is entered past it.
    """
    renamed = [player.pk for player, details in edited() if shows_otherwise(player, details)]
    if renamed:
        yield club
        yield from Tournament.objects.filter(entries__player__in=renamed).distinct()


def _check(club: Club, details: PlayerDetails, another_of_the_name: bool, besides: Player | None = None) -> None:
    if not details.given_name:
        raise Refused(_("A player needs a given name."))
    same_id = _besides(club, besides).filter(fide_id=details.fide_id)
    if details.fide_id is not None and (other := same_id.first()):
        raise Refused(_("{player} has this FIDE ID already.").format(player=display_name_of(other)))
    renamed = besides is None or folded_name(details.given_name, details.family_name) != besides.folded_name
    if renamed and not another_of_the_name and (other := same_name(club, details, besides=besides).first()):
        raise Refused(_("The club has a player {player} already.").format(player=display_name_of(other)))


def _besides(club: Club, player: Player | None) -> models.QuerySet[Player]:
    return club.players.exclude(pk=player.pk) if player else club.players.all()
