"""Who comes: the verbs, their refusals, and what goes to the inbox instead of happening by itself."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments import clock
from tournaments.models import (
    Action,
    Availability,
    AwayPeriod,
    DefaultAvailability,
    Entry,
    InboxItem,
    InboxSubject,
    LateCountsAs,
    Presence,
    RespondedBy,
    Response,
    Tournament,
)
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.answer_terms import Promise
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.calendar.availability import PromiseChanged
from tournaments.services.common.refusal import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # a union of two kinds of rows

FIRST, SECOND, THIRD = (datetime.date(2025, 3, day) for day in (4, 11, 18))
BEFORE = datetime.datetime(2025, 3, 3, 12, tzinfo=datetime.UTC)
AT_TEN = datetime.datetime(2025, 3, 4, 21, tzinfo=datetime.UTC)
"""By the club's clock, when the evening has begun."""


@pytest.fixture
def cast() -> Evening:
    cast = Evening.of(6)
    settle(cast, round_dates=[day.isoformat() for day in (FIRST, SECOND, THIRD)], starts_at=datetime.time(19))
    return cast


def settle(cast: Evening, **values: object) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(**values)
    cast.tournament.refresh_from_db()


def say(
    cast: Evening, number: int, said: Response, *, date: datetime.date = FIRST, at: Any = BEFORE, **values: Any
) -> Availability:
    """By their card."""
    entry = cast.entry(number)
    with clock.at(at):
        availability.respond(
            entry, date, said, **{"said_by": RespondedBy.CARD, "actor": None, "by_card": entry.player_id, **values}
        )
    return Availability.objects.get(entry=entry, date=date)


def waiting(cast: Evening) -> list[tuple[int, InboxSubject]]:
    items = InboxItem.objects.filter(tournament=cast.tournament, answer="").order_by("pk")
    return [(cast.tournament.entries.get(player=item.player).number or 0, InboxSubject(item.asked)) for item in items]


def opened(cast: Evening) -> None:
    with clock.at(AT_TEN):
        cast.open()


# Saying it


def test_the_last_word_stays_with_who_said_it_and_how(cast: Evening) -> None:
    say(cast, 1, Response.COMING, sits_out=True)
    plan = say(cast, 1, Response.AWAY, by_card=None, said_by=RespondedBy.TELEPHONE, actor=cast.director)

    assert (plan.said, plan.said_by, plan.noted_by, plan.said_at) == ("away", "telephone", cast.director, BEFORE)
    assert not plan.sits_out
    assert [action.verb for action in Action.objects.order_by("pk")] == ["plan.say", "plan.say"]


def test_by_card_nobody_of_the_staff_is_named_and_the_record_holds_the_card(cast: Evening) -> None:
    plan = say(cast, 1, Response.AWAY)
    action = Action.objects.get()

    assert plan.noted_by is None
    assert (action.actor, action.facts["by_card"]) == (None, cast.entry(1).player_id)


def test_the_same_word_again_changes_nothing(cast: Evening) -> None:
    say(cast, 1, Response.AWAY)
    plan = say(cast, 1, Response.AWAY, at=AT_TEN)

    assert not plan.is_late
    assert Action.objects.count() == 1


def test_the_same_word_again_after_being_marked_is_told_once(cast: Evening) -> None:
    say(cast, 1, Response.AWAY)
    opened(cast)
    cast.mark(1, Presence.PRESENT)
    assert waiting(cast) == []

    say(cast, 1, Response.AWAY, at=AT_TEN)
    assert waiting(cast) == [(1, InboxSubject.LATE_WORD)]
    told, actions = dump(), Action.objects.count()
    say(cast, 1, Response.AWAY, at=AT_TEN + datetime.timedelta(minutes=5))
    assert (dump(), Action.objects.count()) == (told, actions)


