"""When the rounds are: as opened, else as planned; on pages, and as a calendar to subscribe to."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tournaments.exchange.calendar import CalendarEvent, RoundCalendar
from tournaments.models import Action, Club, Round, Tournament

_BEFORE_THE_RECORD = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""Of a tournament that came with its rounds out of a file, and in which nothing has been done since."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundDate:
    number: int
    date: datetime.date
    words: str
    """Weekday, day and month in the reader's language."""
    is_opened: bool
    is_public: bool
    """Its pairing stands there: it is not the next one any more."""
    is_outside_season: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DatesPage:
    """The page does not know what day it is."""

    rounds: tuple[RoundDate, ...]
    starts_at: datetime.time | None
    calendar_url: str

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
            return _("Round {number}: {date}").format(number=self.next.number, date=self.next.words)
        return _("Round {number}: {date}, {time}").format(
            number=self.next.number, date=self.next.words, time=time_format(self.starts_at, "H:i")
        )


def dates_page(tournament: Tournament, rounds: Sequence[Round] | None = None) -> DatesPage:
    """`rounds` are the tournament's, all and in order, where they are known already."""
    rounds = list(tournament.rounds.order_by("number")) if rounds is None else rounds
    season = tournament.season
    return DatesPage(
        rounds=tuple(
            RoundDate(
                number=number,
                date=date,
                words=date_in_words(date),
                is_opened=opened is not None,
                is_public=opened is not None and opened.is_public,
                is_outside_season=not season.starts_on <= date <= season.ends_on,
            )
            for number, date, opened in _dates(tournament, rounds)
        ),
        starts_at=tournament.starts_at,
        calendar_url=reverse("public_calendar", args=[tournament.club.slug, tournament.slug]),
    )


def date_in_words(date: datetime.date) -> str:
    return _("{weekday}, {day}").format(weekday=date_format(date, "l"), day=date_format(date, "MONTH_DAY_FORMAT"))


def tournament_calendar(tournament: Tournament) -> RoundCalendar:
    found = _with_last_action(Tournament.objects.filter(pk=tournament.pk))
    return RoundCalendar(
        name=tournament.name,
        time_zone=tournament.club.time_zone,
        events=tuple(event for each in found for event in _events(each)),
    )


def club_calendar(club: Club) -> RoundCalendar:
    """All tournaments of open seasons."""
    found = _with_last_action(Tournament.objects.filter(club=club, season__is_open=True, trashed_at=None))
    events = [event for tournament in found for event in _events(tournament)]
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


def _events(tournament: Tournament) -> Iterator[CalendarEvent]:
    """No player is named. The host is the one that is set or none: an answer that is kept cannot name the one asked."""
    at = reverse("public_tournament", args=[tournament.club.slug, tournament.slug])
    rounds = sorted(tournament.rounds.all(), key=lambda each: each.number)
    for number, date, _opened in _dates(tournament, rounds):
        yield CalendarEvent(
            uid=f"round-{number}@{tournament.short_code}",
            summary=_("{tournament}, round {number}").format(tournament=tournament.name, number=number),
            url=f"{settings.PUBLIC_ADDRESS}{at}" if settings.PUBLIC_ADDRESS else "",
            date=date,
            starts_at=tournament.starts_at,
            sequence=tournament.public_revision,
            revised_at=getattr(tournament, "revised_at", None) or _BEFORE_THE_RECORD,
        )


def _dates(tournament: Tournament, rounds: Sequence[Round]) -> Iterator[tuple[int, datetime.date, Round | None]]:
    """Number, date, and the round where it was opened.

    A plan that the rounds have overtaken is left out: it does not hold any more, and nobody has said yet what does.
    """
    for each in rounds:
        if each.date is not None:
            yield each.number, each.date, each
    newest = rounds[-1].number if rounds else 0
    overtaken = rounds[-1].date if rounds else None
    for number, saved in enumerate(tournament.round_dates[newest:], newest + 1):
        if saved is not None and (overtaken is None or saved > overtaken.isoformat()):
            yield number, datetime.date.fromisoformat(saved), None
