"""The dates on which rounds are planned, and the time at which they start."""

from __future__ import annotations

import calendar
import datetime
import uuid
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice, pairwise

from django.db.models import Max
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament, User
from tournaments.recording import Stale, last_change_of, recording
from tournaments.services.closed_season import refuse_when_closed
from tournaments.services.refusal import Refused
from tournaments.services.seen import fingerprint

MOST_DATES = 100
FIRST_DAY, LAST_DAY = datetime.date(1900, 1, 1), datetime.date(2199, 12, 31)
_LAST_IN_MONTH = 4


class Rhythm(StrEnum):
    WEEKLY = "weekly"
    FORTNIGHTLY = "fortnightly"
    MONTHLY = "monthly"
    """The third Thursday of each month, when the first date is one; the last, when it is a fifth one."""
    DAILY = "daily"


_DAYS = {Rhythm.WEEKLY: 7, Rhythm.FORTNIGHTLY: 14, Rhythm.DAILY: 1}


def proposed_dates(first: datetime.date, rhythm: Rhythm, count: int) -> tuple[datetime.date, ...]:
    """`count` dates from the first on, fewer where the calendar ends."""
    return tuple(islice(_from(first, rhythm), count))


def opened_rounds(tournament: Tournament) -> int:
    """The number of the newest round that was opened, 0 before the first: these have a date of their own."""
    found: int | None = tournament.rounds.aggregate(newest=Max("number"))["newest"]
    return found or 0


def state_of(tournament: Tournament) -> str:
    """What a form about this tournament's dates was made for."""
    return fingerprint([tournament.round_dates, tournament.starts_at, opened_rounds(tournament)])


def plan_dates(
    tournament: Tournament,
    *,
    dates: Sequence[datetime.date],
    starts_at: datetime.time | None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """`dates` are those of the rounds not opened yet, the next one first; what was planned for the others stays.

    `seen` is the state_of(tournament) that the form was made for.
    """
    with recording(
        tournament,
        actor=actor,
        verb="tournament.plan_dates",
        receipt=receipt,
        public=[tournament, tournament.club],
    ) as change:
        opened = list(tournament.rounds.order_by("number"))
        newest = opened[-1].number if opened else 0
        planned = [*_of_opened(tournament, opened), *(date.isoformat() for date in dates)]
        if (planned[newest:], starts_at) == (tournament.round_dates[newest:], tournament.starts_at):
            return tournament
        if state_of(tournament) != seen:
            raise Stale(last_change_of(tournament, tournament=tournament))
        refuse_when_closed(tournament)
        _refuse_too_many(tournament, len(planned))
        _refuse_out_of_order(opened, dates)
        change.update(tournament, round_dates=planned, starts_at=starts_at)
        return tournament


def _of_opened(tournament: Tournament, opened: Sequence[Round]) -> list[str | None]:
    """As planned, or else the round's own date: a round that is taken off again by undo is planned once more."""
    own = {each.number: each.date.isoformat() if each.date else None for each in opened}
    newest = opened[-1].number if opened else 0
    before = tournament.round_dates
    return [before[number - 1] if number <= len(before) else own.get(number) for number in range(1, newest + 1)]


def _refuse_too_many(tournament: Tournament, count: int) -> None:
    if count > MOST_DATES:
        raise Refused(_("Plan the dates of at most {most} rounds.").format(most=MOST_DATES))
    if tournament.planned_rounds is not None and count > tournament.planned_rounds:
        raise Refused(
            ngettext(
                "There are more dates than rounds: the tournament has {rounds} round.",
                "There are more dates than rounds: the tournament has {rounds} rounds.",
                tournament.planned_rounds,
            ).format(rounds=tournament.planned_rounds)
        )


def _refuse_out_of_order(opened: Sequence[Round], dates: Sequence[datetime.date]) -> None:
    first_number = (opened[-1].number if opened else 0) + 1
    if any(not FIRST_DAY <= date <= LAST_DAY for date in dates):
        raise Refused(_("A round's year is from {first} to {last}.").format(first=FIRST_DAY.year, last=LAST_DAY.year))
    for number, (earlier, later) in enumerate(pairwise(dates), first_number):
        if later <= earlier:
            raise Refused(
                _("Each round is on a later day than the one before: see round {round} on {date}.").format(
                    round=number + 1, date=date_format(later)
                )
            )
    last = opened[-1].date if opened else None
    if dates and last is not None and dates[0] <= last:
        raise Refused(
            _("Round {round} was opened on {date}: the next one is on a later day.").format(
                round=opened[-1].number, date=date_format(last)
            )
        )


def _from(first: datetime.date, rhythm: Rhythm) -> Iterator[datetime.date]:
    if rhythm is Rhythm.MONTHLY:
        yield from _same_weekday_each_month(first)
        return
    date = first
    while date <= LAST_DAY:
        yield date
        date += datetime.timedelta(days=_DAYS[rhythm])


def _same_weekday_each_month(first: datetime.date) -> Iterator[datetime.date]:
    which = (first.day - 1) // 7
    for month in range(first.year * 12 + first.month - 1, LAST_DAY.year * 12 + LAST_DAY.month):
        year, month_before = divmod(month, 12)
        weekday, days = calendar.monthrange(year, month_before + 1)
        day = 1 + (first.weekday() - weekday) % 7 + 7 * which
        if which == _LAST_IN_MONTH and day > days:
            day -= 7
        yield datetime.date(year, month_before + 1, day)
