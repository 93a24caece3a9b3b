"""Whoever is in a line-up plays for the club on that day: the internal evenings of that date are told, and told again
when they are taken out (rulebook, teams, A: that night inside)."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator

from django.db.models import QuerySet

from tournaments.models import (
    Availability,
    Club,
    Entry,
    Fixture,
    FixturePlace,
    League,
    Round,
    SquadPlace,
    Tournament,
    Withdrawal,
)
from tournaments.recording import Change, Scope
from tournaments.selectors.outside_teams import duty_days
from tournaments.services.calendar.availability import take_back_line_up_duty, write_line_up_duty


def shown_with(club: Club, fixtures: Collection[Fixture], *others: Fixture) -> Iterator[Scope]:
    """The club, and its tournaments with an evening on one of the days of these matches. To be asked under the club's
    lock."""
    yield club
    now = Fixture.objects.filter(pk__in=[each.pk for each in fixtures]).select_related("team__league")
    days = {day for fixture in (*now, *fixtures, *others) for day in duty_days(fixture)}
    there = Tournament.objects.filter(club=club, season__is_open=True, trashed_at=None).order_by("pk")
    held = set(Round.objects.filter(tournament__in=there, date__in=days).values_list("tournament", flat=True))
    held |= set(Availability.objects.filter(fixture__in=fixtures).values_list("entry__tournament", flat=True))
    saved = {day.isoformat() for day in days}
    yield from (each for each in there if each.pk in held or not saved.isdisjoint(filter(None, each.round_dates)))


def write_duties(
    change: Change,
    fixture: Fixture,
    seated: Collection[int],
    *,
    anew: Collection[int],
    days_before: Collection[datetime.date] = (),
) -> None:
    """Inside a recording of the club. `seated`: keys of the players in the line-up as it is from now on; `anew`: those
    of them who were not in it before. The others have been told, and what they said since is their last word; but of
    days that were none of the match's before (`days_before`) they have not.

    Whoever wants to undo what moved the match, or who was on the list, must first undo this.
    """
    change.relies_on([fixture], "date", "is_home")
    change.relies_on([fixture.team.league], "also_day_after")
    change.relies_on(SquadPlace.objects.filter(league=fixture.team.league_id, player__in=seated), "player")
    days = duty_days(fixture)
    told = Availability.objects.filter(fixture=fixture)
    told_now = set()
    for plan in told.select_related("entry__tournament__club", "entry__player").order_by("pk"):
        if plan.entry.player_id in seated and plan.date in days:
            told_now.add((plan.entry_id, plan.date))
        else:
            take_back_line_up_duty(change, plan, instead=_other_match(fixture, plan))
    fresh = set(days) - set(days_before)
    for entry in _entries(fixture, seated if fresh and days_before else anew):
        for day in days if entry.player_id in anew else sorted(fresh):
            if (entry.pk, day) not in told_now:
                write_line_up_duty(change, entry, fixture, day)


def follow_line_up(change: Change, fixture: Fixture, *, days_before: Collection[datetime.date]) -> None:
    """Inside a recording of the club: a match that has another day takes its people along."""
    if fixture.published_at is not None:
        seated = [key for key in fixture.places.values_list("player", flat=True) if key is not None]
        write_duties(change, fixture, seated, anew=(), days_before=days_before)


def write_duties_of_evening(change: Change, tournament: Tournament, date: datetime.date) -> None:
    """Inside a recording of the tournament: an evening that was planned only after a line-up was published, or
    somebody who was entered since. Whoever has said something of it has had the last word."""
    places = FixturePlace.objects.filter(
        fixture__date__range=(date - datetime.timedelta(days=1), date),
        fixture__published_at__isnull=False,
        player__entries__tournament=tournament,
    ).select_related("fixture__team__league")
    seated = {
        place.player_id: place.fixture
        for place in places
        if place.player_id is not None and date in duty_days(place.fixture)
    }
    spoken = set(Availability.objects.filter(entry__tournament=tournament, date=date).values_list("entry", flat=True))
    for entry in _entries_of(seated).filter(tournament=tournament) if seated else ():
        if entry.pk not in spoken:
            write_line_up_duty(change, entry, seated[entry.person_id], date)


def shown_with_all(club: Club, league: League) -> Iterator[Scope]:
    """The club, and where a line-up is published in the league all its tournaments that go on: of whichever day a
    match may become. To be asked under the club's lock."""
    yield club
    if Fixture.objects.filter(team__league=league, published_at__isnull=False).exists():
        yield from Tournament.objects.filter(club=club, season__is_open=True, trashed_at=None).order_by("pk")


def _other_match(fixture: Fixture, plan: Availability) -> Fixture | None:
    """Another of that day in whose line-up they are."""
    places = FixturePlace.objects.filter(player=plan.entry.player_id, fixture__published_at__isnull=False)
    near = places.filter(fixture__date__range=(plan.date - datetime.timedelta(days=1), plan.date))
    found = near.exclude(fixture=fixture).select_related("fixture__team__league").order_by("fixture")
    return next((place.fixture for place in found if plan.date in duty_days(place.fixture)), None)


def _entries(fixture: Fixture, players: Iterable[int]) -> list[Entry]:
    return list(_entries_of(players).filter(tournament__club=fixture.team.league.club_id))


def _entries_of(players: Iterable[int]) -> QuerySet[Entry]:
    """Of these players, in tournaments that go on and that they have not left."""
    gone = Withdrawal.objects.filter(last_round=None, entry__player__in=list(players)).values("entry")
    found = Entry.objects.filter(
        player__in=list(players), tournament__season__is_open=True, tournament__trashed_at=None
    ).exclude(pk__in=gone)
    return found.select_related("tournament__club", "player").order_by("tournament", "pk")
