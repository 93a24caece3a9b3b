"""The inbox: items come with what others do, and go with it."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import dump
from tournaments.models import Action, InboxItem, InboxSubject
from tournaments.recording import recording
from tournaments.services.activity.undo import undo_action
from tournaments.services.common import inbox_items
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening.of(4)


def ask(evening: Evening, said: str = "away", **words: str) -> InboxItem:
    """As a plan does that comes too late."""
    player = evening.entry(1).player
    with recording(evening.tournament, actor=None, verb="plan.say") as change:
        return inbox_items.put_in_inbox(
            change,
            InboxSubject.LATE_WORD,
            club=evening.tournament.club,
            tournament=evening.tournament,
            player=player,
            facts={"date": "2026-11-26", "said": said},
            **words,
        )


def test_an_item_goes_and_comes_back_with_the_action_that_put_it_there(evening: Evening) -> None:
    before = dump()
    ask(evening)
    after = dump()
    undo_action(Action.objects.latest("id"), actor=None)
    assert dump() == before
    undo_action(Action.objects.latest("id"), actor=None)
    assert dump() == after


def test_what_is_said_anew_of_the_same_evening_takes_the_place_of_what_waits(evening: Evening) -> None:
    first = ask(evening, "away")
    second = ask(evening, "coming")
    assert first.pk == second.pk
    assert InboxItem.objects.get().facts["said"] == "coming"


def test_what_is_said_again_while_it_waits_leaves_it_as_it_was(evening: Evening) -> None:
    first = ask(evening)
    assert ask(evening).asked_at == first.asked_at
    assert InboxItem.objects.get().asked_at == first.asked_at


def test_it_asks_again_once_the_first_is_answered(evening: Evening) -> None:
    InboxItem.objects.filter(pk=ask(evening).pk).update(answer="no")
    ask(evening)
    assert InboxItem.objects.count() == 2


def test_an_item_with_somebodys_own_words_is_not_kept_in_the_record(evening: Evening) -> None:
    ask(evening, text="My result was a draw.")
    asking = Action.objects.latest("id")
    assert "draw" not in str(asking.changes)
    undo_action(asking, actor=None)
    assert not InboxItem.objects.exists()
    with pytest.raises(Refused):
        undo_action(Action.objects.latest("id"), actor=None)


def test_what_was_asked_can_be_taken_back_while_it_waits(evening: Evening) -> None:
    ask(evening)
    player = evening.entry(1).player
    with recording(evening.tournament, actor=None, verb="plan.take_back") as change:
        facts = {"date": "2026-11-26"}
        inbox_items.withdraw_from_inbox(
            change,
            InboxSubject.LATE_WORD,
            club=evening.tournament.club,
            tournament=evening.tournament,
            player=player,
            facts=facts,
        )
    assert not InboxItem.objects.exists()
