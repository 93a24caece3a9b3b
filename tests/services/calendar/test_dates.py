"""Planning the dates of the rounds."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise

import pytest
from django.apps import apps

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    Club,
    InboxItem,
    RespondedBy,
    Response,
    Round,
    Tournament,
)
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.evenings import dates_to_come, first_to_come
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar.availability import respond, set_away
from tournaments.services.calendar.dates import LAST_DAY, DateRhythm, plan_dates, proposed_dates, version_of
from tournaments.services.common.refusal import Refused
from tournaments.services.setup import seasons, settings

DAY = datetime.timedelta(days=1)
TODAY = datetime.date(2026, 11, 26)
"""A Thursday, the fourth of its month."""
SEVEN = datetime.time(19)


def plan(
    evening: Evening,
    dates: Sequence[datetime.date],
    *,
    starts_at: datetime.time | None = SEVEN,
    seen: str | None = None,
    **values: object,
) -> None:
    seen = version_of(evening.tournament) if seen is None else seen
    plan_dates(
        evening.tournament,
        dates=dates,
        starts_at=starts_at,
        seen=seen,
        actor=evening.director,
        **values,  # type: ignore[arg-type]
    )


def planned(evening: Evening) -> tuple[list[str | None], datetime.time | None]:
    found = Tournament.objects.get(pk=evening.tournament.pk)
    return found.round_dates, found.starts_at


def weeks_from(first: datetime.date, count: int) -> list[datetime.date]:
    return [first + 7 * DAY * week for week in range(count)]


def days_from_now(days: int) -> datetime.date:
    """Rounds are opened on the day the test runs."""
    return datetime.datetime.now(tz=datetime.UTC).date() + days * DAY


@pytest.mark.parametrize(
    ("rhythm", "expected"),
    [
        (DateRhythm.DAILY, ["2026-11-26", "2026-11-27", "2026-11-28"]),
        (DateRhythm.WEEKLY, ["2026-11-26", "2026-12-03", "2026-12-10"]),
        (DateRhythm.FORTNIGHTLY, ["2026-11-26", "2026-12-10", "2026-12-24"]),
        (DateRhythm.MONTHLY, ["2026-11-26", "2026-12-24", "2027-01-28"]),
    ],
)
def test_dates_are_proposed_in_a_rhythm(rhythm: DateRhythm, expected: list[str]) -> None:
    assert [each.isoformat() for each in proposed_dates(TODAY, rhythm, 3)] == expected


def test_a_fifth_weekday_goes_on_as_the_last_of_each_month() -> None:
    dates = proposed_dates(datetime.date(2026, 10, 29), DateRhythm.MONTHLY, 12)

    assert len(dates) == 12
    for date in dates:
        assert date.weekday() == TODAY.weekday()
        assert (date + 7 * DAY).month != date.month
    assert all((one.month % 12) + 1 == other.month for one, other in pairwise(dates))


@pytest.mark.parametrize("rhythm", DateRhythm)
def test_the_proposal_ends_where_the_calendar_does(rhythm: DateRhythm) -> None:
    dates = proposed_dates(LAST_DAY - DAY, rhythm, 100)

    assert 1 <= len(dates) <= 2
    assert max(dates) <= LAST_DAY


@pytest.mark.django_db
def test_they_are_planned_and_everybody_may_know() -> None:
    evening = Evening.of(4)
    revisions = evening.tournament.public_revision, evening.tournament.club.public_revision

    plan(evening, weeks_from(TODAY, 3))

    assert planned(evening) == (["2026-11-26", "2026-12-03", "2026-12-10"], SEVEN)
    club = Club.objects.get(pk=evening.tournament.club_id)
    public_revision = Tournament.objects.get(pk=evening.tournament.pk).public_revision
    assert (public_revision, club.public_revision) == tuple(each + 1 for each in revisions)


@pytest.mark.django_db
def test_the_same_plan_again_is_no_action_even_from_an_old_form() -> None:
    evening = Evening.of(4)
    seen = version_of(evening.tournament)
    plan(evening, [TODAY])

    plan(evening, [TODAY], seen=seen)

    assert Action.objects.filter(verb="tournament.plan_dates").count() == 1


@pytest.mark.django_db
def test_the_same_form_twice_plans_once() -> None:
    evening = Evening.of(4)
    receipt = uuid.uuid4()
    plan(evening, [TODAY], receipt=receipt)

    with nothing_changes(AlreadyDone):
        plan(evening, [TODAY + DAY], receipt=receipt)


@pytest.mark.django_db
def test_two_directors_do_not_overwrite_each_others_plan() -> None:
    evening = Evening.of(4)
    seen = version_of(evening.tournament)
    plan(evening, [TODAY])

    with nothing_changes(Stale) as raised:
        plan(evening, [TODAY + DAY], seen=seen)
    assert raised.value.since is not None
    assert raised.value.since.verb == "tournament.plan_dates"


@pytest.mark.django_db
def test_a_form_from_before_a_round_was_opened_is_stale() -> None:
    """Or its first date would become that of the round after."""
    evening = Evening.of(4)
    seen = version_of(evening.tournament)
    evening.open()

    with nothing_changes(Stale):
        plan(evening, [days_from_now(7)], seen=seen)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("dates", "sentence"),
    [
        ([TODAY, TODAY], "see round 2 on 26 Nov 2026"),
        ([TODAY, TODAY + DAY, TODAY], "see round 3 on 26 Nov 2026"),
        ([datetime.date(1, 1, 1)], "A round's year is from 1900 to 2199."),
        ([datetime.date(9999, 12, 31)], "from 1900 to 2199"),
        ([TODAY + DAY * day for day in range(101)], "at most 100 dates"),
    ],
)
def test_it_refuses_a_plan_that_cannot_be(dates: list[datetime.date], sentence: str) -> None:
    evening = Evening.of(4)

    with nothing_changes(Refused, sentence):
        plan(evening, dates)


@pytest.mark.django_db
def test_a_hundred_dates_are_planned() -> None:
    evening = Evening.of(4)
    plan(evening, [TODAY + DAY * day for day in range(100)])

    assert len(planned(evening)[0]) == 100


@pytest.mark.django_db
def test_it_refuses_more_dates_than_rounds() -> None:
    evening = Evening.of(4, planned_rounds=2)
    plan(evening, weeks_from(TODAY, 2))

    with nothing_changes(Refused, "has 2 rounds"):
        plan(evening, weeks_from(TODAY, 3))


@pytest.mark.django_db
def test_opened_rounds_keep_their_plan_and_the_next_is_on_a_later_day() -> None:
    evening = Evening.of(4)
    first = days_from_now(0)
    plan(evening, [first, first + 7 * DAY])
    evening.play()
    opened = evening.round.date
    assert opened is not None

    with nothing_changes(Refused, "Round 1 was opened"):
        plan(evening, [opened])
    plan(evening, [first + 8 * DAY, first + 15 * DAY])

    days = (first, first + 8 * DAY, first + 15 * DAY)
    assert planned(evening)[0] == [day.isoformat() for day in days]
    assert evening.round.date == opened


@pytest.mark.django_db
def test_a_round_opened_without_a_plan_is_planned_for_its_day_when_undo_takes_it_off() -> None:
    evening = Evening.of(4)
    evening.open()
    opened = evening.round.date
    assert opened is not None
    plan(evening, [opened + 7 * DAY])

    undo_action(Action.objects.get(verb="round.open"), actor=evening.director)

    assert planned(evening)[0] == [opened.isoformat(), (opened + 7 * DAY).isoformat()]


@pytest.mark.django_db
def test_no_dates_takes_the_plan_away() -> None:
    evening = Evening.of(4)
    plan(evening, weeks_from(TODAY, 3))

    plan(evening, [], starts_at=None)

    assert planned(evening) == ([], None)


@pytest.mark.django_db
def test_in_a_closed_season_nothing_is_planned() -> None:
    evening = Evening.of(4)
    seasons.close_season(evening.tournament.season, actor=evening.director)

    with nothing_changes(Refused, "is closed"):
        plan(evening, [TODAY])


@pytest.mark.django_db
def test_outside_the_season_it_may_be() -> None:
    evening = Evening.of(4)
    outside = evening.tournament.season.ends_on + DAY

    plan(evening, [outside])

    assert planned(evening)[0] == [outside.isoformat()]


# Evenings


def play_tonight(evening: Evening, rounds: int) -> None:
    for _ in range(rounds):
        evening.play()


@pytest.mark.slow
@pytest.mark.django_db
def test_three_rounds_on_one_night_use_one_date() -> None:
    evening = Evening.of(6)
    plan(evening, weeks_from(days_from_now(0), 5))
    play_tonight(evening, 3)

    rounds = list(evening.tournament.rounds.order_by("number"))

    assert dates_to_come(evening.tournament, rounds) == weeks_from(days_from_now(7), 4)
    assert first_to_come(evening.tournament, rounds) == 4


@pytest.mark.slow
@pytest.mark.django_db
def test_after_such_a_night_the_dates_to_come_are_planned_anew_and_the_night_keeps_its_own() -> None:
    evening = Evening.of(6)
    plan(evening, weeks_from(days_from_now(0), 3))
    play_tonight(evening, 2)

    plan(evening, [days_from_now(9)])

    assert planned(evening)[0] == [days_from_now(0).isoformat(), days_from_now(9).isoformat()]


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [0, 21])
def test_an_evening_has_at_least_one_round_and_at_most_twenty(rounds: int) -> None:
    evening = Evening.of(4)

    with nothing_changes(Refused, "An evening has from 1 to 20 rounds."):
        plan(evening, [TODAY], rounds_an_evening=rounds)


@pytest.mark.django_db
def test_more_rounds_an_evening_need_fewer_dates() -> None:
    evening = Evening.of(4, planned_rounds=7)
    plan(evening, weeks_from(TODAY, 3), rounds_an_evening=3)

    assert Tournament.objects.get(pk=evening.tournament.pk).rounds_an_evening == 3
    with nothing_changes(Refused, "has 7 rounds"):
        plan(evening, weeks_from(TODAY, 4), rounds_an_evening=3)


@pytest.mark.django_db
def test_only_the_number_of_rounds_an_evening_is_a_change_too_and_undone() -> None:
    evening = Evening.of(4)
    plan(evening, [TODAY])
    seen = version_of(evening.tournament)

    plan(evening, [TODAY], rounds_an_evening=2)

    assert Action.objects.filter(verb="tournament.plan_dates").count() == 2
    with nothing_changes(Stale):
        plan(evening, [TODAY + DAY], seen=seen)
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert Tournament.objects.get(pk=evening.tournament.pk).rounds_an_evening == 1


@pytest.mark.django_db
def test_a_date_not_after_the_one_before_is_named_by_its_first_round() -> None:
    evening = Evening.of(4)

    with nothing_changes(Refused, "Each evening is on a later day than the one before: see round 4 on 26 Nov 2026."):
        plan(evening, [TODAY, TODAY], rounds_an_evening=3)


@pytest.mark.django_db
def test_a_shorter_plan_takes_away_the_evenings_behind_its_end() -> None:
    evening = Evening.of(4, planned_rounds=9)
    plan(evening, weeks_from(TODAY, 3), rounds_an_evening=3)
    there = evening.tournament

    settings.edit_tournament(
        there, name=there.name, season=there.season, planned_rounds=4, seen=settings.version_of(there), actor=None
    )

    assert planned(evening)[0] == ["2026-11-26", "2026-12-03"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("days", "before", "after"),
    [
        ([], ["a", "b", "c"], ["a", "b", "c"]),
        (["2026-11-05", "2026-11-12"], ["a", "b", "c"], ["a", "b", "c"]),
        (["2026-11-05"] * 3, ["a", "b", "c", "d"], ["a", "d"]),
        (["2026-11-05", "2026-11-12", "2026-11-12"], ["a", "b", "c", "d"], ["a", "b", "d"]),
        (["2026-11-05"] * 3, ["a"], ["a"]),
        ([None, None], [None, None, "c"], [None, None, "c"]),
    ],
)
def test_a_plan_from_before_evenings_keeps_what_is_to_come(
    days: list[str | None], before: list[str | None], after: list[str | None]
) -> None:
    evening = Evening.of(2, round_dates=before)
    for number, day in enumerate(days, 1):
        Round.objects.create(tournament=evening.tournament, number=number, date=day, state="finished")

    import_module("tournaments.migrations.0009_rounds_an_evening").dates_by_evening(apps, None)

    assert planned(evening)[0] == after


# What was said of them


@pytest.mark.django_db
def test_a_date_moved_or_dropped_forgets_its_answers_and_says_so() -> None:
    evening = Evening.of(2)
    days = [datetime.date(2190, 1, day) for day in (5, 12, 19)]
    plan(evening, days)
    for day in days:
        said(evening, day)
    period = set_away(evening.entry(2).player, days[0], days[2], said_by=RespondedBy.LIST, actor=evening.director)
    before = dump()

    plan(evening, [days[0], days[1] + DAY])

    assert [each.date for each in Availability.objects.all()] == [days[0]]
    assert InboxItem.objects.get().facts["date"] == days[0].isoformat()
    assert AwayPeriod.objects.get() == period
    action = Action.objects.latest("pk")
    assert action.facts["forgotten"] == 2
    undo_action(action, actor=evening.director)
    assert dump() == before


@pytest.mark.django_db
def test_a_season_cut_short_forgets_what_was_said_of_the_rest() -> None:
    evening = Evening.of(2)
    days = [datetime.date(2190, 1, day) for day in (5, 12)]
    plan(evening, days)
    for day in days:
        said(evening, day)
    tournament = evening.tournament
    kept = {"name": tournament.name, "season": tournament.season, "seen": settings.version_of(tournament)}
    settings.edit_tournament(tournament, planned_rounds=1, actor=evening.director, **kept)

    assert [each.date for each in Availability.objects.all()] == [days[0]]


def said(evening: Evening, day: datetime.date) -> None:
    entry = evening.entry(1)
    respond(entry, day, Response.CLUB, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id)
