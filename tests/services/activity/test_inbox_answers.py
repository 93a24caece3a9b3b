"""What waits is answered with one tap, in one action with what was asked for."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import (
    Action,
    Answer,
    Availability,
    Entry,
    InboxItem,
    InboxSubject,
    Player,
    Presence,
    RespondedBy,
    Response,
    Withdrawal,
)
from tournaments.recording import Stale
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 11, 26)
AT = datetime.datetime(2026, 11, 26, 18, tzinfo=datetime.UTC)


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(4)
    evening.open()
    return evening


def asks(
    evening: Evening, asked: InboxSubject, *, by: int | None = 1, facts: dict[str, object] | None = None, **words: str
) -> InboxItem:
    return InboxItem.objects.create(
        club=evening.tournament.club,
        tournament=evening.tournament,
        player=evening.entry(by).player if by else None,
        asked=asked,
        facts=facts or {},
        asked_at=AT,
        **words,
    )


def says(evening: Evening, item: InboxItem, said: Answer, **values: object) -> Action | None:
    return answer_inbox_item(item, said, seen=item.asked_at.isoformat(), actor=evening.director, **values)  # type: ignore[arg-type]


def plan(evening: Evening, said: Response, **values: object) -> Availability:
    return Availability.objects.create(
        entry=evening.entry(1), date=DAY, said=said, said_by=RespondedBy.CARD, said_at=AT, is_late=True, **values
    )


@pytest.mark.parametrize(
    ("said", "presence"),
    [(Response.AWAY, Presence.LATE), (Response.COMING, Presence.ON_THE_WAY), (Response.LATER, Presence.ON_THE_WAY)],
)
def test_a_late_word_marks_whoever_said_it(evening: Evening, said: Response, presence: Presence) -> None:
    evening.mark(1, Presence.PRESENT if said is Response.AWAY else Presence.EXCUSED)
    plan(evening, said)
    item = asks(evening, InboxSubject.LATE_WORD, facts={"date": DAY.isoformat(), "round": 1, "said": said})

    says(evening, item, Answer.YES)

    assert evening.slot(1).presence == presence
    item.refresh_from_db()
    assert (item.answer, item.answered_by) == ("yes", evening.director)


def test_a_late_word_of_a_published_round_marks_nobody(evening: Evening) -> None:
    evening.check_in()
    evening.pair()
    evening.publish()
    item = asks(evening, InboxSubject.LATE_WORD, facts={"date": DAY.isoformat(), "round": 1, "said": "away"})
    with nothing_changes(Stale):
        says(evening, item, Answer.YES)
    says(evening, item, Answer.NO)
    assert evening.slot(1).presence == Presence.PRESENT


def test_team_duty_is_confirmed_in_the_plan_and_answered(evening: Evening) -> None:
    there = plan(evening, Response.CLUB)
    item = asks(evening, InboxSubject.TEAM_DUTY, facts={"date": DAY.isoformat()})

    says(evening, item, Answer.YES)

    there.refresh_from_db()
    item.refresh_from_db()
    assert there.is_confirmed
    assert item.answer == "yes"
    assert Action.objects.latest("id").verb == "plan.confirm"


def test_team_duty_put_aside_is_not_confirmed(evening: Evening) -> None:
    there = plan(evening, Response.CLUB)
    says(evening, asks(evening, InboxSubject.TEAM_DUTY, facts={"date": DAY.isoformat()}), Answer.NO)
    there.refresh_from_db()
    assert not there.is_confirmed


def test_who_did_not_come_too_often_is_withdrawn(evening: Evening) -> None:
    done = says(evening, asks(evening, InboxSubject.OUT, facts={"times": 2}), Answer.YES)
    assert Withdrawal.objects.get().entry == evening.entry(1)
    assert done is not None
    undo_action(done, actor=evening.director)
    assert not Withdrawal.objects.exists()
    assert InboxItem.objects.get().answer == ""


@pytest.mark.parametrize("said", list(Answer))
def test_a_second_answer_changes_nothing_and_another_one_is_stale(evening: Evening, said: Answer) -> None:
    item = asks(evening, InboxSubject.MISTAKE, facts={"round": 1})
    says(evening, item, said)
    assert says(evening, item, said) is None
    other = Answer.NO if said is Answer.YES else Answer.YES
    with nothing_changes(Stale):
        says(evening, item, other)


def test_what_they_say_anew_is_not_answered_unread(evening: Evening) -> None:
    item = asks(evening, InboxSubject.LATE_WORD, facts={"date": DAY.isoformat(), "round": 1, "said": "away"})
    later = AT + datetime.timedelta(minutes=1)
    InboxItem.objects.update(facts={**item.facts, "said": "coming"}, asked_at=later)
    for said in Answer:
        with nothing_changes(Stale):
            answer_inbox_item(item, said, seen=AT.isoformat(), actor=None)


# Those who ask to enter


def test_a_stranger_is_entered_as_somebody_new(evening: Evening) -> None:
    item = asks(
        evening, InboxSubject.ENTER, by=None, name="Ada van der Berg", home_club="De Toren", rating_number="7654321"
    )

    done = says(evening, item, Answer.YES)

    entry = Entry.objects.get(player__given_name="Ada")
    assert (entry.player.family_name, entry.player.national_id, entry.home_club) == (
        "van der Berg",
        "7654321",
        "De Toren",
    )
    assert entry.number == 5
    assert done is not None
    assert "Ada" not in str(done.facts)
    undo_action(done, actor=evening.director)
    assert not Player.objects.filter(given_name="Ada").exists()


def test_whoever_the_club_knows_is_entered_as_that(evening: Evening) -> None:
    known = PlayerFactory(club=evening.tournament.club, given_name="Ada")
    item = asks(evening, InboxSubject.ENTER, by=None, name="Ada")
    with nothing_changes(Refused, "has a player Ada"):
        says(evening, item, Answer.YES)
    says(evening, item, Answer.YES, player=known)
    assert Entry.objects.filter(player=known).exists()
    assert Player.objects.filter(given_name="Ada").count() == 1


def test_another_of_the_name_is_entered_where_the_director_says_so(evening: Evening) -> None:
    PlayerFactory(club=evening.tournament.club, given_name="Ada")
    says(evening, asks(evening, InboxSubject.ENTER, by=None, name="Ada"), Answer.YES, another_of_the_name=True)
    assert Player.objects.filter(given_name="Ada").count() == 2


def test_whoever_plays_already_or_is_anothers_is_not_entered(evening: Evening) -> None:
    item = asks(evening, InboxSubject.ENTER, by=None, name="Somebody")
    with nothing_changes(Refused, "plays in this tournament already"):
        says(evening, item, Answer.YES, player=evening.entry(1).player)
    stranger = PlayerFactory()
    with nothing_changes(Refused, "own players"):
        says(evening, item, Answer.YES, player=stranger)
