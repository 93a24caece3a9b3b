"""When the rounds are: as opened, else as planned; on pages, and as a calendar to subscribe to."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.calendar import CalendarEvent, RoundCalendar
from tournaments.models import Action, Availability, Club, Round, Tournament
from tournaments.selectors.evenings import EveningDate, evening_dates
from tournaments.selectors.start_times import hour_of

_BEFORE_THE_RECORD = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""Of a tournament that came with its rounds out of a file, and in which nothing has been done since."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundDate:
    """An evening with its rounds, one or several."""

    number: int
    last: int
    date: datetime.date
    is_opened: bool
    is_public: bool
    """Its pairing stands there: it is not the next one any more."""
    is_outside_season: bool
    next_round: int
    """The first of its rounds that has no pairing yet; behind the last where all have."""

    @property
    def words(self) -> str:
        """Weekday, day and month in the reader's language."""
        return date_in_words(self.date)

    @property
    def called(self) -> str:
        return _rounds_called(self.number, self.last)

    @property
    def to_play(self) -> str:
        """Those of its rounds that are still to be paired."""
        return _rounds_called(self.next_round, self.last)


@dataclass(frozen=True, kw_only=True, slots=True)
class LastDate:
    """By when the ties of a cup's round are to be played."""

    number: int
    date: datetime.date

    @property
    def words(self) -> str:
        return date_in_words(self.date)


@dataclass(frozen=True, kw_only=True, slots=True)
class DatesPage:
    """The page does not know what day it is."""

    rounds: tuple[RoundDate, ...]
    starts_at: datetime.time | None
    rounds_an_evening: int
    calendar_url: str
    last_dates: tuple[LastDate, ...] = ()

    @property
    def to_come(self) -> tuple[RoundDate, ...]:
        """Those whose dates can be changed."""
        return tuple(each for each in self.rounds if not each.is_opened)

    @property
    def next(self) -> RoundDate | None:
        """The first that has a date and no pairing yet; people may be checking in for it."""
        return next((each for each in self.rounds if not each.is_public), None)

    @property
    def next_words(self) -> str:
        if self.next is None:
            return ""
        if self.starts_at is None:
            return _("{rounds}: {date}").format(rounds=self.next.to_play, date=self.next.words)
        return _("{rounds}: {date}, {time}").format(
            rounds=self.next.to_play, date=self.next.words, time=time_format(self.starts_at, "H:i")
        )


def dates_page(tournament: Tournament, rounds: Sequence[Round] | None = None) -> DatesPage:
    """`rounds` are the tournament's, all and in order, where they are known already."""
    rounds = list(tournament.rounds.order_by("number")) if rounds is None else rounds
    season = tournament.season
    return DatesPage(
        rounds=tuple(
            RoundDate(
                number=each.first,
                last=each.last,
                date=each.date,
                is_opened=bool(each.rounds),
                is_public=_next_round(each) > each.last,
                is_outside_season=not season.starts_on <= each.date <= season.ends_on,
                next_round=_next_round(each),
            )
            for each in evening_dates(tournament, rounds)
        ),
        starts_at=tournament.starts_at,
        rounds_an_evening=tournament.rounds_an_evening,
        calendar_url=reverse("public_calendar", args=[tournament.club.slug, tournament.slug]),
        last_dates=last_dates(tournament),
    )


def last_dates(tournament: Tournament) -> tuple[LastDate, ...]:
    """In the order of the rounds, those that are said."""
    return tuple(
        LastDate(number=number, date=datetime.date.fromisoformat(saved))
        for number, saved in enumerate(tournament.last_dates, start=1)
        if saved
    )


def answers_said(tournament: Tournament, page: DatesPage) -> tuple[str, ...]:
    """Of the evenings to come, how many have said something: what would be forgotten with the date."""
    plans = Availability.objects.filter(entry__tournament=tournament, date__in=[each.date for each in page.to_come])
    counted = dict(plans.order_by().values("date").annotate(answers=Count("pk")).values_list("date", "answers"))
    return tuple(
        ngettext("{date}: {count} answer", "{date}: {count} answers", counted[each.date]).format(
            date=each.words, count=counted[each.date]
        )
        for each in page.to_come
        if each.date in counted
    )


def _next_round(evening: EveningDate) -> int:
    waiting = [each.number for each in evening.rounds if not each.is_public]
    return min([*waiting, evening.first + len(evening.rounds)])


def _rounds_called(first: int, last: int) -> str:
    if first >= last:
        return _("Round {number}").format(number=last)
    return _("Rounds {first} to {last}").format(first=first, last=last)


def date_in_words(date: datetime.date) -> str:
    return _("{weekday}, {day}").format(weekday=date_format(date, "l"), day=date_format(date, "MONTH_DAY_FORMAT"))


def tournament_calendar(tournament: Tournament, site: str) -> RoundCalendar:
    """`site`: scheme and host of the links back."""
    found = _with_last_action(Tournament.objects.filter(pk=tournament.pk))
    return RoundCalendar(
        name=tournament.name,
        time_zone=tournament.club.time_zone,
        events=tuple(event for each in found for event in _events(each, site)),
    )


def club_calendar(club: Club, site: str) -> RoundCalendar:
    """All tournaments of open seasons. `site`: scheme and host of the links back."""
    found = _with_last_action(Tournament.objects.filter(club=club, season__is_open=True, trashed_at=None))
    events = [event for tournament in found for event in _events(tournament, site)]
    return RoundCalendar(
        name=club.name,
        time_zone=club.time_zone,
        events=tuple(sorted(events, key=lambda event: (event.date, event.uid))),
    )


def _with_last_action(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With the time of the last action that the public could notice.

    Each of these raises the public revision, so the calendar of one revision is always the same.
    """
    noticed = Action.objects.filter(tournament=OuterRef("pk")).exclude(public=[]).order_by("-pk")
    return (
        tournaments.select_related("club")
        .prefetch_related("rounds")
        .annotate(revised_at=Subquery(noticed.values("at")[:1]))
        .order_by("pk")
    )


def _events(tournament: Tournament, site: str) -> Iterator[CalendarEvent]:
    """No player is named."""
    at = reverse("public_tournament", args=[tournament.club.slug, tournament.slug])
    rounds = sorted(tournament.rounds.all(), key=lambda each: each.number)
    for each in evening_dates(tournament, rounds):
        yield CalendarEvent(
            uid=f"round-{each.first}@{tournament.short_code}",
            summary=_summary(tournament, each),
            url=f"{site}{at}",
            date=each.date,
            starts_at=hour_of(tournament, each.date),
            place=tournament.club.place,
            sequence=tournament.public_revision,
            revised_at=getattr(tournament, "revised_at", None) or _BEFORE_THE_RECORD,
        )
    for last in last_dates(tournament):
        yield CalendarEvent(
            uid=f"last-{last.number}@{tournament.short_code}",
            summary=_("{tournament}, round {number}: last day for its ties").format(
                tournament=tournament.name, number=last.number
            ),
            url=f"{site}{at}",
            date=last.date,
            starts_at=None,
            sequence=tournament.public_revision,
            revised_at=getattr(tournament, "revised_at", None) or _BEFORE_THE_RECORD,
        )


def _summary(tournament: Tournament, evening: EveningDate) -> str:
    if evening.first == evening.last:
        return _("{tournament}, round {number}").format(tournament=tournament.name, number=evening.first)
    return _("{tournament}, rounds {first} to {last}").format(
        tournament=tournament.name, first=evening.first, last=evening.last
    )
