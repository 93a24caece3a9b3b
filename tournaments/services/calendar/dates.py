"""The dates on which rounds are planned, and the time at which they start."""

from __future__ import annotations

import calendar
import datetime
import uuid
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import count, islice, pairwise

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Availability, InboxItem, Response, Round, Tournament, User
from tournaments.recording import Change, Stale, last_change_of, recording
from tournaments.selectors.evenings import evening_days, first_to_come, held_evenings, last_date_of, opened
from tournaments.selectors.shared_games import is_knock_out
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

MOST_DATES = 100
MOST_AN_EVENING = 20
FIRST_DAY, LAST_DAY = datetime.date(1900, 1, 1), datetime.date(2199, 12, 31)
_LAST_IN_MONTH = 4


class DateRhythm(StrEnum):
    WEEKLY = "weekly"
    FORTNIGHTLY = "fortnightly"
    MONTHLY = "monthly"
    """The third Thursday of each month, when the first date is one; the last, when it is a fifth one."""
    DAILY = "daily"


_DAYS = {DateRhythm.WEEKLY: 7, DateRhythm.FORTNIGHTLY: 14, DateRhythm.DAILY: 1}  # not all: a month is no number of days


def proposed_dates(first: datetime.date, rhythm: DateRhythm, how_many: int) -> tuple[datetime.date, ...]:
    """So many dates from the first on, fewer where the calendar ends."""
    return tuple(islice(_from(first, rhythm), how_many))


def opened_rounds(tournament: Tournament) -> int:
    """The number of the newest round that was opened, 0 before the first: these have a date of their own."""
    return len(opened(tournament, list(tournament.rounds.order_by("number"))))


def version_of(tournament: Tournament) -> str:
    """What a form about this tournament's dates was made for."""
    evening = [tournament.starts_at, tournament.rounds_an_evening]
    return fingerprint([tournament.round_dates, tournament.last_dates, *evening, opened_rounds(tournament)])


