"""Which day it is at a club: in the last hours of a day in UTC, Oslo has the next one."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.models import Club


def today_in(club: Club) -> datetime.date:
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))


def today() -> datetime.date:
    """At a club that has said nothing of its time zone, as those of the shared cast."""
    return today_in(Club())
