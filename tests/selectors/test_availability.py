"""What was said of an evening: until when it was in time, whose word counts, what an unmarked row counts as."""

from __future__ import annotations

import datetime
import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import Evening
from tournaments.mail import hours as mail_hours
from tournaments.models import (
    Attendance,
    Availability,
    AwayPeriod,
    ByeClosing,
    Club,
    DefaultAvailability,
    Entry,
    Expected,
    LateCountsAs,
    PairFrom,
    Presence,
    RespondedBy,
    Response,
    Round,
    RoundState,
    Tournament,
)
from tournaments.selectors import availability

pytestmark = pytest.mark.postgresql  # a union of two kinds of rows

TUESDAY = datetime.date(2025, 3, 4)
MONDAY = datetime.datetime(2025, 3, 3, 12, tzinfo=datetime.UTC)


def unsaved(**values: object) -> Tournament:
    return Tournament(club=Club(time_zone=values.pop("zone", "Europe/Oslo")), **values)


@pytest.fixture
def cast(db: None) -> Evening:
    cast = Evening.of(6)
    Tournament.objects.filter(pk=cast.tournament.pk).update(round_dates=[TUESDAY.isoformat()])
    cast.tournament.refresh_from_db()
    return cast


def opened(cast: Evening, *, number: int = 1) -> Round:
    made: Round = Round.objects.create(tournament=cast.tournament, number=number, date=TUESDAY)
    Attendance.objects.bulk_create(Attendance(round=made, entry=entry) for entry in cast.tournament.entries.all())
    return made


def said(
    cast: Evening, number: int, what: Response, *, hours: int = 0, date: datetime.date = TUESDAY, **values: object
) -> Availability:
    moment = MONDAY + datetime.timedelta(hours=hours)
    return Availability.objects.create(
        entry=cast.entry(number), date=date, said=what, said_by=RespondedBy.CARD, said_at=moment, **values
    )


def away(cast: Evening, number: int, *, hours: int = 0, **values: object) -> AwayPeriod:
    moment = MONDAY + datetime.timedelta(hours=hours)
    days = {"first_day": TUESDAY, "last_day": TUESDAY + datetime.timedelta(days=7)}
    player = cast.entry(number).player
    return AwayPeriod.objects.create(
        **{**days, "player": player, "said_by": RespondedBy.CARD, "said_at": moment, **values}
    )


def by_number(cast: Evening, found: dict[int, object]) -> dict[int | None, object]:
    numbers = dict(cast.tournament.entries.values_list("pk", "number"))
    return {numbers[key]: value for key, value in found.items()}


def unmarked(cast: Evening, round: Round) -> dict[int | None, object]:
    counts = availability.as_unmarked(cast.tournament, round)
    return by_number(cast, {key: mark.presence for key, mark in counts.items()})


# Until when


def test_it_closes_when_the_evening_starts_by_the_clubs_clock() -> None:
    tournament = unsaved(starts_at=datetime.time(19))

    assert availability.closing(tournament, TUESDAY) == datetime.datetime(2025, 3, 4, 18, tzinfo=datetime.UTC)


@pytest.mark.parametrize(("weekday", "hour"), [(None, 17), (TUESDAY.weekday(), 17), (5, None)])
def test_where_the_tournament_has_no_hour_it_closes_at_the_clubs(weekday: int | None, hour: int | None) -> None:
    """As mails know it, and what stands on the card. On another day than the club's evening nothing is known."""
    tournament = Tournament(club=Club(starts_at=datetime.time(18), weekday=weekday))
    begins = None if hour is None else datetime.datetime(2025, 3, 4, hour, tzinfo=datetime.UTC)

    assert availability.closing(tournament, TUESDAY) == begins
    midnight = datetime.datetime(2025, 3, 3, 23, tzinfo=datetime.UTC)
    assert mail_hours.begins(tournament, TUESDAY) == (begins or midnight)


def test_without_an_hour_it_closes_when_the_round_is_published() -> None:
    tournament, now = unsaved(), datetime.datetime(2025, 3, 4, 23, tzinfo=datetime.UTC)

    assert availability.closing(tournament, TUESDAY) is None
    assert not availability.is_closed(tournament, TUESDAY, now)
    assert availability.is_closed(tournament, TUESDAY, now, is_published=True)


def test_with_a_closing_time_of_its_own_publishing_before_it_closes_nothing() -> None:
    tournament = unsaved(closing_days=0, closing_time=datetime.time(17))

    assert not availability.is_closed(tournament, TUESDAY, MONDAY, is_published=True)


