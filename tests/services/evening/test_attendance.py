"""Marks: who is here, and when a mark comes too late."""

from __future__ import annotations

import uuid

import pytest

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Attendance, Presence, Round
from tournaments.recording import AlreadyDone, Stale
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4)
    evening.open()
    return evening


def mark(evening: Evening, number: int, presence: Presence, *, seen: str) -> Attendance:
    return attendance.mark_attendance(evening.round, evening.entry(number), presence, seen=seen, actor=evening.director)


@pytest.mark.parametrize("presence", [each for each in Presence if each not in (Presence.UNMARKED, Presence.OWN_KIND)])
def test_it_marks_and_unmarks(evening: Evening, presence: Presence) -> None:
    mark(evening, 1, presence, seen=Presence.UNMARKED)
    assert evening.slot(1).presence == presence
    action = Action.objects.latest("pk")
    assert (action.verb, action.facts["presence"], action.public) == ("attendance.mark", presence.value, [])

    mark(evening, 1, Presence.UNMARKED, seen=presence)
    assert evening.slot(1).presence == Presence.UNMARKED


OWN_KINDS = {"absence_kinds": [{"code": "abroad", "name": "Extern elders", "share": "1/3"}]}


def test_a_kind_of_the_club_s_own_is_marked_by_its_code() -> None:
    evening = Evening.of(4, system="keizer", options=OWN_KINDS)
    evening.open()
    attendance.mark_attendance(
        evening.round, evening.entry(1), Presence.OWN_KIND, kind="abroad", seen="unmarked", actor=evening.director
    )
    assert str(evening.slot(1).mark) == "own_kind:abroad"
    assert Action.objects.latest("pk").facts["kind"] == "Extern elders"

    mark(evening, 1, Presence.PRESENT, seen="own_kind:abroad")
    assert str(evening.slot(1).mark) == "present"


def test_a_kind_that_the_tournament_does_not_have_is_refused(evening: Evening) -> None:
    with nothing_changes(Refused, match="There is no kind of absence “abroad” here"):
        attendance.mark_attendance(
            evening.round, evening.entry(1), Presence.OWN_KIND, kind="abroad", seen="unmarked", actor=evening.director
        )


def test_it_is_stale_when_somebody_else_marked_otherwise_and_says_who(evening: Evening) -> None:
    stig = UserFactory(username="stig")
    attendance.mark_attendance(evening.round, evening.entry(1), Presence.EXCUSED, seen="unmarked", actor=stig)

    with nothing_changes(Stale) as stale:
        mark(evening, 1, Presence.PRESENT, seen=Presence.UNMARKED)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert (stale.value.since.actor, stale.value.since.verb) == (stig, "attendance.mark")


def test_the_same_mark_from_two_phones_is_one_action(evening: Evening) -> None:
    mark(evening, 1, Presence.PRESENT, seen=Presence.UNMARKED)
    actions = Action.objects.count()

    mark(evening, 1, Presence.PRESENT, seen=Presence.UNMARKED)

    assert Action.objects.count() == actions


def test_a_double_tap_marks_once(evening: Evening) -> None:
    receipt = uuid.uuid4()
    evening.mark(1, Presence.PRESENT, receipt=receipt)

    with nothing_changes(AlreadyDone):
        evening.mark(1, Presence.EXCUSED, receipt=receipt)


def test_it_is_refused_once_the_round_is_published(evening: Evening) -> None:
    evening.check_in(1, 2)
    evening.pair()
    evening.publish()

    with nothing_changes(Refused, "published"):
        evening.mark(3, Presence.PRESENT)


@pytest.mark.parametrize("presence", [Presence.PRESENT, Presence.HALF_BYE, Presence.FULL_BYE, Presence.ZERO_BYE])
def test_who_has_withdrawn_cannot_take_part(evening: Evening, presence: Presence) -> None:
    evening.withdraw(1)

    with nothing_changes(Refused, "has withdrawn"):
        evening.mark(1, presence)

    evening.bring_back(1)
    evening.mark(1, presence)


def test_who_joins_later_cannot_take_part_yet(evening: Evening) -> None:
    evening.entry(4)
    entry = evening.entry(4)
    entry.joined_round = 2
    entry.save()

    with nothing_changes(Refused, "joins in round 2"):
        evening.mark(4, Presence.PRESENT)


def test_it_is_stale_when_the_round_is_gone(evening: Evening) -> None:
    gone, entry = evening.round, evening.entry(1)
    undo_action(Action.objects.latest("pk"), actor=None)
    assert not Round.objects.exists()

    with nothing_changes(Stale):
        attendance.mark_attendance(gone, entry, Presence.PRESENT, seen="unmarked", actor=None)


def test_it_is_stale_when_the_entry_is_gone(evening: Evening) -> None:
    gone = evening.entry(4)
    entries.remove_entry(evening.entry(4), actor=None)

    with nothing_changes(Stale):
        attendance.mark_attendance(evening.round, gone, Presence.PRESENT, seen="unmarked", actor=None)


def test_who_is_back_on_the_list_since_the_round_was_opened_can_be_marked() -> None:
    evening = Evening.of(4)
    entries.remove_entry(evening.entry(4), actor=None)
    removed = Action.objects.latest("pk")
    evening.open()
    undo_action(removed, actor=None)

    mark(evening, 4, Presence.PRESENT, seen=Presence.UNMARKED)
    assert evening.slot(4).presence == Presence.PRESENT

    undo_action(Action.objects.latest("pk"), actor=None)
    assert not Attendance.objects.filter(entry=evening.entry(4)).exists()
