"""Boards set by hand, byes given by hand, boards taken away."""

from __future__ import annotations

import uuid

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Game, Presence, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # unique numbers, order of rows


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(8)
    evening.draft(1, 2, 3, 4, 5, 6, 7)  # 2-1, 4-3, 6-5, 7 has the bye
    return evening


def set_board(evening: Evening, white: int, black: int) -> Game:
    revision = evening.round.revision
    return manual_pairing.set_board(
        evening.round, evening.entry(white), evening.entry(black), seen_revision=revision, actor=None
    )


def swap(evening: Evening, one: int, other: int) -> None:
    revision = evening.round.revision
    manual_pairing.swap_players(
        evening.round, evening.entry(one), evening.entry(other), seen_revision=revision, actor=None
    )


def take_bye(evening: Evening, number: int) -> None:
    manual_pairing.take_bye(evening.round, evening.entry(number), seen_revision=evening.round.revision, actor=None)


def said(evening: Evening, board: int) -> dict[str, dict[str, object]]:
    """The facts of a board's reasons, by rule."""
    return {reason["rule"]: reason["facts"] for reason in evening.game(board).reasons}


def give_bye(evening: Evening, number: int, *, beside: bool = False) -> None:
    revision = evening.round.revision
    manual_pairing.give_bye(evening.round, evening.entry(number), beside=beside, seen_revision=revision, actor=None)


def remove(evening: Evening, board: int) -> None:
    manual_pairing.remove_board(evening.game(board), seen_revision=evening.round.revision, actor=None)


def numbers(evening: Evening) -> list[int]:
    return list(Game.objects.filter(round=evening.round).order_by("board").values_list("board", flat=True))


@pytest.mark.slow
def test_two_of_different_boards_meet_and_their_opponents_are_free(evening: Evening) -> None:
    set_board(evening, 1, 3)

    assert evening.boards() == [(1, 3), (6, 5)]
    assert numbers(evening) == [1, 2]
    with nothing_changes(Refused, "No2 and No4"):
        evening.publish()
    set_board(evening, 2, 4)
    assert evening.boards() == [(1, 3), (6, 5), (2, 4)]
    evening.publish()


def test_colours_are_turned_on_one_board(evening: Evening) -> None:
    set_board(evening, 1, 2)

    assert evening.boards() == [(1, 2), (4, 3), (6, 5)]


def test_who_has_the_bye_may_be_put_on_a_board(evening: Evening) -> None:
    set_board(evening, 7, 5)
    give_bye(evening, 6)

    assert (evening.boards(), evening.byes()) == ([(2, 1), (4, 3), (7, 5)], {6: "pairing"})
    evening.publish()


def test_the_bye_by_hand_takes_it_from_who_had_it(evening: Evening) -> None:
    give_bye(evening, 1)

    assert (evening.boards(), evening.byes()) == ([(4, 3), (6, 5)], {1: "pairing"})
    assert evening.slot(1).reasons[0]["rule"] == "attendance/given_bye"
    assert numbers(evening) == [1, 2]
    set_board(evening, 2, 7)
    evening.publish()


def test_two_may_have_the_bye_where_the_director_says_so(evening: Evening) -> None:
    give_bye(evening, 1, beside=True)

    assert (evening.boards(), evening.byes()) == ([(4, 3), (6, 5)], {1: "pairing", 7: "pairing"})
    with nothing_changes(Refused, "No2"):
        evening.publish()
    evening.mark(2, Presence.CLUB)
    evening.publish()
    assert [bye.player for bye in snapshot_of(evening.tournament).rounds[0].byes] == [1, 7]


@pytest.mark.slow
def test_both_byes_given_by_hand_are_kept_when_the_round_is_paired_again(evening: Evening) -> None:
    give_bye(evening, 1)
    give_bye(evening, 2, beside=True)

    evening.pair()

    assert (evening.boards(), evening.byes()) == ([(4, 3), (6, 5)], {1: "pairing", 2: "pairing", 7: "pairing"})


def test_a_removed_board_leaves_no_gap(evening: Evening) -> None:
    remove(evening, 2)

    assert (evening.boards(), numbers(evening)) == ([(2, 1), (6, 5)], [1, 2])


def test_the_director_may_overrule_a_forbidden_pair_and_a_rematch(evening: Evening) -> None:
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(4), actor=None)

    set_board(evening, 1, 4)

    assert (1, 4) in evening.boards()


def test_nobody_plays_against_themselves(evening: Evening) -> None:
    with nothing_changes(Refused, "against themselves"):
        set_board(evening, 1, 1)


