"""The day of a game that is not its round's: agreed for, or played on."""

from __future__ import annotations

import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def own_day(
    date: datetime.date | None, *, is_open: bool, is_unplayed: bool = False, is_waited_for: bool = False
) -> str:
    """Beside the game, in few words; empty where it has no day of its own. Or that nobody played it. An open game that
    is waited for is played on its round's second date."""
    if is_unplayed:
        return _("not played")
    if date is None:
        return ""
    if is_open and is_waited_for:
        return day_and_month(date)
    text = _("agreed for {date}") if is_open else _("played {date}")
    return text.format(date=day_and_month(date))


def day_and_month(date: datetime.date) -> str:
    """As short as a square is wide: 8 Dec."""
    return date_format(date, pgettext("day and month as short as can be, in Django's letters for dates", "j M"))
