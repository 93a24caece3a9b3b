"""Who comes or leaves when the round is published: what is offered, what is done, what stays as it is."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.tools.casts.factories import Evening
from tests.tools.evenings import invariants
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import Action, Attendance, Game, Presence, RoundRecord, RoundState, Tournament
from tournaments.pairing.explanations.late_changes import (
    LateChange,
    SetRound,
    changes_for_latecomer,
    changes_for_leaver,
)
from tournaments.pairing.types.snapshot import AbsenceKind, Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import set_round_of, unpacked
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import late_changes, manual_pairing
from tournaments.services.rounds.round_under_lock import RoundUnderLock
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db
SYSTEMS = ("attendance_monrad", "keizer")


def published(system: str = "attendance_monrad", players: int = 8, here: Sequence[int] = (1, 2, 3, 4, 5)) -> Evening:
    """With these first numbers: 2-1, 4-3, and 5 sits out."""
    evening = Evening.of(players, system=system)
    evening.draft(*here)
    evening.publish()
    return evening


def set_round(evening: Evening) -> SetRound:
    return set_round_of(evening.round, Attendance.objects.filter(round=evening.round).select_related("entry", "game"))


def coming(evening: Evening, number: int) -> list[str]:
    return [plan.code for plan in changes_for_latecomer(set_round(evening), number)]


def leaving(evening: Evening, number: int) -> list[str]:
    return [plan.code for plan in changes_for_leaver(set_round(evening), number, AbsenceKind.EXCUSED)]


def come(evening: Evening, number: int, code: str, *, receipt: uuid.UUID | None = None) -> LateChange:
    revision = evening.round.revision
    return late_changes.arrive_late(
        evening.round, evening.entry(number), code, seen_revision=revision, actor=evening.director, receipt=receipt
    )


def leave(evening: Evening, number: int, code: str, kind: AbsenceKind = AbsenceKind.EXCUSED) -> LateChange:
    revision = evening.round.revision
    return late_changes.leave_early(
        evening.round, evening.entry(number), code, kind, seen_revision=revision, actor=evening.director
    )


def disturbed(plans: list[LateChange], code: str) -> list[str]:
    (plan,) = (plan for plan in plans if plan.code == code)
    return [reason.rule for reason in plan.disturbs]


# Coming


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_least_disturbing_comes_first_and_pairing_the_others_again_last(system: str) -> None:
    """A volunteer of 70 taps the green button: it must not give nine people another opponent."""
    full = published(system, players=15, here=range(2, 16))
    found = changes_for_latecomer(set_round(full), 1)
    disturbing = [plan.others_disturbed for plan in found if not plan.notes]
    assert disturbing == sorted(disturbing)
    assert (found[0].code, found[0].others_disturbed) == ("bye", 0)
    assert [plan.code for plan in found if plan.others_disturbed] == ["repair"]


def test_who_sits_out_gets_the_game_before_anybody_gets_a_bye() -> None:
    assert coming(published(), 6)[:1] == ["meet-5"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_latecomer_plays_who_sits_out_before_anybody_else_is_disturbed(system: str) -> None:
    evening = published(system)
    before = evening.boards()
    (odd_one,) = evening.byes()

    assert coming(evening, 8)[0] == f"meet-{odd_one}"
    come(evening, 8, f"meet-{odd_one}")

    assert evening.boards()[:-1] == before
    assert set(evening.boards()[-1]) == {8, odd_one}
    assert evening.byes() == {}
    assert evening.slot(8).presence == Presence.PRESENT
    invariants.check(evening.tournament)


def test_the_board_of_a_latecomer_says_why_it_is_there() -> None:
    evening = published()
    come(evening, 8, "meet-5")

    rules = [reason["rule"] for reason in evening.game(3).reasons]
    assert rules[0] == "late/came"
    assert rules[-1].startswith("colours/")
    assert evening.game(3).by_hand


@pytest.mark.slow
def test_a_rematch_with_who_sits_out_comes_after_a_new_opponent_and_says_so() -> None:
    evening = Evening.of(6)
    evening.play(5, 6)
    evening.draft(1, 2, 5)
    manual_pairing.give_bye(evening.round, evening.entry(5), seen_revision=evening.round.revision, actor=None)
    one, two = evening.entry(1), evening.entry(2)
    manual_pairing.set_board(evening.round, one, two, seen_revision=evening.round.revision, actor=None)
    evening.publish()
    plans = changes_for_latecomer(set_round(evening), 6)

    assert "pin/met" in disturbed(plans, "meet-5")
    assert [plan.code for plan in plans if plan.is_somebodys_game][-1] == "meet-5"


def test_a_latecomer_against_whoever_had_the_bye_again_takes_the_note_along() -> None:
    evening = Evening.of(2)
    evening.play(1)
    evening.draft(1)
    evening.publish()
    assert [note["rule"] for note in evening.round.notes] == ["attendance/bye_again"]

    come(evening, 2, "meet-1")

    assert (evening.byes(), evening.round.notes) == ({}, [])


@pytest.mark.slow
def test_whoever_would_get_the_bye_again_by_pairing_again_is_named_before() -> None:
    """2-1 and 4-3, and each of them has had the bye."""
    evening = Evening.of(4)
    for number in (1, 2, 3, 4):
        evening.play(number)
    evening.draft()
    evening.publish()
    plans = changes_for_leaver(set_round(evening), 1, AbsenceKind.EXCUSED)

    assert disturbed(plans, "repair")[-2:] == ["late/sits_out", "attendance/bye_again"]
    leave(evening, 1, "repair")
    assert [note["rule"] for note in evening.round.notes] == ["attendance/bye_again"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_latecomers_meet(system: str) -> None:
    evening = published(system)
    before = evening.boards()

    come(evening, 8, "together-7")

    assert evening.boards()[:-1] == before
    assert set(evening.boards()[-1]) == {7, 8}
    assert len(evening.byes()) == 1
    invariants.check(evening.tournament)


def test_who_came_first_and_sits_out_is_offered_to_the_next() -> None:
    evening = published(here=(1, 2, 3, 4))

    come(evening, 8, "bye")
    assert evening.byes() == {8: "pairing"}
    assert coming(evening, 7)[0] == "meet-8"


@pytest.mark.slow
def test_who_does_not_play_gets_the_absence_or_bye_that_was_chosen() -> None:
    evening = published()
    come(evening, 6, "excused")
    come(evening, 7, "half")

    assert evening.slot(6).presence == Presence.EXCUSED
    assert (evening.slot(7).presence, evening.byes()[7]) == (Presence.HALF_BYE, "half")
    assert "excused" not in coming(evening, 6)
    invariants.check(evening.tournament)


# Leaving


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_opponent_of_a_leaver_plays_who_sits_out_on_the_same_board(system: str) -> None:
    evening = published(system)
    (odd_one,) = evening.byes()
    white, black = evening.boards()[0]
    others = evening.boards()[1:]

    assert leaving(evening, white)[0] == f"meet-{odd_one}"
    leave(evening, white, f"meet-{odd_one}", AbsenceKind.UNEXCUSED)

    assert set(evening.boards()[0]) == {black, odd_one}
    assert evening.boards()[1:] == others
    assert evening.slot(white).presence == Presence.NO_SHOW
    invariants.check(evening.tournament)


def test_who_did_not_come_has_to_say_so_from_then_on_and_who_leaves_does_not() -> None:
    evening = published(here=(1, 2, 3, 4))
    Tournament.objects.filter(pk=evening.tournament.pk).update(after_no_show="must_say")
    leave(evening, 2, "forfeit-1", AbsenceKind.UNEXCUSED)
    leave(evening, 4, "bye-3")

    assert [number for number in (1, 2, 3, 4) if evening.entry(number).must_say] == [2]
    undo_action(Action.objects.get(verb="leave.forfeit"), actor=evening.director)
    assert not evening.entry(2).must_say


def test_by_our_mistake_nobody_wins_by_forfeit_and_nobody_did_not_come() -> None:
    evening = published(here=(1, 2, 3, 4))
    Tournament.objects.filter(pk=evening.tournament.pk).update(after_no_show="must_say")
    mistake = {"is_our_mistake": True, "actor": evening.director}
    entry, revision = evening.entry(2), evening.round.revision

    with nothing_changes(Refused, "had signed off in time"):
        late_changes.leave_early(
            evening.round, entry, "forfeit-1", AbsenceKind.EXCUSED, seen_revision=revision, **mistake
        )
    late_changes.leave_early(evening.round, entry, "bye-1", AbsenceKind.EXCUSED, seen_revision=revision, **mistake)

    assert (evening.slot(2).presence, evening.entry(2).must_say) == (Presence.EXCUSED, False)
    assert evening.byes() == {1: "pairing"}


@pytest.mark.slow
def test_the_opponent_gets_the_bye_and_the_last_board_closes_the_gap() -> None:
    evening = published(here=(1, 2, 3, 4, 5, 6))
    assert evening.boards() == [(2, 1), (4, 3), (6, 5)]

    leave(evening, 2, "bye-1")

    assert (evening.boards(), evening.byes()) == ([(6, 5), (4, 3)], {1: "pairing"})
    invariants.check(evening.tournament)


def test_a_board_that_has_begun_keeps_its_number_even_behind_a_gap() -> None:
    evening = published(here=(1, 2, 3, 4, 5, 6))
    evening.enter(3, Result.DRAW)

    leave(evening, 2, "bye-1")

    assert list(Game.objects.filter(round=evening.round).order_by("board").values_list("board", flat=True)) == [2, 3]


def test_the_opponent_wins_by_forfeit() -> None:
    evening = published()
    leave(evening, 2, "forfeit-1")

    assert evening.game(1).result == Result.BLACK_WINS_BY_FORFEIT
    assert len(evening.boards()) == 2


def test_who_sits_out_just_leaves() -> None:
    evening = published()
    assert leaving(evening, 5) == ["away"]
    leave(evening, 5, "away", AbsenceKind.CLUB)

    assert (evening.byes(), evening.slot(5).presence) == ({}, Presence.CLUB)
    invariants.check(evening.tournament)


# Pairing again


def test_only_boards_that_have_not_begun_are_paired_again_and_the_round_keeps_what_was_asked() -> None:
    evening = published(here=(2, 3, 4, 5, 6, 7))
    assert evening.boards() == [(3, 2), (5, 4), (7, 6)]
    evening.enter(1, Result.DRAW)
    begun = Game.objects.filter(pk=evening.game(1).pk).values().get()

    come(evening, 1, "repair")

    assert (evening.boards(), evening.byes()) == ([(3, 2), (4, 1), (6, 5)], {7: "pairing"})
    assert Game.objects.filter(pk=begun["id"]).values().get() == begun
    kept = unpacked(RoundRecord.objects.get(round=evening.round).tournament_file)
    assert [(pin.white, pin.black) for pin in kept.pinned] == [(3, 2)]
    assert 1 not in {absence.player for absence in kept.snapshot.next_round.absences}
    invariants.check(evening.tournament)


class Untouched(TestCase):
    @settings(max_examples=3 * settings().max_examples // 20, deadline=None)
    @given(
        system=st.sampled_from(SYSTEMS),
        here=st.sets(st.integers(1, 9), min_size=3, max_size=9),
        begun=st.sets(st.integers(1, 4), max_size=3),
        data=st.data(),
    )
    def test_boards_that_have_begun_are_never_touched_and_everything_is_undone(
        self, system: str, here: set[int], begun: set[int], data: st.DataObject
    ) -> None:
        evening = Evening.of(9, system=system)
        evening.play(1, 2, 3, 4, 5)
        evening.draft(*sorted(here))
        evening.publish()
        for board in begun & set(range(1, len(evening.boards()) + 1)):
            evening.enter(board, Result.WHITE_WINS)
        number = data.draw(st.integers(1, 9))
        round_ = set_round(evening)
        is_in = round_.has_place_for(number)
        codes = leaving(evening, number) if is_in else coming(evening, number)
        if not codes:
            return
        code = data.draw(st.sampled_from(codes))
        touched_not = list(Game.objects.exclude(result="*").order_by("pk").values())
        sides = list(Attendance.objects.exclude(game__result="*").filter(game__isnull=False).order_by("pk").values())
        untouched = dump()

        if is_in:
            leave(evening, number, code)
        else:
            come(evening, number, code)

        assert not RoundUnderLock(round=evening.round).misfits(), (
            "everybody who is here has a board or the bye, and nobody else"
        )
        there = [game["id"] for game in touched_not]
        assert list(Game.objects.filter(pk__in=there).order_by("pk").values()) == touched_not
        assert list(Attendance.objects.filter(game__in=there).order_by("pk").values()) == sides
        done = dump()
        assert done != untouched
        for expected in (untouched, done, untouched):
            undo_action(Action.objects.latest("pk"), actor=None)
            assert dump() == expected


# Bad input


def test_who_is_in_already_does_not_come_again() -> None:
    evening = published()
    with nothing_changes(Refused, "No1 is in this round already"):
        come(evening, 1, "bye")
    with nothing_changes(Refused, "No5 is in this round already"):
        come(evening, 5, "bye")


def test_who_is_not_in_does_not_leave() -> None:
    evening = published()
    with nothing_changes(Refused, "No8 is not in this round.$"):
        leave(evening, 8, "away")


def test_nobody_leaves_a_board_that_has_begun() -> None:
    evening = published()
    evening.start()
    with nothing_changes(Refused, "Board 1 has begun and stays as it is: enter its result, or a forfeit."):
        leave(evening, 1, "bye-2")


@pytest.mark.slow
def test_what_is_not_offered_is_not_done() -> None:
    evening = published()
    for code in ("meet-1", "meet-99", "nonsense", ""):
        with nothing_changes(Refused, "no longer possible"):
            come(evening, 8, code)


def test_it_is_refused_before_publishing_and_after_the_table() -> None:
    evening = Evening.of(4)
    evening.draft(1, 2)
    with nothing_changes(Refused, "^Round 1 is not published yet.$"):
        come(evening, 3, "bye")
    evening.publish()
    evening.enter(1, Result.DRAW)
    evening.finish()
    assert evening.round.state == RoundState.FINISHED
    with nothing_changes(Refused, "is finished"):
        come(evening, 3, "bye")


def test_a_withdrawn_player_does_not_come() -> None:
    evening = Evening.of(4)
    entries.withdraw_entry(evening.entry(4), actor=None)
    evening.draft(1, 2, 3)
    evening.publish()
    with nothing_changes(Refused, "is not in this round: withdrawn, out, or joining later"):
        come(evening, 4, "meet-3")


def test_a_list_seen_before_the_last_change_is_stale() -> None:
    evening = published()
    seen = evening.round.revision
    come(evening, 8, "meet-5")
    with nothing_changes(Stale):
        late_changes.arrive_late(evening.round, evening.entry(7), "bye", seen_revision=seen, actor=None)


def test_the_same_receipt_twice_is_one_latecomer() -> None:
    evening = published()
    receipt = uuid.uuid4()
    come(evening, 8, "meet-5", receipt=receipt)
    with nothing_changes(AlreadyDone):
        come(evening, 8, "meet-5", receipt=receipt)


# Who owes an evening


def owing(here: Sequence[int], number: int) -> Evening:
    evening = Evening.of(8, system="keizer")
    evening.tournament.entries.filter(number=number).update(owes_bye=True)
    evening.draft(*here)
    evening.publish()
    return evening


def test_who_owes_an_evening_and_plays_a_latecomer_owes_it_again() -> None:
    evening = owing((1, 2, 3), 3)
    assert (evening.byes(), evening.entry(3).owes_bye) == ({3: "unpaid"}, False)

    come(evening, 8, "meet-3")
    assert (evening.byes(), evening.entry(3).owes_bye) == ({}, True)
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert (evening.byes(), evening.entry(3).owes_bye) == ({3: "unpaid"}, False)


def test_who_owes_an_evening_sits_out_unpaid_when_pairing_again_leaves_one_over() -> None:
    evening = owing((1, 2, 3, 4, 5, 6), 3)
    assert evening.entry(3).owes_bye

    leave(evening, 1, "repair")

    assert (evening.byes(), evening.entry(3).owes_bye) == ({3: "unpaid"}, False)
