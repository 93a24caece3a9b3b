"""An all-play-all, played round by round through the services."""

from __future__ import annotations

import datetime
from collections.abc import Collection

from tests.tools.casts.factories import Evening
from tournaments.models import Presence

FIRST_DAY = datetime.date(2026, 9, 3)
A_WEEK = datetime.timedelta(days=7)


def all_play_all(players: int, *, weeks: int = 0, **options: object) -> Evening:
    """Nothing played yet; everybody has the number of their entry. `weeks` of Thursdays are planned."""
    days = [(FIRST_DAY + week * A_WEEK).isoformat() for week in range(weeks)]
    return Evening.of(players, system="all_play_all", options=options, tie_breaks=None, round_dates=days)


def publish_next(evening: Evening, *, away: Collection[int] = ()) -> None:
    """The next round, with the games of those away postponed."""
    evening.open()
    here = evening.tournament.entries.exclude(number__in=away).order_by("number").values_list("number", flat=True)
    evening.check_in(*[number for number in here if number is not None])
    for number in away:
        evening.mark(number, Presence.EXCUSED)
    evening.pair()
    evening.publish()
