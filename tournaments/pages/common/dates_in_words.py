"""Dates as words, in the order of the reader's language."""

from __future__ import annotations

import datetime

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def with_weekday(date: datetime.date) -> str:
    """Thursday 26 Nov 2026."""
    return _("{weekday} {date}").format(weekday=date_format(date, "l"), date=date_format(date))


def with_hour(date: datetime.date, hour: datetime.time | None) -> str:
    """Thursday 26 Nov 2026 at 19:00; the day alone where no hour is known."""
    day = with_weekday(date)
    return _("{day} at {hour}").format(day=day, hour=time_format(hour, "H:i")) if hour else day


def in_full(date: datetime.date) -> str:
    """As on a diploma: 26 November 2026."""
    return date_format(date, pgettext("a date with its month in full, in Django's letters for dates", "j F Y"))
