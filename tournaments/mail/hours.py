"""When a mail may ring: not once the evening has begun, since that loses the game, and not at night."""

from __future__ import annotations

import datetime
import zoneinfo

from tournaments.models import Club, Fixture, Tournament
from tournaments.selectors.availability import starts
from tournaments.selectors.start_times import instant

_MORNING, NIGHT = 8, 21
_ASKED_AT = datetime.time(17)


def not_before(now: datetime.datetime, club: Club, *, night: int = NIGHT) -> datetime.datetime:
    """Now, or from `night` on eight in the morning by the club's clock."""
    local = now.astimezone(zoneinfo.ZoneInfo(club.time_zone))
    if _MORNING <= local.hour < night:
        return now
    day = local.date() if local.hour < _MORNING else local.date() + datetime.timedelta(days=1)
    return instant(club, day, datetime.time(_MORNING))


def begins(tournament: Tournament, date: datetime.date) -> datetime.datetime:
    """Where no hour is known, the whole day counts as the evening."""
    return starts(tournament, date) or instant(tournament.club, date, datetime.time())


def match_begins(club: Club, fixture: Fixture) -> datetime.datetime:
    """Where no hour is known, the whole day counts as the match."""
    return instant(club, fixture.date, fixture.starts_at or datetime.time())


def silent_asked_at(club: Club, fixture: Fixture) -> datetime.datetime:
    """At five so many days before as their captain wants; on the day itself in the morning."""
    days = fixture.team.reminder_days
    return instant(club, fixture.date - datetime.timedelta(days=days), _ASKED_AT if days else datetime.time(_MORNING))


def asked_at(tournament: Tournament, date: datetime.date, closing: datetime.datetime | None) -> datetime.datetime:
    """When those are asked who have not said whether they come: at five the day before, or so long before they can say
    so in time no more."""
    before = datetime.timedelta(days=1)
    usual = instant(tournament.club, date - before, _ASKED_AT)
    if closing is None or closing > usual + datetime.timedelta(hours=2):
        return usual
    return not_before(closing - before, tournament.club)
