"""Last season's groups of the demo, played on one Saturday: going up and down from them can be looked at."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.demo.playing import PastRound, play_rounds
from tournaments.models import Club, Player, Presence, Season, User
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.services.events.events import GroupSettings, make_event

_PLAYED = GroupSettings(system="all_play_all", options={"numbering": "given", "publish": "round"})
_GROUPS, _SIZE = 3, 4
_BEGINS = datetime.time(13)
_MINUTES, _CHECK_IN = 45, 10
_SATURDAY = 5


def play_last_groups(
    club: Club,
    season: Season,
    members: Mapping[PlayerId, Player],
    *,
    after: datetime.date,
    director: User,
) -> None:
    """On the first Saturday after that day; the first of last season's list are in the highest group."""
    day = after + datetime.timedelta(days=(_SATURDAY - after.weekday() - 1) % 7 + 1)
    begins = datetime.datetime.combine(day, _BEGINS, zoneinfo.ZoneInfo(club.time_zone))
    best = [members[number] for number in sorted(members)[: _GROUPS * _SIZE]]
    with clock.at(begins - datetime.timedelta(days=1)):
        event = make_event(
            club,
            season=season,
            name=_("Rapid groups"),
            played=_PLAYED,
            groups=[best[first : first + _SIZE] for first in range(0, len(best), _SIZE)],
            actor=director,
        )
    play_rounds(
        [
            PastRound(
                tournament=group,
                number=number,
                marks={entry.person_id: Presence.PRESENT for entry in group.entries.order_by("pk")},
                begins=begins + datetime.timedelta(minutes=(number - 1) * (_MINUTES + 2 * _CHECK_IN)),
                minutes=_MINUTES,
                check_in=_CHECK_IN,
                ends_evening=number == _SIZE - 1,
            )
            for group in event.groups.order_by("group")
            for number in range(1, _SIZE)
        ],
        director,
    )