def plan_dates(
    tournament: Tournament,
    *,
    dates: Sequence[datetime.date],
    starts_at: datetime.time | None,
    rounds_an_evening: int | None = None,
    last_dates: Sequence[datetime.date | None] | None = None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """`dates` are those of the evenings to come, the next one first; what was planned for the others stays.

    Without `rounds_an_evening` an evening keeps as many rounds as it has. `last_dates`: of a knock-out, by when ties
    of each round are to be played, from the first on; None: as they were. `seen` is the version_of(tournament) that the
    form was made for.
    """
    with recording(
        tournament,
        actor=actor,
        verb="tournament.plan_dates",
        receipt=receipt,
        public=[tournament, tournament.club],
    ) as change:
        so_far = opened(tournament, list(tournament.rounds.order_by("number")))
        held = held_evenings(so_far)
        each = tournament.rounds_an_evening if rounds_an_evening is None else rounds_an_evening
        planned = [*_of_held(tournament, held), *(date.isoformat() for date in dates)]
        last = tournament.last_dates if last_dates is None else _saved_last(last_dates)
        now = tournament.round_dates[len(held) :], tournament.starts_at, tournament.rounds_an_evening
        if (planned[len(held) :], starts_at, each) == now and last == tournament.last_dates:
            return tournament
        if version_of(tournament) != seen:
            raise Stale(last_change_of(tournament, tournament=tournament))
        refuse_when_closed(tournament)
        if not 1 <= each <= MOST_AN_EVENING:
            raise Refused(_("An evening has from 1 to {most} rounds.").format(most=MOST_AN_EVENING))
        _refuse_too_many(tournament, len(planned), last_evening=_newest(so_far) + 1 + (len(dates) - 1) * each)
        _refuse_out_of_order(so_far, dates, first=first_to_come(tournament, so_far), rounds_an_evening=each)
        _refuse_last_dates(tournament, last_dates or ())
        forget_answers(change, tournament, planned)
        if last != tournament.last_dates and (planned[len(held) :], starts_at, each) == now:
            change.facts |= {"what": "last"}
        change.update(tournament, round_dates=planned, starts_at=starts_at, rounds_an_evening=each, last_dates=last)
        return tournament


def _saved_last(dates: Sequence[datetime.date | None]) -> list[str | None]:
    """Without those behind the last one that is said."""
    saved = [None if date is None else date.isoformat() for date in dates]
    while saved and saved[-1] is None:
        saved.pop()
    return saved


def _refuse_last_dates(tournament: Tournament, dates: Sequence[datetime.date | None]) -> None:
    """Those that stand already may have gone by, and the season may have been shortened since."""
    said = [(number, date) for number, date in enumerate(dates, start=1) if date is not None]
    if said and not is_knock_out(tournament):
        raise Refused(_("Only rounds of a cup have a last date."))
    if len(dates) > MOST_DATES:
        raise Refused(_("Plan at most {most} dates.").format(most=MOST_DATES))
    for (_number, earlier), (number, later) in pairwise(said):
        if later <= earlier:
            raise Refused(
                _("Each round's last date is a later day than the one before: see round {round} on {date}.").format(
                    round=number, date=date_format(later)
                )
            )
    season, today = tournament.season, min(evening_days(tournament.club.time_zone))
    for number, date in said:
        if date == last_date_of(tournament, number):
            continue
        if not season.starts_on <= date <= season.ends_on:
            raise Refused(
                _("{date} is outside the season, which goes from {first} to {last}.").format(
                    date=date_format(date), first=date_format(season.starts_on), last=date_format(season.ends_on)
                )
            )
        if date < today:
            raise Refused(_("{date} is past: choose a last day that is still to come.").format(date=date_format(date)))


def forget_answers(change: Change, tournament: Tournament, planned: Sequence[str | None]) -> None:
    """What was said of dates that are moved or dropped, and what waits for an answer because of it. Times away stay.

    Inside a recording, before the dates are written; how many answers are gone is one of its facts.
    """
    gone = {saved for saved in tournament.round_dates if saved} - {saved for saved in planned if saved}
    held = {date.isoformat() for date in tournament.rounds.values_list("date", flat=True) if date is not None}
    days = sorted(gone - held)
    forgotten = (
        list(Availability.objects.filter(entry__tournament=tournament, date__in=days).order_by("pk")) if days else []
    )
    if not forgotten:
        return
    asked = [said.asks for said in Response if said.asks is not None]
    waiting = InboxItem.objects.filter(tournament=tournament, answer="", asked__in=asked)
    change.delete_many(item for item in waiting.order_by("pk") if item.facts.get("date") in days)
    change.delete_many(forgotten)
    change.facts |= {"forgotten": len(forgotten), "what": "forgotten"}


def _of_held(tournament: Tournament, held: Sequence[Sequence[Round]]) -> list[str | None]:
    """As planned, or else the evening's own date: one that is taken off again by undo is planned once more."""
    own = [evening[0].date.isoformat() if evening[0].date else None for evening in held]
    before = tournament.round_dates[: len(held)]
    return [*before, *own[len(before) :]]


def _newest(opened: Sequence[Round]) -> int:
    return opened[-1].number if opened else 0


def _refuse_too_many(tournament: Tournament, how_many: int, *, last_evening: int) -> None:
    """`last_evening` is the first round of it: the evening needs one at least."""
    if how_many > MOST_DATES:
        raise Refused(_("Plan at most {most} dates.").format(most=MOST_DATES))
    if tournament.planned_rounds is not None and last_evening > tournament.planned_rounds:
        raise Refused(
            ngettext(
                "There are more dates than rounds: the tournament has {rounds} round.",
                "There are more dates than rounds: the tournament has {rounds} rounds.",
                tournament.planned_rounds,
            ).format(rounds=tournament.planned_rounds)
        )


def _refuse_out_of_order(
    opened: Sequence[Round], dates: Sequence[datetime.date], *, first: int, rounds_an_evening: int
) -> None:
    """`first` is the first round of the next evening."""
    if any(not FIRST_DAY <= date <= LAST_DAY for date in dates):
        raise Refused(_("A round's year is from {first} to {last}.").format(first=FIRST_DAY.year, last=LAST_DAY.year))
    later_ones = count(first + rounds_an_evening, rounds_an_evening)
    for number, (earlier, later) in zip(later_ones, pairwise(dates), strict=False):
        if later <= earlier:
            raise Refused(
                _("Each evening is on a later day than the one before: see round {round} on {date}.").format(
                    round=number, date=date_format(later)
                )
            )
    last = opened[-1].date if opened else None
    if dates and last is not None and dates[0] <= last:
        raise Refused(
            _("Round {round} was opened on {date}: the next evening is on a later day.").format(
                round=opened[-1].number, date=date_format(last)
            )
        )


def _from(first: datetime.date, rhythm: DateRhythm) -> Iterator[datetime.date]:
    if rhythm is DateRhythm.MONTHLY:
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
