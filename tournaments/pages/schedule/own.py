"""What somebody has still to play of a plan: opponent, colour, round, the day, and by when at the latest."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.dates import date_in_words
from tournaments.pages.names import Audience
from tournaments.pages.parts.own_day import day_and_month
from tournaments.pages.schedule.meetings import (
    Meeting,
    dates_of_plan,
    has_schedule,
    last_day_of,
    name_url,
    newest_picture,
    schedule_of,
)
from tournaments.pairing.model.snapshot import PlayerId

AT_ONCE = 4
"""So many stand there; the others are folded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameToPlay:
    """`when` is the agreed day, or that of the round; `by` the last day of a game that has no day. Empty: not known."""

    round_number: int
    colour: str
    opponent: str
    opponent_url: str
    when: str
    by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GamesToPlay:
    """In one tournament, those with the nearest day first; then those without one."""

    tournament: str
    plan_url: str
    games: tuple[GameToPlay, ...]

    @property
    def first(self) -> tuple[GameToPlay, ...]:
        return self.games[:AT_ONCE]

    @property
    def others(self) -> tuple[GameToPlay, ...]:
        return self.games[AT_ONCE:]


def games_to_play(tournament: Tournament, number: PlayerId | None) -> GamesToPlay | None:
    """As the public reads it. None where there is no plan, or nothing of it is left to them."""
    if number is None or not has_schedule(tournament):
        return None
    picture = newest_picture(tournament, Audience.PUBLIC)
    dates = dates_of_plan(tournament)
    last = last_day_of(tournament, dates)
    found = sorted(own_meetings(tournament, number), key=lambda each: _order(each, dates))
    games = tuple(
        GameToPlay(
            round_number=each.round_number,
            colour=each.colour_of(number).value,
            opponent=picture.names[each.opponent_of(number)],
            opponent_url=name_url(picture, each.opponent_of(number)),
            when=_when(each, dates.get(each.round_number)),
            by=_by(each, last),
        )
        for each in found
    )
    if not games:
        return None
    return GamesToPlay(tournament=tournament.name, plan_url=picture.addresses.plan(), games=games)


def own_meetings(tournament: Tournament, number: PlayerId) -> Sequence[Meeting]:
    """Those that are still to be played, in the order of the rounds. Of a tournament with a plan."""
    picture = newest_picture(tournament, Audience.PUBLIC)
    return [
        meeting
        for each in schedule_of(tournament, picture)
        for meeting in each.meetings
        if meeting.is_open and number in {meeting.white, meeting.black}
    ]


def _order(meeting: Meeting, dates: Mapping[int, datetime.date]) -> tuple[datetime.date, int]:
    of_round = None if meeting.is_postponed else dates.get(meeting.round_number)
    return meeting.date or of_round or datetime.date.max, meeting.round_number


def _when(meeting: Meeting, of_round: datetime.date | None) -> str:
    if meeting.date is not None:
        return _("agreed for {date}").format(date=date_in_words(meeting.date))
    if meeting.is_postponed:
        return _("postponed")
    return date_in_words(of_round) if of_round else ""


def _by(meeting: Meeting, last: datetime.date | None) -> str:
    day = meeting.play_by or (last if meeting.is_postponed else None)
    if day is None or meeting.date is not None:
        return ""
    return _("to be played by {date}").format(date=day_and_month(day))