def test_the_same_form_twice_is_done_once(cast: Evening) -> None:
    receipt = uuid.uuid4()
    say(cast, 1, Response.AWAY, receipt=receipt)
    say(cast, 1, Response.COMING)

    with pytest.raises(AlreadyDone):
        say(cast, 1, Response.AWAY, receipt=receipt)
    assert Availability.objects.get().said == Response.COMING


def test_a_word_after_the_closing_time_is_late_and_one_at_it_is_not(cast: Evening) -> None:
    closes = datetime.datetime(2025, 3, 4, 18, tzinfo=datetime.UTC)

    assert not say(cast, 1, Response.AWAY, at=closes).is_late
    assert say(cast, 2, Response.AWAY, at=closes + datetime.timedelta(seconds=1)).is_late


def test_who_was_known_in_time_not_to_come_says_nothing_late(cast: Evening) -> None:
    say(cast, 1, Response.AWAY)
    say(cast, 2, Response.COMING)

    assert not say(cast, 1, Response.CLUB, at=AT_TEN).is_late
    assert say(cast, 2, Response.CLUB, at=AT_TEN).is_late


def test_a_button_that_promised_something_else_asks_again(cast: Evening) -> None:
    with nothing_changes(PromiseChanged) as raised:
        say(cast, 1, Response.AWAY, at=AT_TEN, promised=Presence.EXCUSED)

    assert raised.value.args == (Presence.LATE,)
    assert say(cast, 1, Response.AWAY, at=AT_TEN, promised=Presence.LATE).is_late


def promised(entry: Entry, date: datetime.date, said: Response) -> str:
    """What a button would have to promise for it to be taken."""
    with pytest.raises(PromiseChanged) as raised:
        availability.respond(
            entry, date, said, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id, promised=""
        )
    return raised.value.now


def test_it_promises_what_the_word_then_counts_as(cast: Evening) -> None:
    entry = cast.entry(1)
    with clock.at(BEFORE):
        assert promised(entry, FIRST, Response.AWAY) == Presence.EXCUSED
        assert promised(entry, FIRST, Response.COMING) == Promise.NOTHING
    with clock.at(AT_TEN):
        assert promised(entry, FIRST, Response.AWAY) == Presence.LATE
        assert promised(entry, SECOND, Response.AWAY) == Presence.EXCUSED
    settle(cast, late_counts_as=LateCountsAs.EXCUSED)
    with clock.at(AT_TEN):
        assert promised(cast.entry(1), FIRST, Response.AWAY) == Presence.EXCUSED


# What is refused


def test_an_evening_that_is_not_planned_or_over_is_refused(cast: Evening) -> None:
    with nothing_changes(Refused, "no evening of this tournament"):
        say(cast, 1, Response.AWAY, date=datetime.date(2025, 3, 5))
    with nothing_changes(Refused, "The evening of 4 Mar 2025 is over."):
        say(cast, 1, Response.AWAY, at=AT_TEN + datetime.timedelta(days=2))


def test_a_card_says_nothing_where_the_director_writes_it_down(cast: Evening) -> None:
    settle(cast, may_say=False)

    with nothing_changes(Refused, "In this tournament the director keeps the list of who is coming: please tell them."):
        say(cast, 1, Response.AWAY)
    say(cast, 1, Response.AWAY, by_card=None, said_by=RespondedBy.LIST, actor=cast.director)


def test_half_point_byes_keep_to_quota_and_closing_time(cast: Evening) -> None:
    with nothing_changes(Refused, "no half-point byes in this tournament"):
        say(cast, 1, Response.HALF_BYE)
    settle(cast, system="norwegian_monrad", options={"half_byes": 1, "half_bye_last_rounds": 1}, planned_rounds=3)
    say(cast, 1, Response.HALF_BYE)
    with nothing_changes(Refused, "all half-point byes"):
        say(cast, 1, Response.HALF_BYE, date=SECOND)
    with nothing_changes(Refused, "no half-point byes on"):
        say(cast, 2, Response.HALF_BYE, date=THIRD)
    with nothing_changes(Refused, "too late"):
        say(cast, 2, Response.HALF_BYE, at=AT_TEN)