def test_only_who_is_here_is_put_on_a_board_or_given_the_bye(evening: Evening) -> None:
    with nothing_changes(Refused, "somebody who is here"):
        set_board(evening, 1, 8)
    with nothing_changes(Refused, "somebody who is here"):
        give_bye(evening, 8)


def test_who_withdrew_since_the_mark_was_made_is_not_here(evening: Evening) -> None:
    evening.withdraw(1)

    with nothing_changes(Refused, "somebody who is here"):
        give_bye(evening, 1)


@pytest.mark.slow
def test_an_out_of_date_screen_is_stale_for_each_verb(evening: Evening) -> None:
    seen, game = evening.round, evening.game(1)
    set_board(evening, 1, 2)

    with nothing_changes(Stale) as stale:
        manual_pairing.set_board(seen, evening.entry(1), evening.entry(3), seen_revision=seen.revision - 1, actor=None)
    with nothing_changes(Stale):
        manual_pairing.give_bye(seen, evening.entry(1), seen_revision=seen.revision - 1, actor=None)
    with nothing_changes(Stale):
        manual_pairing.remove_board(game, seen_revision=seen.revision, actor=None)
    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.verb == "board.set"


def test_a_board_that_is_gone_is_stale_even_for_a_fresh_screen(evening: Evening) -> None:
    gone = evening.game(1)
    evening.pair()

    with nothing_changes(Stale):
        manual_pairing.remove_board(gone, seen_revision=evening.round.revision, actor=None)


def test_a_double_tap_sets_one_board(evening: Evening) -> None:
    receipt, round_ = uuid.uuid4(), evening.round
    one, other = evening.entry(1), evening.entry(3)
    manual_pairing.set_board(round_, one, other, seen_revision=round_.revision, actor=None, receipt=receipt)

    with nothing_changes(AlreadyDone):
        manual_pairing.set_board(round_, one, other, seen_revision=round_.revision, actor=None, receipt=receipt)


def test_boards_of_a_round_at_check_in_cannot_be_set(evening: Evening) -> None:
    evening.take_back()

    with nothing_changes(Stale):
        set_board(evening, 1, 3)


@pytest.mark.slow
def test_a_published_board_may_be_moved_until_it_has_begun_and_the_public_sees_it(evening: Evening) -> None:
    evening.publish()
    before = Tournament.objects.get().public_revision

    set_board(evening, 2, 3)
    set_board(evening, 4, 1)

    assert Tournament.objects.get().public_revision == before + 2
    evening.enter(1, Result.DRAW)
    with nothing_changes(Refused, "Board 1 has begun"):
        give_bye(evening, 2)
    evening.start()
    with nothing_changes(Refused, "Board 2 has begun"):
        set_board(evening, 6, 7)


def test_a_board_with_somebody_who_left_since_can_be_removed(evening: Evening) -> None:
    evening.mark(1, Presence.EXCUSED)

    remove(evening, 1)

    assert evening.boards() == [(4, 3), (6, 5)]


# Two change places


def test_two_of_different_boards_change_places_and_both_boards_are_set_by_hand(evening: Evening) -> None:
    swap(evening, 2, 3)

    assert evening.boards() == [(3, 1), (4, 2), (6, 5)]
    assert [game.by_hand for game in Game.objects.filter(round=evening.round).order_by("board")] == [True, True, False]
    assert list(said(evening, 1)) == ["pin/board"]
    evening.pair()
    assert evening.boards()[:2] == [(3, 1), (4, 2)]


def test_two_of_one_board_turn_its_colours(evening: Evening) -> None:
    swap(evening, 1, 2)

    assert evening.boards() == [(1, 2), (4, 3), (6, 5)]


def test_who_has_the_bye_and_who_plays_change_places(evening: Evening) -> None:
    swap(evening, 7, 4)

    assert (evening.boards(), evening.byes()) == ([(2, 1), (7, 3), (6, 5)], {4: "pairing"})
    assert evening.slot(4).reasons[0]["rule"] == "attendance/given_bye"
    evening.pair()
    assert evening.byes() == {4: "pairing"}


@pytest.mark.slow
def test_somebody_free_comes_onto_a_board_and_whoever_leaves_it_is_free(evening: Evening) -> None:
    evening.mark(8, Presence.PRESENT)

    swap(evening, 8, 1)

    assert evening.boards() == [(2, 8), (4, 3), (6, 5)]
    with nothing_changes(Refused, "No1"):
        evening.publish()
    evening.mark(1, Presence.EXCUSED)
    evening.publish()


