"""All who were here in the round before, on the same evening, are here again with one tap."""

from __future__ import annotations

import datetime
import uuid

import pytest
import time_machine

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import Action, Presence
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance

pytestmark = pytest.mark.django_db

OSLO_EVENING = datetime.datetime(2026, 11, 20, 18, 0, tzinfo=datetime.UTC)
"""A Friday, 19 o'clock there."""


def hours(many: float) -> datetime.datetime:
    return OSLO_EVENING + datetime.timedelta(hours=many)


def here(evening: Evening) -> list[int]:
    marked = evening.round.attendances.filter(presence=Presence.PRESENT)
    return sorted(number or 0 for number in marked.values_list("entry__number", flat=True))


def test_one_action_marks_all_who_were_here_and_one_undo_takes_it_back() -> None:
    evening = Evening.of(8)
    evening.play(1, 2, 3, 4, 5, 6)
    evening.open()
    before, actions = dump(), Action.objects.count()

    evening.mark_again()

    assert here(evening) == [1, 2, 3, 4, 5, 6]
    assert Action.objects.count() == actions + 1
    undo_action(Action.objects.latest("pk"), actor=None)
    assert dump() == before


def test_the_odd_one_of_the_round_before_was_here_too() -> None:
    evening = Evening.of(5)
    evening.play()
    evening.open()

    assert len(evening.mark_again()) == 5


def test_who_is_marked_already_stays_as_marked() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.open()
    evening.mark(1, Presence.EXCUSED)
    evening.mark(2, Presence.PRESENT)

    evening.mark_again()

    assert here(evening) == [2, 3, 4]
    assert evening.slot(1).presence == Presence.EXCUSED


def test_who_has_withdrawn_since_and_who_was_away_is_not_marked() -> None:
    evening = Evening.of(5)
    evening.play(1, 2, 3, 4)
    evening.withdraw(4)
    evening.open()

    evening.mark_again()

    assert here(evening) == [1, 2, 3]


def test_who_is_out_is_not_marked() -> None:
    evening = Evening.of(4, system="drawboss_monrad", options={"elimination": 1})
    evening.play()
    evening.open()

    evening.mark_again()

    assert here(evening) == sorted(white for white, _black in evening.boards(in_round=1))


@pytest.mark.parametrize(
    ("result", "came"),
    [
        (Result.WHITE_WINS_BY_FORFEIT, {"white"}),
        (Result.BLACK_WINS_BY_FORFEIT, {"black"}),
        (Result.BOTH_FORFEIT, set()),
    ],
)
def test_who_lost_by_forfeit_had_not_come(result: Result, came: set[str]) -> None:
    evening = Evening.of(4)
    evening.play(leaving_open=[1])
    evening.enter(1, result)
    white, black = evening.boards()[0]
    evening.open()

    evening.mark_again()

    number = {"white": white, "black": black}
    assert {white, black} & set(here(evening)) == {number[colour] for colour in came}


def test_it_is_refused_on_another_evening() -> None:
    with time_machine.travel(hours(0)):
        evening = Evening.of(4)
        evening.play()
    with time_machine.travel(hours(7 * 24)):
        evening.open()

        with nothing_changes(Refused, "The round before was on another day"):
            evening.mark_again()


def test_it_is_refused_in_a_check_in_left_open_since_another_evening() -> None:
    with time_machine.travel(hours(0)):
        evening = Evening.of(4)
        evening.play()
        evening.open()
    with time_machine.travel(hours(7 * 24)), nothing_changes(Refused, "another day"):
        evening.mark_again()


def test_after_midnight_it_still_is_the_same_evening_and_its_day() -> None:
    with time_machine.travel(hours(4)):
        evening = Evening.of(4)
        evening.play()
    with time_machine.travel(hours(5.5)):  # half past midnight in Oslo
        opened = evening.open()
        evening.mark_again()

    assert opened.date == datetime.date(2026, 11, 20)
    assert here(evening) == [1, 2, 3, 4]


def test_the_next_morning_is_another_day() -> None:
    with time_machine.travel(hours(4)):
        evening = Evening.of(4)
        evening.play()
    with time_machine.travel(hours(10)):  # five in the morning
        assert evening.open().date == datetime.date(2026, 11, 21)
        with nothing_changes(Refused, "another day"):
            evening.mark_again()


def test_the_day_is_the_clubs_own() -> None:
    """At 19 in Oslo it is the next morning in Auckland, and an hour later the same one."""
    with time_machine.travel(hours(0)):
        evening = Evening.of(4)
        evening.tournament.club.time_zone = "Pacific/Auckland"
        evening.tournament.club.save()
        evening.play()
    with time_machine.travel(hours(10)):
        opened = evening.open()
        evening.mark_again()

    assert opened.date == datetime.date(2026, 11, 21)
    assert here(evening) == [1, 2, 3, 4]


def test_pressed_twice_or_by_two_it_is_done_once() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.open()
    receipt = uuid.uuid4()
    evening.mark_again(receipt=receipt)
    actions = Action.objects.count()

    with nothing_changes(AlreadyDone):
        evening.mark_again(receipt=receipt)
    assert evening.mark_again() == []
    assert Action.objects.count() == actions


def test_a_leaver_is_one_more_tap() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.open()
    evening.mark_again()

    evening.mark(3, Presence.UNMARKED)

    assert here(evening) == [1, 2, 4]


def test_a_round_without_one_before_it_and_a_published_one_are_refused() -> None:
    evening = Evening.of(4)
    evening.open()
    with nothing_changes(Refused, "The round before was on another day"):
        evening.mark_again()
    evening.check_in()
    evening.pair()
    evening.publish()
    with nothing_changes(Refused, "The round is published"):
        evening.mark_again()


def test_a_round_closed_meanwhile_says_so() -> None:
    evening = Evening.of(4)
    evening.play()
    seen = evening.open()
    evening.call_off()

    with nothing_changes(Refused, "There is no round: User0 closed the check-in at"):
        attendance.mark_again(seen, actor=evening.director)
