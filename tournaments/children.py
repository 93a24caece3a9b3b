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
    return is_under_age(PlayerContact.objects.filter(player=player).values_list("birth_date", flat=True).first())


def is_under_age(born: datetime.date | None) -> bool:
    """Today; not where it is not known."""
    today = timezone.localdate(clock.now())
    return born is not None and (today.year - born.year) - ((today.month, today.day) < (born.month, born.day)) < _OF_AGE