@pytest.mark.parametrize(
    ("day", "hour"), [(datetime.date(2025, 3, 30), 15), (datetime.date(2025, 3, 29), 16)], ids=["after", "before"]
)
def test_the_hour_is_the_clubs_on_both_sides_of_a_change_of_the_clock(day: datetime.date, hour: int) -> None:
    """On the night to 30 March 2025 the clock goes forward."""
    tournament = unsaved(closing_days=1, closing_time=datetime.time(17))

    closes = availability.closing(tournament, day + datetime.timedelta(days=1))
    assert closes == datetime.datetime.combine(day, datetime.time(hour), tzinfo=datetime.UTC)


ZONES = ["Europe/Oslo", "Europe/London", "Europe/Lisbon", "Atlantic/Azores", "Pacific/Auckland", "America/St_Johns"]


@given(
    zone=st.sampled_from(ZONES),
    date=st.dates(datetime.date(2024, 1, 10), datetime.date(2025, 12, 20)),
    days=st.integers(0, 7),
    time=st.times().map(lambda time: time.replace(microsecond=0)),
)
def test_late_is_whatever_comes_after_the_closing_time_and_nothing_else(
    zone: str, date: datetime.date, days: int, time: datetime.time
) -> None:
    tournament = unsaved(zone=zone, closing_days=days, closing_time=time)

    closes = availability.closing(tournament, date)

    assert closes is not None
    shown = closes.astimezone(zoneinfo.ZoneInfo(zone))
    day = date - datetime.timedelta(days=days)
    if (shown.date(), shown.time()) != (day, time):  # that hour is skipped: the clock goes forward over it
        assert shown.date() == day
        assert (
            shown.utcoffset() != (closes - datetime.timedelta(hours=3)).astimezone(zoneinfo.ZoneInfo(zone)).utcoffset()
        )
    assert not availability.is_closed(tournament, date, closes)
    assert availability.is_closed(tournament, date, closes + datetime.timedelta(microseconds=1))


def test_half_point_byes_close_with_the_rest_or_before_the_round_before_starts() -> None:
    before = datetime.date(2025, 2, 25)
    tournament = unsaved(starts_at=datetime.time(19))
    at_once = availability.bye_closing(tournament, TUESDAY, before=before)
    tournament.bye_closing = ByeClosing.ROUND_BEFORE

    assert at_once == availability.closing(tournament, TUESDAY)
    assert availability.bye_closing(tournament, TUESDAY, before=before) == datetime.datetime(
        2025, 2, 25, 18, tzinfo=datetime.UTC
    )
    assert availability.bye_closing(tournament, TUESDAY, before=None) == availability.closing(tournament, TUESDAY)


# Whose word counts


def test_where_nothing_is_said_the_tournament_or_the_standing_plan_says_who_is_expected(cast: Evening) -> None:
    Entry.objects.filter(pk=cast.entry(2).pk).update(standing_plan=DefaultAvailability.ON_WORD)
    Entry.objects.filter(pk=cast.entry(3).pk).update(standing_plan=DefaultAvailability.ALWAYS, must_say=True)
    Entry.objects.filter(pk=cast.entry(4).pk).update(standing_plan=DefaultAvailability.ALWAYS)
    Entry.objects.filter(pk=cast.entry(5).pk).update(is_guest=True)

    assert expected(cast) == {1, 4, 6}
    Tournament.objects.filter(pk=cast.tournament.pk).update(expected=Expected.WHO_SAYS)
    cast.tournament.refresh_from_db()
    assert expected(cast) == {4}


def expected(cast: Evening, number: int | None = None) -> set[int | None]:
    keys = availability.expected(cast.tournament, TUESDAY, number=number)
    return set(cast.tournament.entries.filter(pk__in=keys).values_list("number", flat=True))


def test_the_last_word_counts_be_it_of_the_evening_or_of_a_time_away(cast: Evening) -> None:
    said(cast, 1, Response.COMING, hours=1)
    away(cast, 1, hours=2)
    away(cast, 2, hours=1)
    said(cast, 2, Response.COMING, hours=2)
    away(cast, 3)
    said(cast, 4, Response.AWAY, date=TUESDAY + datetime.timedelta(days=7))

    words = by_number(cast, dict(availability.responses_for(cast.tournament, TUESDAY)))
    assert {number: word.source.value for number, word in words.items()} == {
        1: "period",
        2: "plan",
        3: "period",
        4: "nothing",
        5: "nothing",
        6: "nothing",
    }
    assert expected(cast) == {2, 4, 5, 6}


def test_a_time_away_from_another_tournament_is_none_here(cast: Evening) -> None:
    other = Evening.of(0, club=cast.tournament.club, slug="other")
    away(cast, 1, tournament=other.tournament)
    away(cast, 2, tournament=cast.tournament)

    assert expected(cast) == {1, 3, 4, 5, 6}


