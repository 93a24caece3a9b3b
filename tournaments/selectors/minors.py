"""Who is a child to the club: by a tick, or by a date of birth."""

from __future__ import annotations

import datetime

from django.utils import timezone

from tournaments import clock
from tournaments.models import Player, PlayerContact

_OF_AGE = 16


def is_child(player: Player) -> bool:
    """One query where nobody has ticked it."""
    return player.is_child or is_under_age_by_birth(player)


def is_under_age_by_birth(player: Player) -> bool:
    contact = PlayerContact.objects.filter(player=player).only("birth_date", "birth_year").first()
    return contact is not None and is_under_age(last_possible_birthday(contact.birth_date, contact.birth_year))


def last_possible_birthday(date: datetime.date | None, year: int | None) -> datetime.date | None:
    """Of whom the year alone is known: the last of December, so that nobody is shown in full while still a child."""
    return date or (datetime.date(year, 12, 31) if year else None)


def is_under_age(born: datetime.date | None) -> bool:
    """Today; not where it is not known."""
    today = timezone.localdate(clock.now())
    return born is not None and (today.year - born.year) - ((today.month, today.day) < (born.month, born.day)) < _OF_AGE