def test_where_games_are_not_fixed_none_is_postponed(cast: Evening) -> None:
    with nothing_changes(Refused, "not postponed"):
        say(cast, 1, Response.POSTPONE)


def test_by_card_no_game_is_postponed_where_the_director_does_it(cast: Evening) -> None:
    settle(cast, system="all_play_all", may_ask_to_postpone=False)

    with nothing_changes(Refused, "In this tournament the director postpones games: ask them, please."):
        say(cast, 1, Response.POSTPONE)


def test_rounds_are_those_of_the_evening(cast: Evening) -> None:
    settle(cast, rounds_an_evening=3)

    plan = say(cast, 1, Response.COMING, first_round=1, last_round=2)
    assert (plan.first_round, plan.last_round) == (None, 2)
    with nothing_changes(Refused, "Round 4 is not played"):
        say(cast, 1, Response.COMING, last_round=4)
    with nothing_changes(Refused, "last round is not before"):
        say(cast, 1, Response.COMING, first_round=3, last_round=2)


# The inbox


def test_team_duty_by_card_waits_for_a_director_and_is_void_with_another_word(cast: Evening) -> None:
    say(cast, 1, Response.CLUB)
    say(cast, 2, Response.CLUB)
    say(cast, 2, Response.COMING)

    assert waiting(cast) == [(1, InboxSubject.TEAM_DUTY)]
    assert not Availability.objects.get(entry=cast.entry(1)).is_confirmed


def test_team_duty_that_a_director_notes_needs_no_question(cast: Evening) -> None:
    plan = say(cast, 1, Response.CLUB, by_card=None, said_by=RespondedBy.TELEPHONE, actor=cast.director)

    assert plan.is_confirmed
    assert waiting(cast) == []


def test_confirming_team_duty_answers_the_question_and_counts_in_a_published_round(cast: Evening) -> None:
    plan = say(cast, 6, Response.CLUB)
    opened(cast)
    cast.check_in(1, 2, 3, 4)
    cast.mark(6, Presence.EXCUSED)
    cast.pair()
    cast.publish()

    availability.confirm_response(plan, actor=cast.director)

    assert waiting(cast) == []
    assert cast.slot(6).presence == Presence.CLUB
    assert InboxItem.objects.get(asked=InboxSubject.TEAM_DUTY).answered_by == cast.director
    availability.confirm_response(plan, actor=cast.director)
    assert Action.objects.filter(verb="plan.confirm").count() == 1


def test_what_is_said_once_somebody_is_marked_goes_to_the_inbox(cast: Evening) -> None:
    opened(cast)
    cast.check_in(1, 2)

    say(cast, 1, Response.AWAY, at=AT_TEN)
    say(cast, 2, Response.COMING, at=AT_TEN)
    say(cast, 3, Response.AWAY, at=AT_TEN)

    assert waiting(cast) == [(1, InboxSubject.LATE_WORD)]
    assert cast.slot(1).presence == Presence.PRESENT
    say(cast, 1, Response.COMING, at=AT_TEN)
    assert waiting(cast) == []


def test_what_is_said_of_a_published_round_goes_to_the_inbox_once(cast: Evening) -> None:
    opened(cast)
    cast.check_in(1, 2, 3, 4)
    cast.pair()
    cast.publish()
    boards = cast.boards()

    for said in (Response.AWAY, Response.CLUB):
        say(cast, 1, said, at=AT_TEN)
    say(cast, 5, Response.COMING, at=AT_TEN)

    assert sorted(waiting(cast)) == [
        (1, InboxSubject.LATE_WORD),
        (1, InboxSubject.TEAM_DUTY),
        (5, InboxSubject.LATE_WORD),
    ]
    assert cast.boards() == boards
    item = InboxItem.objects.get(asked=InboxSubject.LATE_WORD, player=cast.entry(1).player)
    assert item.facts == {"date": "2025-03-04", "round": 1, "said": "club", "presence": "present"}


