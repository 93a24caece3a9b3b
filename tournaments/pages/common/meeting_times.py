"""When and where a club meets, in words."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Club

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_EACH: tuple[StrPromise, ...] = (
    gettext_lazy("Mondays"),
    gettext_lazy("Tuesdays"),
    gettext_lazy("Wednesdays"),
    gettext_lazy("Thursdays"),
    gettext_lazy("Fridays"),
    gettext_lazy("Saturdays"),
    gettext_lazy("Sundays"),
)


def evening_in_words(club: Club) -> str:
    """Thursdays 19:00 · The library, Main Street 1. Empty where nothing is known."""
    return " · ".join(part for part in (when_in_words(club), club.place) if part)


def when_in_words(club: Club) -> str:
    """Thursdays 19:00. Empty where nothing is known."""
    time = time_format(club.starts_at, "H:i") if club.starts_at is not None else ""
    if club.weekday is None:
        return time
    if not time:
        return str(_EACH[club.weekday])
    return _("{days} {time}").format(days=_EACH[club.weekday], time=time)


def first_evening(club: Club, since: datetime.date) -> datetime.date:
    """The club's first evening from that day on; the day itself where the club has no fixed one."""
    if club.weekday is None:
        return since
    return since + datetime.timedelta(days=(club.weekday - since.weekday()) % 7)
