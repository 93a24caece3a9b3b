"""When an evening begins: by the tournament's hour or the club's, and by the club's clock."""

from __future__ import annotations

import datetime
import zoneinfo

from tournaments.models import Club, Tournament


def hour_on(club: Club, date: datetime.date) -> datetime.time | None:
    """On the club's own evening as the club does, where it says so."""
    return club.starts_at if club.weekday in {None, date.weekday()} else None


def hour_of(tournament: Tournament, date: datetime.date) -> datetime.time | None:
    """As the tournament says; where it does not, as the club does. None where no hour is known."""
    return tournament.starts_at or hour_on(tournament.club, date)


def hours_of(tournament: Tournament) -> frozenset[datetime.time | None]:
    """Those of its planned evenings; without a plan, that of the club's own evening."""
    dates = [datetime.date.fromisoformat(saved) for saved in tournament.round_dates if saved]
    usual = tournament.starts_at or tournament.club.starts_at
    return frozenset(hour_of(tournament, date) for date in dates) or frozenset({usual})


def instant(club: Club, day: datetime.date, time: datetime.time) -> datetime.datetime:
    """By the club's clock. An hour that the clock skips is the one after it, one that it has twice the first."""
    zone = zoneinfo.ZoneInfo(club.time_zone)
    return datetime.datetime.combine(day, time, tzinfo=zone).astimezone(datetime.UTC)
