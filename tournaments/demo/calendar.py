"""When the demo's club meets: tonight, weekly before and after it, and not at Christmas."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import islice

from tournaments.services.setup.seasons import NewSeason

_WEEK = datetime.timedelta(days=7)
_DAY = datetime.timedelta(days=1)
_AUGUST = 8
_FIRST_EVENING = 24
"""The day in August from which on the first evening of a season is."""


def evenings_before(tonight: datetime.date, how_many: int, *, every: int = 1) -> list[datetime.date]:
    """The oldest first. `every`: of the club's evenings the second, say, reckoned from tonight."""
    backwards = islice(_weekly(tonight, -_WEEK), every - 1, None, every)
    return list(islice(backwards, how_many))[::-1]


def evenings_after(
    tonight: datetime.date, how_many: int, *, every: int = 1, until: datetime.date
) -> list[datetime.date]:
    onwards = islice(_weekly(tonight, _WEEK), every - 1, None, every)
    return [date for date in islice(onwards, how_many) if date <= until]


def two_seasons(tonight: datetime.date, first: datetime.date) -> tuple[NewSeason, NewSeason]:
    """Last season, and this one with its `first` evening: from August on, or from that evening if it was before."""
    year = tonight.year if tonight.month >= _AUGUST else tonight.year - 1
    begins = min(datetime.date(year, _AUGUST, 1), first)
    this = NewSeason(name=_named(year), starts_on=begins, ends_on=datetime.date(year + 1, 7, 31))
    last = NewSeason(name=_named(year - 1), starts_on=datetime.date(year - 1, _AUGUST, 1), ends_on=begins - _DAY)
    return last, this


def evenings_of(season: NewSeason, how_many: int, *, weekday: int) -> list[datetime.date]:
    """From the end of August on; 37 of them are played before June."""
    earliest = season.starts_on.replace(day=_FIRST_EVENING)
    first = earliest + (weekday - earliest.weekday()) % 7 * _DAY
    return list(islice(_weekly(first - _WEEK, _WEEK), how_many))


def _weekly(after: datetime.date, step: datetime.timedelta) -> Iterator[datetime.date]:
    date = after + step
    while True:
        if not _is_christmas(date):
            yield date
        date += step


def _is_christmas(date: datetime.date) -> bool:
    """Two weeks, whatever the day."""
    return (date.month, date.day) >= (12, 21) or (date.month, date.day) <= (1, 3)


def _named(year: int) -> str:
    return f"{year}–{(year + 1) % 100:02}"