# Longer times, and what always holds


def away(cast: Evening, number: int, first: datetime.date, last: datetime.date, **values: Any) -> AwayPeriod:
    values = {"said_by": RespondedBy.CARD, "actor": None, "by_card": cast.entry(number).player_id, **values}
    with clock.at(values.pop("at", BEFORE)):
        return availability.set_away(cast.entry(number).player, first, last, **values)


def test_a_time_away_holds_in_all_of_the_club_or_in_one_tournament(cast: Evening) -> None:
    of_the_club = away(cast, 1, FIRST, SECOND)
    here = away(cast, 2, FIRST, SECOND, tournament=cast.tournament)

    assert (of_the_club.tournament, here.tournament) == (None, cast.tournament)
    assert list(Action.objects.order_by("pk").values_list("tournament", flat=True)) == [None, cast.tournament.pk]


def test_times_away_that_make_no_sense_are_refused(cast: Evening) -> None:
    for first, last, why in [
        (SECOND, FIRST, "The last day away is not before the first."),
        (FIRST - datetime.timedelta(days=9), FIRST - datetime.timedelta(days=8), "These days are over."),
        (FIRST, FIRST + datetime.timedelta(days=400), "A time away is a year at the most."),
    ]:
        with nothing_changes(Refused, why):
            away(cast, 1, first, last)
    settle(cast, may_say=False)
    with nothing_changes(
        Refused, "In your tournaments the director keeps the list of who is coming: please tell them."
    ):
        away(cast, 1, FIRST, SECOND)


def test_ending_a_time_away_keeps_the_days_that_were(cast: Evening) -> None:
    begun, to_come = away(cast, 1, BEFORE.date(), THIRD), away(cast, 1, SECOND, THIRD)
    with clock.at(AT_TEN):
        for period in (begun, to_come):
            availability.end_away(period, actor=cast.director)

    assert AwayPeriod.objects.get().last_day == BEFORE.date()


def test_a_time_away_that_begins_on_a_published_evening_goes_to_the_inbox(cast: Evening) -> None:
    opened(cast)
    cast.check_in(1, 2)
    away(cast, 1, FIRST, SECOND, at=AT_TEN)

    assert waiting(cast) == [(1, InboxSubject.LATE_WORD)]


def test_a_standing_plan_is_their_own_but_for_who_has_to_say(cast: Evening) -> None:
    entry = cast.entry(1)
    by_card = {"actor": None, "by_card": entry.player_id}
    availability.set_default_availability(entry, DefaultAvailability.ALWAYS, usual_arrival=datetime.time(20), **by_card)
    assert (cast.entry(1).standing_plan, cast.entry(1).usual_arrival) == ("always", datetime.time(20))

    type(entry).objects.filter(pk=entry.pk).update(must_say=True)
    with nothing_changes(Refused, "you are expected only if you say"):
        availability.set_default_availability(entry, DefaultAvailability.ALWAYS, **by_card)
    availability.reset_must_say(entry, actor=cast.director)
    assert not cast.entry(1).must_say


def test_taking_a_word_back_leaves_what_always_holds(cast: Evening) -> None:
    say(cast, 1, Response.CLUB)
    with clock.at(BEFORE):
        availability.withdraw_response(
            cast.entry(1), FIRST, said_by=RespondedBy.CARD, actor=None, by_card=cast.entry(1).player_id
        )

    assert not Availability.objects.exists()
    assert waiting(cast) == []
    undo_action(Action.objects.latest("pk"), actor=cast.director)
    assert waiting(cast) == [(1, InboxSubject.TEAM_DUTY)]


def test_an_entry_that_is_gone_is_stale(cast: Evening) -> None:
    entry = cast.entry(6)
    cast.tournament.entries.filter(pk=entry.pk).delete()

    with pytest.raises(Stale), clock.at(BEFORE):
        availability.respond(entry, FIRST, Response.AWAY, said_by=RespondedBy.CARD, actor=None)