def test_who_comes_for_some_rounds_is_expected_in_those(cast: Evening) -> None:
    said(cast, 1, Response.COMING, first_round=2)
    said(cast, 2, Response.COMING, last_round=2)

    assert [1 in expected(cast, number) for number in (1, 2, 3)] == [False, True, True]
    assert [2 in expected(cast, number) for number in (1, 2, 3)] == [True, True, False]


def test_a_time_away_said_again_after_the_closing_time_is_not_late(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(closing_days=0, closing_time=datetime.time(17))
    cast.tournament.refresh_from_db()
    away(cast, 1)
    away(cast, 1, hours=36)
    away(cast, 2, hours=36)

    words = by_number(cast, dict(availability.responses_for(cast.tournament, TUESDAY)))
    assert [words[number].is_late for number in (1, 2)] == [False, True]


def test_it_costs_two_questions(cast: Evening, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    said(cast, 1, Response.AWAY)
    away(cast, 2)

    tournament = Tournament.objects.select_related("club").get(pk=cast.tournament.pk)
    with django_assert_num_queries(2):
        availability.responses_for(tournament, TUESDAY)
    with django_assert_num_queries(1):
        availability.as_unmarked(tournament, opened_quietly(cast))


def opened_quietly(cast: Evening) -> Round:
    return Round(tournament=cast.tournament, number=1, date=TUESDAY)


# What an unmarked row counts as


def test_words_decide_what_an_unmarked_row_counts_as(cast: Evening) -> None:
    said(cast, 1, Response.COMING)
    said(cast, 2, Response.AWAY)
    said(cast, 3, Response.AWAY, is_late=True)
    said(cast, 4, Response.CLUB)
    said(cast, 5, Response.CLUB, is_confirmed=True)

    assert unmarked(cast, opened(cast)) == {
        1: Presence.NO_SHOW,
        2: Presence.EXCUSED,
        3: Presence.LATE,
        4: Presence.EXCUSED,
        5: Presence.CLUB,
    }


def test_late_counts_as_excused_where_the_club_wants_it(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(late_counts_as=LateCountsAs.EXCUSED)
    cast.tournament.refresh_from_db()
    said(cast, 3, Response.AWAY, is_late=True)

    assert unmarked(cast, opened(cast)) == {3: Presence.EXCUSED}


def test_paired_from_those_expected_whoever_is_expected_counts_as_here(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(pair_from=PairFrom.EXPECTED)
    cast.tournament.refresh_from_db()
    said(cast, 2, Response.AWAY)
    said(cast, 3, Response.LATER, arrives_at=datetime.time(20, 15))
    said(cast, 4, Response.COMING, first_round=2)

    assert unmarked(cast, opened(cast)) == {
        1: Presence.PRESENT,
        2: Presence.EXCUSED,
        3: Presence.ON_THE_WAY,
        4: Presence.EXCUSED,
        5: Presence.PRESENT,
        6: Presence.PRESENT,
    }


def test_a_published_round_stands_on_its_rows(cast: Evening) -> None:
    round = opened(cast)
    said(cast, 1, Response.AWAY)
    round.state = RoundState.PUBLISHED

    assert unmarked(cast, round) == {}


def test_half_point_byes_beyond_the_quota_are_absences(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(system="norwegian_monrad", options={"half_byes": 1})
    cast.tournament.refresh_from_db()
    first = Round.objects.create(tournament=cast.tournament, number=1, state=RoundState.FINISHED)
    Attendance.objects.create(round=first, entry=cast.entry(1), presence=Presence.HALF_BYE, bye="half")
    for number in (1, 2):
        said(cast, number, Response.HALF_BYE)

    assert unmarked(cast, opened(cast, number=2)) == {1: Presence.EXCUSED, 2: Presence.HALF_BYE}


def test_who_came_to_the_first_round_of_the_night_is_no_no_show_in_the_second(cast: Evening) -> None:
    first = opened(cast)
    Attendance.objects.filter(round=first, entry=cast.entry(1)).update(presence=Presence.PRESENT)
    Attendance.objects.filter(round=first, entry=cast.entry(2)).update(presence=Presence.NO_SHOW)
    for number in (1, 2, 3):
        said(cast, number, Response.COMING)

    assert unmarked(cast, opened(cast, number=2)) == {2: Presence.NO_SHOW, 3: Presence.NO_SHOW}


def test_nobody_waits_in_the_second_round_of_a_night_for_who_did_not_come_to_the_first(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(pair_from=PairFrom.EXPECTED)
    cast.tournament.refresh_from_db()
    first = opened(cast)
    Attendance.objects.filter(round=first).update(presence=Presence.PRESENT)
    Attendance.objects.filter(round=first, entry=cast.entry(2)).update(presence=Presence.NO_SHOW)

    found = unmarked(cast, opened(cast, number=2))
    assert found[2] == Presence.NO_SHOW
    assert set(found.values()) - {Presence.NO_SHOW} == {Presence.PRESENT}
