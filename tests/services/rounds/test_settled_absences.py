"""Rounds as paired and published by what was said: presence wins, and what an unmarked row counted as stays in it."""

from __future__ import annotations

import datetime
from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.tools.casts.factories import Evening
from tests.tools.casts.tonight import TONIGHT, TOO_LATE, opened, say
from tests.tools.guards.whole_database import dump
from tournaments import clock
from tournaments.models import (
    HERE,
    Action,
    AfterNoShow,
    Attendance,
    Availability,
    InboxItem,
    InboxSubject,
    PairFrom,
    Presence,
    Response,
    Round,
    RoundState,
    Tournament,
)
from tournaments.pages.activity.inbox import tournament_inbox
from tournaments.pages.evening import evening_page
from tournaments.pairing.types.snapshot import AbsenceKind, Result
from tournaments.recording import undo
from tournaments.selectors.snapshots import exported, snapshot_of
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.setup.tournaments import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Evening:
    return opened(6)


def presences(cast: Evening) -> dict[int, str]:
    rows = Attendance.objects.filter(round=cast.round).order_by("entry__number")
    return {number or 0: presence for number, presence in rows.values_list("entry__number", "presence")}


def absences(cast: Evening, *, before: Round | None) -> dict[int, AbsenceKind]:
    snapshot = snapshot_of(cast.tournament, before=before)
    asked = snapshot.next_round.absences if before is not None else snapshot.rounds[-1].absences
    return {absence.player: absence.kind for absence in asked}


def test_publishing_writes_what_was_said_into_the_rows_of_the_unmarked(cast: Evening) -> None:
    for number, said in {3: Response.AWAY, 4: Response.COMING, 5: Response.CLUB}.items():
        say(cast, number, said)
    say(cast, 6, Response.AWAY, at=TOO_LATE)
    cast.check_in(1, 2)
    cast.pair()
    before = presences(cast)
    cast.publish()

    assert before == {1: "present", 2: "present", 3: "unmarked", 4: "unmarked", 5: "unmarked", 6: "unmarked"}
    assert presences(cast) == {1: "present", 2: "present", 3: "excused", 4: "no_show", 5: "club", 6: "late"}


def test_undoing_the_publishing_brings_the_unmarked_back(cast: Evening) -> None:
    say(cast, 3, Response.AWAY)
    cast.check_in(1, 2)
    cast.pair()
    before = dump()
    cast.publish()

    undo(Action.objects.get(verb="round.publish"), actor=cast.director)
    assert dump() == before


def test_a_round_taken_back_has_its_unmarked_again_but_for_who_was_marked_since(cast: Evening) -> None:
    for number in (3, 4):
        say(cast, number, Response.AWAY)
    cast.check_in(1, 2)
    cast.pair()
    cast.publish()
    row = cast.slot(4)
    row.presence = Presence.CLUB
    Attendance.objects.filter(pk=row.pk).update(presence=row.presence)
    cast.take_back()

    assert presences(cast) == {1: "present", 2: "present", 3: "unmarked", 4: "club", 5: "unmarked", 6: "unmarked"}
    say(cast, 3, Response.CLUB)
    cast.publish()
    assert presences(cast)[3] == "club"


def test_late_and_no_show_are_unexcused_for_the_core(cast: Evening) -> None:
    say(cast, 3, Response.COMING)
    say(cast, 4, Response.AWAY, at=TOO_LATE)
    say(cast, 5, Response.AWAY)
    cast.check_in(1, 2)
    asked = absences(cast, before=cast.round)
    cast.pair()
    cast.publish()

    kinds = {3: AbsenceKind.UNEXCUSED, 4: AbsenceKind.UNEXCUSED, 5: AbsenceKind.EXCUSED}
    assert {number: asked[number] for number in kinds} == kinds
    assert absences(cast, before=None) == kinds


def test_who_is_on_the_way_is_paired(cast: Evening) -> None:
    cast.check_in(1, 2, 3)
    cast.mark(4, Presence.ON_THE_WAY)
    cast.pair()
    cast.publish()

    assert sorted(number for board in cast.boards() for number in board) == [1, 2, 3, 4]


