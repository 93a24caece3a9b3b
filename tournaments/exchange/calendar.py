"""Dates of rounds as an iCalendar file (RFC 5545)."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    import icalendar

CONTENT_TYPE = "text/calendar; charset=utf-8"
_ASK_AGAIN = datetime.timedelta(hours=4)
AN_EVENING = datetime.timedelta(hours=3)
"""Nobody says when a round ends; so long a calendar keeps free for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CalendarEvent:
    """Without `starts_at`, a time by the calendar's zone, it is all day long. `url` and `place` may be empty.

    `sequence` and `revised_at` tell a calendar that has the event already which is the newer one.
    """

    uid: str
    summary: str
    url: str
    date: datetime.date
    starts_at: datetime.time | None
    place: str = ""
    sequence: int
    revised_at: datetime.datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCalendar:
    name: str
    time_zone: str
    events: tuple[CalendarEvent, ...]


def serialise(calendar: RoundCalendar) -> bytes:
    """The same calendar always gives the same bytes: no clock, no chance."""
    import icalendar  # a tenth of what a start takes, and most calendars are asked for once a day

    zone = ZoneInfo(calendar.time_zone)
    file = icalendar.Calendar()
    file.add("prodid", "-//Clubchess//Rounds//EN")
    file.add("version", "2.0")
    file.add("x-wr-calname", icalendar.vText(calendar.name))
    file.add("refresh-interval", _ASK_AGAIN, parameters={"value": "DURATION"})
    file.add("x-published-ttl", icalendar.vDuration(_ASK_AGAIN))
    for event in calendar.events:
        file.add_component(_event(event, zone))
    _explain_the_zone(file, calendar.events)
    return bytes(file.to_ical())


def _event(event: CalendarEvent, zone: ZoneInfo) -> icalendar.Event:
    from icalendar import Event

    made = Event()
    made.add("uid", event.uid)
    made.add("dtstamp", event.revised_at)
    made.add("sequence", event.sequence)
    made.add("summary", event.summary)
    if event.url:
        made.add("url", event.url)
    if event.place:
        made.add("location", event.place)
    if event.starts_at is None:
        made.add("dtstart", event.date)
    else:
        made.add("dtstart", datetime.datetime.combine(event.date, event.starts_at, tzinfo=zone))
        made.add("duration", AN_EVENING)
    return made


def _explain_the_zone(file: icalendar.Calendar, events: Sequence[CalendarEvent]) -> None:
    """When the clocks change between these dates, so that no reader has to know the zone by its name."""
    dates = [event.date for event in events if event.starts_at is not None]
    if dates:
        day = datetime.timedelta(days=1)
        file.add_missing_timezones(first_date=min(dates) - day, last_date=max(dates) + 2 * day)
