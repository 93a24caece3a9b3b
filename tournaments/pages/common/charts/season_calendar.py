"""Who came when: a square per evening, the months as columns; of one player, and of a whole club."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.common.charts.squares import Square, square_of
from tournaments.pages.common.wording import mark_of
from tournaments.pairing.history.record import ABSENCES, MEETINGS, RoundOutcome

T = TypeVar("T")

CAME = MEETINGS | {RoundOutcome.BYE, RoundOutcome.FORFEIT_WIN}
"""Who had the bye, or waited for somebody in vain, was there all the same."""
_NOT_THEIRS = frozenset({RoundOutcome.BEFORE_JOINING, RoundOutcome.WITHDRAWN, RoundOutcome.ELIMINATED})
"""No evening of theirs: nobody waited for them."""
_IN_TURN = (
    RoundOutcome.OPEN,
    RoundOutcome.OPEN_AS_DRAW,
    RoundOutcome.FORFEIT_WIN,
    RoundOutcome.BYE,
    RoundOutcome.FORFEIT_LOSS,
    RoundOutcome.BOTH_FORFEIT,
    RoundOutcome.ANNULLED,
    RoundOutcome.FULL_BYE,
    RoundOutcome.HALF_BYE,
    RoundOutcome.ZERO_BYE,
    RoundOutcome.UNPAID_BYE,
    RoundOutcome.NO_OPPONENT,
    *sorted(ABSENCES),
)
"""Which of several shows an evening without a game that has been played."""
_IN_A_COLUMN = 6
"""Evenings without a date."""
LEVELS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class CalendarRound:
    """What a round of a tournament was for somebody; `date` None where it has none."""

    tournament: int
    number: int
    date: datetime.date | None
    outcome: RoundOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class Month:
    """`said` are its evenings in words: "6: Win · 13: Away, excused". `name` is empty for evenings without a date."""

    name: str
    squares: tuple[Square, ...]
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonCalendar:
    """`came` to so many of the `evenings`."""

    months: tuple[Month, ...]
    came: int
    evenings: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FullSquare:
    """`level` from 1 to LEVELS: how many came, measured by the fullest evening. `day` is empty without a date."""

    day: str
    people: int
    level: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FullMonth:
    name: str
    squares: tuple[FullSquare, ...]
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubCalendar:
    """`words` says what there is to see."""

    months: tuple[FullMonth, ...]
    evenings: int
    words: str


def season_calendar(rounds: Iterable[CalendarRound]) -> SeasonCalendar | None:
    """Rounds of one date are one evening, whatever their tournaments; a round without a date is one alone and stands
    behind the round before it. No evening at all: None."""
    evenings: dict[object, list[CalendarRound]] = defaultdict(list)
    order: dict[object, tuple[datetime.date, int, int]] = {}
    for when, side, found in _in_order(rounds):
        if found.outcome in _NOT_THEIRS:
            continue
        key = found.date or (found.tournament, found.number)
        evenings[key].append(found)
        order.setdefault(key, (when, side, found.number))
    if not evenings:
        return None
    keys = sorted(evenings, key=lambda key: order[key])
    days = [(order[key][0], evenings[key][0].date, evenings[key]) for key in keys]
    return SeasonCalendar(
        months=tuple(
            Month(
                name=name,
                squares=tuple(_square(rounds) for _day, rounds in found),
                said=" · ".join(_said(day, rounds) for day, rounds in found),
            )
            for name, found in _by_month(days)
        ),
        came=sum(any(each.outcome in CAME for each in evenings[key]) for key in keys),
        evenings=len(keys),
    )


def club_calendar(dated: Mapping[datetime.date, int], undated: Sequence[int] = ()) -> ClubCalendar | None:
    """`dated` says how many came on each day, `undated` on evenings without a day, in order. Nobody at all: None."""
    most = max([*dated.values(), *undated], default=0)
    if most == 0:
        return None
    days: list[tuple[datetime.date, datetime.date | None, int]] = [(day, day, dated[day]) for day in sorted(dated)]
    days += [(datetime.date.max, None, people) for people in undated]
    evenings = len(days)
    people = sum(each for _order, _day, each in days)
    return ClubCalendar(
        months=tuple(
            FullMonth(
                name=name,
                squares=tuple(
                    FullSquare(day=str(day.day) if day else "", people=count, level=max(1, -(-LEVELS * count // most)))
                    for day, count in found
                ),
                said=" · ".join(
                    _("{day}: {people}").format(day=day.day, people=count) if day else str(count)
                    for day, count in found
                ),
            )
            for name, found in _by_month(days)
        ),
        evenings=evenings,
        words=ngettext(
            "{evenings} evening, {people} people came.",
            "{evenings} evenings, {people} people on average, {most} on the fullest.",
            evenings,
        ).format(evenings=evenings, people=round(people / evenings), most=most),
    )


def _in_order(rounds: Iterable[CalendarRound]) -> Iterable[tuple[datetime.date, int, CalendarRound]]:
    """Each with the day it is put at: its own, else that of the round before it in the tournament, else of the first
    that has one; and whether it stands before (-1) or behind (1) what was on that day."""
    by_tournament: dict[int, list[CalendarRound]] = defaultdict(list)
    for each in rounds:
        by_tournament[each.tournament].append(each)
    for found in by_tournament.values():
        found.sort(key=lambda each: each.number)
        when, side = next((each.date for each in found if each.date is not None), datetime.date.max), -1
        for each in found:
            if each.date is not None:
                when, side = each.date, 1
            yield when, 0 if each.date is not None else side, each


def _by_month(
    days: Iterable[tuple[datetime.date, datetime.date | None, T]],
) -> list[tuple[str, list[tuple[datetime.date | None, T]]]]:
    """Columns in order; evenings that have no day near them stand in columns without a name."""
    columns: list[tuple[object, str, list[tuple[datetime.date | None, T]]]] = []
    for order, day, what in days:
        is_known = order != datetime.date.max
        key: object = (order.year, order.month) if is_known else None
        is_full = not is_known and columns and len(columns[-1][2]) >= _IN_A_COLUMN
        if not columns or columns[-1][0] != key or is_full:
            columns.append((key, date_format(order, "M") if is_known else "", []))
        columns[-1][2].append((day, what))
    return [(name, found) for _key, name, found in columns]


def _square(rounds: Sequence[CalendarRound]) -> Square:
    """All games won is a win, all lost a loss, anything between a draw; without a game what it was instead."""
    played = {each.outcome for each in rounds} & {RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS}
    if played:
        outcome = next(iter(played)) if len(played) == 1 else RoundOutcome.DRAW
    else:
        outcome = min((each.outcome for each in rounds), key=_IN_TURN.index)
    return Square(sign=square_of(outcome).sign, words=_what(rounds))


def _what(rounds: Sequence[CalendarRound]) -> str:
    """Games first; what the other tournaments of the evening were is left out where there was one."""
    games = [str(mark_of(each.outcome).words) for each in rounds if each.outcome in CAME]
    return "; ".join(games or dict.fromkeys(str(mark_of(each.outcome).words) for each in rounds))


def _said(day: datetime.date | None, rounds: Sequence[CalendarRound]) -> str:
    what = _what(rounds)
    return _("{day}: {what}").format(day=day.day, what=what) if day else what
