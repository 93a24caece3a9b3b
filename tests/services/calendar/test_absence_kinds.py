"""A club's own kinds of absence, said of an evening: by card, where the club lets members say so, and by a director."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments import clock
from tournaments.models import (
    Action,
    Answer,
    Availability,
    InboxItem,
    InboxSubject,
    Mark,
    Presence,
    RespondedBy,
    Response,
    Tournament,
)
from tournaments.pages.activity.activity_log import tournament_activity
from tournaments.pages.activity.inbox import tournament_inbox
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.snapshots import snapshot_of
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import attendance_settings, availability
from tournaments.services.calendar.availability import PromiseChanged
from tournaments.services.common.refusal import Refused
from tournaments.services.events.qualification import as_cups
from tournaments.services.setup import tournaments
from tournaments.services.setup.tournament_settings import TournamentSettings

pytestmark = pytest.mark.django_db

TUESDAY = datetime.date(2025, 3, 4)
BEFORE = datetime.datetime(2025, 3, 3, 12, tzinfo=datetime.UTC)
PAST_CLOSING = datetime.datetime(2025, 3, 4, 17, 30, tzinfo=datetime.UTC)
ABROAD = {"code": "abroad", "name": "Abroad", "share": "1/4", "asked": "card"}
STUDY = {"code": "study", "name": "Studies", "share": "1/3"}
BOARD = {"code": "board", "name": "On the board", "share": "1", "asked": "staff"}


@pytest.fixture
def cast() -> Evening:
    cast = Evening.of(6, system="keizer", options={"absence_kinds": [ABROAD, STUDY, BOARD]})
    settle(
        cast,
        round_dates=[TUESDAY.isoformat()],
        starts_at=datetime.time(19),
        closing_days=0,
        closing_time=datetime.time(18),
    )
    return cast


def settle(cast: Evening, **values: object) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(**values)
    cast.tournament.refresh_from_db()


def kinds_are(cast: Evening, *kinds: dict[str, str]) -> None:
    settle(cast, options={"absence_kinds": list(kinds)})


def say(cast: Evening, number: int, kind: str, *, at: datetime.datetime = BEFORE, **values: Any) -> Availability:
    """By their card."""
    entry = cast.entry(number)
    by_card = {"said_by": RespondedBy.CARD, "actor": None, "by_card": entry.player_id}
    with clock.at(at):
        availability.respond(entry, TUESDAY, Response.OWN_KIND, kind=kind, **by_card | values)
    return Availability.objects.get(entry=entry, date=TUESDAY)


def by_telephone(cast: Evening) -> dict[str, object]:
    return {"said_by": RespondedBy.TELEPHONE, "actor": cast.director, "by_card": None}


def counts(cast: Evening, number: int = 1) -> Mark:
    """Of somebody whom nobody has marked."""
    if not cast.tournament.rounds.exists():
        with clock.at(PAST_CLOSING):
            cast.open()
    return as_unmarked(cast.tournament, cast.round)[cast.entry(number).pk]


def waiting() -> list[str]:
    return list(InboxItem.objects.filter(answer="").values_list("asked", flat=True))


# Said by card


def test_one_that_a_card_may_say_counts_at_once(cast: Evening) -> None:
    plan = say(cast, 1, "abroad")

    assert (plan.said, plan.kind, plan.is_confirmed) == ("own_kind", "abroad", True)
    assert waiting() == []
    assert counts(cast) == Mark(Presence.OWN_KIND, "abroad")
    assert snapshot_of(cast.tournament, before=cast.round).next_round.absences[0].kind == "abroad"
    assert tournament_activity(cast.tournament).lines[-1].sentence == "No1 is away on 4 Mar 2025 (Abroad)"


def test_one_that_asks_is_away_until_the_director_agrees(cast: Evening) -> None:
    plan = say(cast, 1, "study")

    assert not plan.is_confirmed
    assert counts(cast) == Mark(Presence.EXCUSED)
    (asked,) = tournament_inbox(cast.tournament).items
    assert asked.sentence == "No1 is away on 4 Mar 2025 and asks that it counts as “Studies”."

    item = InboxItem.objects.get(pk=asked.key)
    assert (item.asked, item.facts) == (InboxSubject.OWN_KIND, {"date": "2025-03-04", "kind": "study"})
    answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=cast.director)

    assert counts(cast) == Mark(Presence.OWN_KIND, "study")
    assert waiting() == []


def test_put_aside_it_stays_an_absence_like_others(cast: Evening) -> None:
    say(cast, 1, "study")
    item = InboxItem.objects.get()
    answer_inbox_item(item, Answer.NO, seen=item.asked_at.isoformat(), actor=cast.director)

    assert counts(cast) == Mark(Presence.EXCUSED)
    sentences = [line.sentence for line in tournament_activity(cast.tournament).lines]
    assert "Inbox: the kind of absence No1 asked for was put aside" in sentences


def test_another_word_takes_the_question_back(cast: Evening) -> None:
    say(cast, 1, "study")
    plan = say(cast, 1, "abroad")
    assert (waiting(), plan.kind) == ([], "abroad")

    say(cast, 1, "study")
    with clock.at(BEFORE):
        entry = cast.entry(1)
        by = {"said_by": RespondedBy.CARD, "actor": None, "by_card": entry.player_id}
        availability.respond(entry, TUESDAY, Response.COMING, **by)  # type: ignore[arg-type]
    plan = Availability.objects.get()
    assert (waiting(), plan.said, plan.kind) == ([], "coming", "")


def test_what_the_director_alone_says_is_refused_by_card(cast: Evening) -> None:
    with nothing_changes(Refused, "The director says whether it is “On the board”: tell them, please."):
        say(cast, 1, "board")

    assert say(cast, 1, "board", **by_telephone(cast)).is_confirmed
    assert counts(cast) == Mark(Presence.OWN_KIND, "board")


def test_a_director_needs_no_other(cast: Evening) -> None:
    assert say(cast, 1, "study", **by_telephone(cast)).is_confirmed
    assert waiting() == []


@pytest.mark.parametrize("kind", ["hospital", "", "excused"])
def test_a_code_that_there_is_not_is_refused(cast: Evening, kind: str) -> None:
    with nothing_changes(Refused, "There is no kind of absence"):
        say(cast, 1, kind)


def test_a_system_without_kinds_of_its_own_takes_none() -> None:
    cast = Evening.of(4)
    settle(cast, round_dates=[TUESDAY.isoformat()])
    with nothing_changes(Refused, "There is no kind of absence “abroad” here."):
        say(cast, 1, "abroad")


def test_a_button_that_promised_something_else_asks_again(cast: Evening) -> None:
    """The club has it asked for by now."""
    kinds_are(cast, ABROAD | {"asked": "confirm"})
    with nothing_changes(PromiseChanged):
        say(cast, 1, "abroad", promised="own_kind:abroad")
    assert not say(cast, 1, "abroad", promised="excused").is_confirmed


def test_undone_nothing_is_said_and_nothing_asked(cast: Evening) -> None:
    say(cast, 1, "abroad")
    say(cast, 1, "study")
    undo_action(Action.objects.latest("pk"), actor=cast.director)
    plan = Availability.objects.get()
    assert (plan.kind, plan.is_confirmed, waiting()) == ("abroad", True, [])

    undo_action(Action.objects.filter(verb="plan.say").earliest("pk"), actor=cast.director)
    assert not Availability.objects.exists()


# What the club changes afterwards


def test_a_kind_that_is_gone_is_an_absence_like_others(cast: Evening) -> None:
    say(cast, 1, "abroad")
    say(cast, 2, "study")
    kinds_are(cast, BOARD)

    assert counts(cast) == Mark(Presence.EXCUSED)
    plan = Availability.objects.get(entry=cast.entry(2))
    with nothing_changes(Refused, "There is no kind of absence “study” here."):
        availability.confirm_response(plan, actor=cast.director)
    assert "counts as “study”." in tournament_inbox(cast.tournament).items[0].sentence


def test_a_kind_that_has_another_name_counts_as_before(cast: Evening) -> None:
    say(cast, 1, "abroad")
    say(cast, 2, "study")
    kinds_are(cast, ABROAD | {"name": "Out of the country"}, STUDY | {"name": "Exams"})

    assert counts(cast) == Mark(Presence.OWN_KIND, "abroad")
    assert "counts as “Exams”." in tournament_inbox(cast.tournament).items[0].sentence


def test_what_was_said_stands_though_the_director_alone_says_it_by_now(cast: Evening) -> None:
    say(cast, 1, "abroad")
    say(cast, 2, "study")
    kinds_are(cast, ABROAD | {"asked": "staff"}, STUDY | {"asked": "staff"})

    assert counts(cast) == Mark(Presence.OWN_KIND, "abroad")
    assert counts(cast, 2) == Mark(Presence.EXCUSED)
    availability.confirm_response(Availability.objects.get(entry=cast.entry(2)), actor=cast.director)
    assert counts(cast, 2) == Mark(Presence.OWN_KIND, "study")


# The evening


def published(cast: Evening) -> None:
    with clock.at(PAST_CLOSING):
        cast.open()
        cast.check_in(3, 4, 5, 6)
        cast.pair()
        cast.publish()


def test_what_was_said_is_what_they_are_once_the_round_is_published(cast: Evening) -> None:
    say(cast, 1, "abroad")
    say(cast, 2, "study")
    published(cast)
    assert [str(cast.slot(number).mark) for number in (1, 2)] == ["own_kind:abroad", "excused"]

    availability.confirm_response(Availability.objects.get(entry=cast.entry(2)), actor=cast.director)
    assert str(cast.slot(2).mark) == "own_kind:study"

    with clock.at(PAST_CLOSING):
        cast.take_back()
    assert str(cast.slot(1).mark) == "unmarked"
    assert str(cast.slot(2).mark) == "own_kind:study"  # marked since by the director


def test_told_once_the_boards_are_up_it_goes_to_the_inbox(cast: Evening) -> None:
    published(cast)
    say(cast, 3, "abroad", at=PAST_CLOSING)

    item = InboxItem.objects.get(asked=InboxSubject.LATE_WORD)
    assert item.facts["said"] == "own_kind:abroad"
    (shown,) = tournament_inbox(cast.tournament).items
    assert shown.sentence == "No3: away (Abroad) on 4 Mar 2025. Marked in round 1: here."


def test_the_inbox_marks_them_as_they_said(cast: Evening) -> None:
    with clock.at(PAST_CLOSING):
        cast.open()
        cast.mark(1, Presence.PRESENT)
    say(cast, 1, "abroad", at=PAST_CLOSING)
    item = InboxItem.objects.get()
    answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=cast.director)
    assert str(cast.slot(1).mark) == "own_kind:abroad"


# Said too late


def late_is(cast: Evening, value: str) -> None:
    seen = attendance_settings.version_of(cast.tournament)
    attendance_settings.change_settings(cast.tournament, {"late_counts_as": value}, seen=seen, actor=cast.director)
    cast.tournament.refresh_from_db()


def test_what_is_said_too_late_may_be_a_kind_of_its_own(cast: Evening) -> None:
    with nothing_changes(Refused, "There is no such choice."):
        late_is(cast, "hospital")
    late_is(cast, "abroad")
    entry = cast.entry(1)
    by = {"said_by": RespondedBy.CARD, "actor": None, "by_card": entry.player_id}
    with clock.at(PAST_CLOSING):
        availability.respond(entry, TUESDAY, Response.AWAY, promised="own_kind:abroad", **by)  # type: ignore[arg-type]
    assert counts(cast) == Mark(Presence.OWN_KIND, "abroad")

    say(cast, 2, "study", at=PAST_CLOSING)
    published_now = Availability.objects.get(entry=cast.entry(2))
    with clock.at(PAST_CLOSING):
        cast.check_in(3, 4, 5, 6)
        cast.pair()
        cast.publish()
    assert str(cast.slot(2).mark) == "own_kind:abroad"
    availability.confirm_response(published_now, actor=cast.director)
    assert str(cast.slot(2).mark) == "own_kind:study"


def test_without_that_kind_it_is_late_as_ever_and_the_club_is_told_before(cast: Evening) -> None:
    late_is(cast, "abroad")
    seen = tournaments.version_of(cast.tournament)
    with nothing_changes(Refused, "Absences reported too late count as “Abroad”: change that first."):
        tournaments.change_options(
            cast.tournament, options={"absence_kinds": [STUDY]}, tie_breaks=None, seen=seen, actor=cast.director
        )
    kinds_are(cast, STUDY)
    entry = cast.entry(1)
    with clock.at(PAST_CLOSING):
        availability.respond(
            entry, TUESDAY, Response.AWAY, said_by=RespondedBy.CARD, actor=None, by_card=entry.player_id
        )
    assert counts(cast) == Mark(Presence.LATE)


def test_a_tournament_made_after_it_has_that_kind_too_and_a_cup_has_none(cast: Evening) -> None:
    late_is(cast, "abroad")
    tournament = cast.tournament
    followed = {
        tournament.name: TournamentSettings.of(tournament),
        "Cup": as_cups([tournament])[0],
    }
    made = {
        name: tournaments.create_tournament(
            tournament.club,
            season=tournament.season,
            name=f"{name} again",
            system=played.system,
            options=played.options,
            settings=played.attendance,
            actor=cast.director,
        )
        for name, played in followed.items()
    }
    assert {name: each.late_counts_as for name, each in made.items()} == {tournament.name: "abroad", "Cup": "unexcused"}


def test_other_settings_change_though_that_kind_is_gone(cast: Evening) -> None:
    late_is(cast, "abroad")
    kinds_are(cast, STUDY)
    seen = attendance_settings.version_of(cast.tournament)
    attendance_settings.change_settings(cast.tournament, {"may_flag": False}, seen=seen, actor=cast.director)
    assert not cast.tournament.may_flag