def test_a_word_against_a_mark_moves_nobody(cast: Evening) -> None:
    cast.check_in(1, 2)
    for number in (1, 2):
        say(cast, number, Response.AWAY)
    cast.pair()
    cast.publish()

    assert len(cast.boards()) == 1


def test_a_word_after_drafting_makes_the_draft_misfit(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(pair_from=PairFrom.EXPECTED)
    cast.tournament.refresh_from_db()
    cast.pair()
    say(cast, 6, Response.AWAY)

    with pytest.raises(Refused, match="no longer fits"):
        cast.publish()
    cast.pair()
    cast.publish()
    assert presences(cast) == {**dict.fromkeys(range(1, 6), "present"), 6: "excused"}


def test_who_is_expected_can_be_put_on_a_board(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(pair_from=PairFrom.EXPECTED)
    cast.tournament.refresh_from_db()
    say(cast, 6, Response.AWAY)
    cast.pair()

    one, other = (cast.entry(white) for white, _black in cast.boards()[:2])
    manual_pairing.set_board(cast.round, one, other, seen_revision=cast.round.revision, actor=None)
    with pytest.raises(Refused, match="Only somebody who is here"):
        manual_pairing.set_board(cast.round, one, cast.entry(6), seen_revision=cast.round.revision, actor=None)
    page = evening_page(cast.tournament).round
    assert page is not None
    assert page.misfits == ("Here, but not in this draft: " + ", ".join(free_names(cast)) + ".",)


def free_names(cast: Evening) -> Collection[str]:
    rows = Attendance.objects.filter(round=cast.round, game=None, bye="").exclude(entry__number=6)
    return sorted(rows.values_list("entry__player__given_name", flat=True))


def test_what_is_exported_counts_as_the_round_would_be_paired(cast: Evening) -> None:
    say(cast, 3, Response.COMING)
    assert exported(cast.tournament).snapshot.next_round.absences == ()
    say(cast, 4, Response.AWAY)

    found = {each.player: each.kind for each in exported(cast.tournament).snapshot.next_round.absences}
    assert found[4] is AbsenceKind.EXCUSED


def test_where_nobody_says_a_word_nothing_is_written_but_the_state(cast: Evening) -> None:
    cast.check_in(1, 2, 3)
    cast.pair()
    cast.publish()

    published = Action.objects.get(verb="round.publish")
    assert {kept["model"] for kept in published.changes} == {"round"}


@pytest.mark.parametrize(("system", "expected"), [("attendance_monrad", "who_says"), ("keizer", "everybody")])
def test_a_new_tournament_expects_whom_its_system_is_made_for(cast: Evening, system: str, expected: str) -> None:
    made = create_tournament(
        cast.tournament.club, season=cast.tournament.season, name="New", system=system, options={}, actor=None
    )

    assert made.expected == expected


# What follows from not coming


def no_show(cast: Evening, number: int) -> None:
    """They have said that they come, two others play, and the round is published."""
    say(cast, number, Response.COMING)
    cast.check_in(1, 2)
    cast.pair()
    cast.publish()


def test_who_did_not_come_has_to_say_so_from_now_on_where_the_club_has_it(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(after_no_show=AfterNoShow.MUST_SAY)
    no_show(cast, 3)

    assert [number for number in range(1, 7) if cast.entry(number).must_say] == [3]
    undo(Action.objects.get(verb="round.publish"), actor=cast.director)
    assert not cast.entry(3).must_say


@pytest.mark.parametrize(
    ("result", "missing"),
    [
        (Result.WHITE_WINS_BY_FORFEIT, {"black"}),
        (Result.BLACK_WINS_BY_FORFEIT, {"white"}),
        (Result.BOTH_FORFEIT, {"white", "black"}),
        (Result.WHITE_WINS, set()),
    ],
)
def test_a_forfeit_that_is_entered_as_the_result_is_not_coming_too(
    cast: Evening, result: Result, missing: set[str]
) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(after_no_show=AfterNoShow.MUST_SAY, out_after=1)
    cast.check_in(1, 2)
    cast.pair()
    cast.publish()
    ((white, black),) = cast.boards()
    before = dump()
    cast.enter(1, result)

    numbers = {number for number, side in ((white, "white"), (black, "black")) if side in missing}
    assert {number for number in range(1, 7) if cast.entry(number).must_say} == numbers
    assert {item.player.entries.get().number for item in InboxItem.objects.filter(asked=InboxSubject.OUT)} == numbers
    undo(Action.objects.latest("pk"), actor=cast.director)
    assert dump() == before


def test_whoever_is_proposed_is_said_to_have_stayed_away_as_often_as_it_is_by_now(cast: Evening) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(out_after=1)
    cast.check_in(1, 2)
    cast.pair()
    cast.publish()
    cast.enter(1, Result.BLACK_WINS_BY_FORFEIT)
    assert "stayed away 1 time without a word" in tournament_inbox(cast.tournament).items[0].sentence

    cast.enter(1, Result.DRAW)
    assert "is now marked as having come after all" in tournament_inbox(cast.tournament).items[0].sentence


def test_elsewhere_nothing_follows_from_it(cast: Evening) -> None:
    no_show(cast, 3)

    assert not cast.entry(3).must_say
    assert not InboxItem.objects.exists()


def test_who_has_not_come_so_often_is_proposed_to_the_director() -> None:
    cast = Evening.of(6, out_after=2)
    day = TONIGHT.date() - datetime.timedelta(days=7)
    earlier = Round.objects.create(tournament=cast.tournament, number=1, date=day, state=RoundState.FINISHED)
    for number, presence in {3: Presence.NO_SHOW, 4: Presence.LATE}.items():
        Attendance.objects.create(round=earlier, entry=cast.entry(number), presence=presence)
    with clock.at(TONIGHT):
        cast.open()
    for number in (3, 4):
        say(cast, number, Response.COMING)
    cast.check_in(1, 2)
    cast.pair()
    cast.publish()

    (item,) = InboxItem.objects.filter(asked=InboxSubject.OUT)
    assert (item.player, item.facts) == (cast.entry(3).player, {"entry": cast.entry(3).pk, "times": 2})


class Resolved(TestCase):
    """Presence wins, the last word counts, and the published rows say what the draft was paired from."""

    @settings(max_examples=max(3 * settings().max_examples // 10, 5))  # an evening each
    @given(
        pair_from=st.sampled_from(PairFrom.values),
        marks=st.dictionaries(st.integers(1, 6), st.sampled_from([*HERE, Presence.EXCUSED]), min_size=2),
        words=st.lists(
            st.tuples(
                st.integers(1, 6),
                st.sampled_from([Response.COMING, Response.LATER, Response.AWAY, Response.CLUB]),
                st.booleans(),
            ),
            max_size=8,
        ),
    )
    def test_presence_wins_and_the_last_word_counts(
        self, pair_from: str, marks: dict[int, Presence], words: list[tuple[int, Response, bool]]
    ) -> None:
        cast = opened(6, pair_from=pair_from)
        for number, said, late in sorted(words, key=lambda word: word[2]):
            say(cast, number, said, at=TOO_LATE if late else TONIGHT)
        last = {plan.entry.number: Response(plan.said) for plan in Availability.objects.select_related("entry")}
        for number, presence in marks.items():
            cast.mark(number, presence)
        here = {number for number in range(1, 7) if _is_here(marks.get(number), last.get(number), pair_from)}
        if len(here) < 2:
            return
        cast.pair()
        cast.publish()

        settled = presences(cast)
        assert {number: settled[number] for number in marks} == {number: str(mark) for number, mark in marks.items()}
        seated = {number for board in cast.boards() for number in board} | set(cast.byes())
        assert seated == here == {number for number, presence in settled.items() if presence in HERE}
        for number in set(last) - set(marks):
            assert (settled[number] in {"excused", "late", "club"}) == (last[number] in {Response.AWAY, Response.CLUB})


def _is_here(mark: Presence | None, said: Response | None, pair_from: str) -> bool:
    if mark is not None:
        return mark in HERE
    return pair_from == PairFrom.EXPECTED and said not in {Response.AWAY, Response.CLUB}