def test_who_has_gone_home_leaves_the_board_to_somebody_free_but_does_not_come_onto_one(evening: Evening) -> None:
    evening.mark(1, Presence.EXCUSED)

    with nothing_changes(Refused, "somebody who is here"):
        swap(evening, 1, 3)
    swap(evening, 1, 7)

    assert (evening.boards(), evening.byes()) == ([(2, 7), (4, 3), (6, 5)], {})
    evening.publish()


@pytest.mark.slow
def test_a_swap_of_a_board_that_has_begun_of_one_player_or_of_two_who_sit_out_is_refused(evening: Evening) -> None:
    with nothing_changes(Refused, "two different players"):
        swap(evening, 3, 3)
    evening.mark(8, Presence.HALF_BYE)
    evening.pair()
    with nothing_changes(Refused, "somebody who is here"):
        swap(evening, 8, 7)
    give_bye(evening, 1, beside=True)
    with nothing_changes(Refused, "against each other"):
        swap(evening, 1, 7)
    set_board(evening, 1, 2)
    evening.publish()
    evening.enter(1, Result.DRAW)
    first = evening.boards()[0][0]
    with nothing_changes(Refused, "Board 1 has begun"):
        swap(evening, first, 7)


def test_a_swap_from_an_out_of_date_screen_is_stale(evening: Evening) -> None:
    seen = evening.round.revision
    swap(evening, 1, 3)

    with nothing_changes(Stale):
        manual_pairing.swap_players(evening.round, evening.entry(1), evening.entry(5), seen_revision=seen, actor=None)


def test_who_sat_out_is_free_when_the_bye_is_taken_back_and_only_they_are(evening: Evening) -> None:
    take_bye(evening, 7)

    assert evening.byes() == {}
    with nothing_changes(Refused, "No7 does not have the bye"):
        take_bye(evening, 7)
    with nothing_changes(Refused, "No7"):
        evening.publish()


# What a move does not keep


@pytest.mark.slow
def test_a_rematch_a_third_colour_and_a_forbidden_pair_stand_on_the_board() -> None:
    evening = Evening.of(4)
    for _round in range(2):
        evening.draft(1, 2)
        if evening.boards() != [(1, 2)]:
            swap(evening, 1, 2)
        evening.publish()
        evening.enter(1, Result.DRAW)
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None)
    evening.draft()

    set_board(evening, 1, 2)

    rules = [reason["rule"] for reason in evening.game(1).reasons]
    assert rules == ["pin/board", "pin/met", "pin/forbidden", "pin/colour_again", "pin/colour_again"]
    facts = said(evening, 1)
    assert facts["pin/met"]["round"] == 2
    assert facts["pin/colour_again"] == {"player": {"player": 2}, "colour": {"colour": "black"}, "count": 3}
    before = evening.game(1).reasons
    evening.pair()
    assert evening.game(1).reasons == before


@pytest.mark.slow
def test_a_second_bye_stands_beside_the_first_and_still_does_when_the_rest_is_paired_again() -> None:
    evening = Evening.of(5)
    evening.play()
    (tired,) = evening.byes()
    evening.draft()

    give_bye(evening, tired)

    again = {"rule": "attendance/bye_again", "facts": {"player": {"player": tired}, "count": 1}}
    assert evening.slot(tired).reasons[1:] == [again]
    evening.pair()
    assert evening.slot(tired).reasons[1:] == [again]


def test_that_somebody_has_the_bye_again_is_a_note_only_while_they_have_it() -> None:
    evening = Evening.of(3)
    evening.play(1)
    evening.draft(1)
    note = {"rule": "attendance/bye_again", "facts": {"player": {"player": 1}, "count": 1}}
    assert evening.round.notes == [note]
    evening.mark(2, Presence.PRESENT)

    swap(evening, 1, 2)

    assert (evening.byes(), evening.round.notes) == ({2: "pairing"}, [])
    undo_action(Action.objects.latest("pk"), actor=evening.director)
    assert (evening.byes(), evening.round.notes) == ({1: "pairing"}, [note])
    give_bye(evening, 2, beside=True)
    assert evening.round.notes == [note]


@pytest.mark.slow
def test_under_keizer_a_rematch_is_said_only_while_the_gap_has_not_passed() -> None:
    evening = Evening.of(4, system="keizer", options={"gap": 1})
    evening.play()
    white, black = evening.boards()[0]
    evening.draft()

    set_board(evening, black, white)

    early = said(evening, 1)["pin/met_early"]
    assert (early["round"], early["count"], early["gap"]) == (1, 0, 1)
    remove(evening, 1)
    evening.pair()
    evening.publish()
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    evening.draft()
    set_board(evening, black, white)
    board = evening.boards().index((black, white)) + 1
    assert list(said(evening, board)) == ["pin/board"]
