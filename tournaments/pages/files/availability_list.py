"""The list for the wall: everybody by the next eight evenings, with boxes to write into."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament, Withdrawal
from tournaments.pages.calendar.attendance_settings import sentences_of
from tournaments.pages.calendar.availability import EveningColumn, evenings_to_come
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.display_names import Audience, display_names
from tournaments.selectors.display_names import DisplayName

_BLANK = 3
"""Rows without a name, for guests and newcomers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WallList:
    """What was said already does not stand on it: who writes on the wall chooses to."""

    title: str
    back_url: str
    version: str
    columns: tuple[EveningColumn, ...]
    names: tuple[DisplayName, ...]
    how: str
    """What an empty box means."""

    @property
    def blank(self) -> range:
        return range(_BLANK)

    @property
    def width(self) -> int:
        return len(self.columns) + 1


def wall_list(tournament: Tournament, audience: Audience, *, at: datetime.datetime) -> WallList:
    gone = Withdrawal.objects.filter(entry__tournament=tournament, last_round=None).values("entry")
    entries = list(tournament.entries.exclude(pk__in=gone).select_related("player"))
    return WallList(
        title=_("Who comes?"),
        back_url=reverse("who_comes", args=[tournament.club.slug, tournament.slug]),
        version=_("{club} · {tournament} · printed {day} {time}").format(
            club=tournament.club, tournament=tournament, day=date_format(at), time=time_format(at, "H:i")
        ),
        columns=evenings_to_come(tournament),
        names=tuple(sorted_by_name(display_names(entries, audience).values(), str)),
        how=sentences_of(tournament)[0],
    )
